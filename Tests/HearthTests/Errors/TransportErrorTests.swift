internal import Foundation
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Failures to reach a hub, and of cancelled or timed out calls.
@Suite(.timeLimit(.minutes(5))) struct TransportErrorTests {
    private func failure(_ address: String) async -> HomeError? {
        await expect(throws: HomeError.self) { _ = try await Home.connect(to: address) }
    }

    @Test func malformedAddressIsAnInvalidArgument() async {
        for address in ["", "host", "the kitchen", "127.0.0.1:port", "127.0.0.1:70000", "ftp://127.0.0.1:1"] {
            let error = await failure(address)
            expect(error?.code, equals: .invalidArgument, "\(address)")
            expect(error?.message.isEmpty, equals: false)
        }
    }

    @Test func unansweredAddressIsUnavailable() async {
        // Nothing listens at port 1 of this machine, nor at a missing socket.
        for address in ["127.0.0.1:1", "unix:" + NSTemporaryDirectory() + "no-hub-\(UUID()).sock"] {
            let error = await failure(address)
            expect(error?.code, equals: .unavailable, "\(address)")
            expect(error?.message.isEmpty, equals: false)
        }
    }

    @Test func aHostThatHasNoNameIsUnavailable() async {
        await expect(failure("hub.invalid:4327")?.code, equals: .unavailable)
    }

    @Test func aCallThatIsTakenBackIsCancelled() async throws {
        let (calls, call) = AsyncStream<Void>.makeStream()
        let home = try await Self.home { call.yield() }
        let device = try require(try await home.devices().list().first)
        let trait = try require(await device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)
        let task = Task { () async -> HomeError.Code? in
            defer { call.finish() }
            do {
                try await trait.on()
                return nil
            } catch {
                return (error as? HomeError)?.code
            }
        }
        for await _ in calls { break }
        task.cancel()
        await expect(task.value, equals: .cancelled)
        await home.disconnect()
    }

    @Test func aCallOfAHomeThatWasDisconnectedIsCancelled() async throws {
        let home = try await Self.home {}
        let device = try require(try await home.devices().list().first)
        let structure = try require(try await home.structures().list().first)
        await home.disconnect()
        func code(_ body: () async throws -> Void) async -> HomeError.Code? {
            await expect(throws: HomeError.self) { try await body() }?.code
        }
        await expect(code { _ = try await device.setName("x") }, equals: .cancelled)
        await expect(code { _ = try await device.customAppData }, equals: .cancelled)
        await expect(code { _ = try await device.decommissionEligibility }, equals: .cancelled)
        await expect(code { try await device.decommission() }, equals: .cancelled)
        await expect(code { try await structure.move(device: device, to: nil) }, equals: .cancelled)
        await expect(code { _ = try await home.devices().filter { _ in true }.list() }, equals: .cancelled)
        await expect(Recorder(structure.traits.subscribe(Google.TimeTrait.self)).next().error?.code, equals: .cancelled)
        await expect(
            Recorder(device.types.subscribeAll(of: OnOffLightDeviceType.self)).next().error?.code, equals: .cancelled)
    }

    /// A home with one lamp that takes commands and never answers them.
    private static func home(_ called: @escaping @Sendable () -> Void) async throws -> Home {
        let hub = ScriptedHub.calm()
        return try await Home.connect(
            over: hub.client(more: { router in
                let on = MethodDescriptor(service: onOff.serviceName, method: "On", kind: .unary, right: .operate)
                router.unary(on) { (_: Hearth_V1_TraitCommandRequest, _: ServerContext) async throws in
                    called()
                    try await stayOpen()
                    return Hearth_V1_TraitCommandResponse()
                }
            }))
    }
}
