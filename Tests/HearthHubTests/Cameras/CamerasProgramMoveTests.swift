internal import Expectations
internal import HearthAccessControl
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Testing

/// The cameras' program, once it runs as a user of its own (`--camera-user`): it attached as the owner before.
@Suite(.timeLimit(.minutes(2)))
struct CamerasProgramMoveTests {
    private static let id = "cams"
    private static let maker = Principal(id: "maker", rights: [.public, .provide])

    private static func camera(_ id: String, type: UInt32 = 0x142) -> Hearth_V1_ProvidedDevice {
        var device = TestRemote.device(id, TestCamera.trait, TestCamera.attributes)
        device.device?.endpoints[1].deviceTypes = [.init(id: type, revision: 1, isPrimary: true)]
        return device
    }

    /// A hub to which the owner's process has brought devices, and with which it is not connected any more.
    private func hub(after devices: [Hearth_V1_ProvidedDevice]) async throws -> TestHub {
        let test = try await TestHub()
        let former = try await TestRemote(test.client())
        _ = try await former.hello(Self.id)
        try await expect(former.bring(devices).code, equals: 0)
        former.writer.finish()
        _ = await former.end()
        return test
    }

    private func attach(_ principal: Principal, to test: TestHub) async throws -> RPCError.Code? {
        let remote = try await TestRemote(test.client(principal))
        do { _ = try await remote.hello(Self.id) } catch {
            return await remote.end()?.code ?? (error as? RPCError)?.code
        }
        return nil
    }

    @Test func itKeepsItsCamerasForItself() async throws {
        let test = try await hub(after: [Self.camera("porch"), Self.camera("yard")])
        try await expect(attach(Self.maker, to: test), equals: .permissionDenied)
        try await expectNil(attach(.camerasProgram, to: test))
        expect(test.hub.providers.owners[Self.id], equals: "hearth-cameras")
        try await expect(attach(Self.maker, to: test), equals: .permissionDenied)
    }

    @Test func itKeepsCamerasThatWereRemoved() async throws {
        let test = try await hub(after: [Self.camera("porch")])
        _ = try await test.hub.removeDevice("porch", as: owner)
        try await expectNil(attach(.camerasProgram, to: test))
    }

    @Test(arguments: [false, true]) func devicesThatAreNoCamerasStay(isRemoved: Bool) async throws {
        let test = try await hub(after: [Self.camera("porch"), Self.camera("lock", type: 0x0A)])
        if isRemoved { _ = try await test.hub.removeDevice("lock", as: owner) }
        try await expect(attach(.camerasProgram, to: test), equals: .permissionDenied)
        expectNil(test.hub.providers.owners[Self.id])
    }
}
