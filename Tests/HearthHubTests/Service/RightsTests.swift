@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct RightsTests {
    /// The answer of any method to a caller.
    private func verdict(_ test: TestHub, _ method: MethodDescriptor, _ principal: Principal) async -> RPCError.Code? {
        let empty = RPCFrame(message: [UInt8]())
        do {
            if method.kind == .unary {
                let _: RPCFrame = try await test.client(principal).unary(method, empty)
            } else {
                let reader: RPCReader<RPCFrame> = try await test.client(principal).serverStreaming(method, empty)
                _ = try await reader.next()
            }
            return nil
        } catch {
            return error.code
        }
    }

    @Test func methodsAdmitOnlyTheirRights() async throws {
        let test = try await TestHub()
        expect(test.server.methods.count, isAbove: 150)
        let callers = [
            Principal(id: "nobody", rights: []), Principal(id: "anyone", rights: [.public]),
            Principal(id: "viewer", rights: [.public, .view]), Principal.owner,
        ]
        for method in test.server.methods {
            let right = try require(method.right, "\(method.path) has no right")
            for caller in callers {
                let code = await verdict(test, method, caller)
                let mayCall = caller.rights.isSuperset(of: right)
                expect((code == .permissionDenied), equals: !mayCall, "\(method.path) for \(caller.id): \(code as Any)")
            }
        }
    }

    @Test func callsNeedTheirPrivilege() async throws {
        let test = try await TestHub()
        let rights = Dictionary(
            test.server.methods.map { ($0.path, $0.right) }, uniquingKeysWith: { first, _ in first })
        func right(_ path: String) -> Rights? { rights[path] ?? nil }
        expect(right("/hearth.v1.HomeService/GetInfo"), equals: .public)
        expect(right("/hearth.v1.HomeService/Watch"), equals: .view)
        expect(right("/hearth.v1.HomeService/CreateRoom"), equals: .manage)
        expect(right("/hearth.v1.HomeService/DeleteStructure"), equals: .manage)
        expect(right("/hearth.traits.matter.v1.OnOffService/Get"), equals: .view)
        expect(right("/hearth.traits.matter.v1.OnOffService/Toggle"), equals: .operate)
        // The hub itself checks who administers a structure.
        expect(right("/hearth.traits.matter.v1.DoorLockService/SetUser"), equals: .manage)
        // It has no writable attribute.
        expectNil(rights["/hearth.traits.matter.v1.BooleanStateService/Update"])
    }

    @Test func attributesAndEventsAboveACallersRightsStayHidden() {
        let attribute = AttributeDescriptor(FieldDescriptor(1, "secret", .boolean), read: .administer)
        let open = AttributeDescriptor(FieldDescriptor(0, "open", .boolean))
        let trait = TraitDescriptor(
            id: 0xFFF1_0001, name: "Vault", vendor: "Test", package: "hearth.traits.test.v1", revision: 1,
            attributes: [open, attribute], events: [EventDescriptor(0, "Opened", .info, read: .manage)])
        let values: StructureValue = [0: .bool(true), 1: .bool(true)]
        let viewer = ReadAccess([.view], traits: [trait])
        expect(viewer.visible(values, of: trait.id), equals: [0: .bool(true)])
        expect(!viewer.allows(event: 0, of: trait.id))
        let owner = ReadAccess(.all, traits: [trait])
        expect(owner.visible(values, of: trait.id), equals: values)
        expect(owner.hidesNothing)
    }
}
