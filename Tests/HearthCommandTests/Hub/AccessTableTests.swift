internal import HearthAccessControl
@testable internal import HearthServer
@testable internal import HearthTerminal
internal import HearthEventLoop
internal import HearthHub
internal import HearthIntegrations
internal import HearthNoticeTargets
internal import HearthRPC
internal import HearthRPCServices
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Every method that `hearth serve` serves, with every kind of caller, allowed and refused.
@Suite(.timeLimit(.minutes(5)))
struct AccessTableTests {
    private struct Caller {
        let name: String
        /// nil for a caller that the transport refuses with UNAUTHENTICATED.
        let principal: Principal?
        /// Written by hand, from the design.
        let rights: Rights
        let isKnown: Bool
    }

    private func remote(_ key: UInt8? = nil) -> Peer {
        Peer(
            address: "192.0.2.7:40122", isLocal: false, isPrivate: true,
            certificate: key.map { PeerCertificate(der: [], publicKeySHA256: [UInt8](repeating: $0, count: 32)) })
    }

    private func callers(_ access: AccessControl, _ clock: ManualClock, _ structure: String) async throws -> [Caller] {
        func key(_ role: Role, _ number: UInt8) async throws -> StoredCredential {
            let code = try await access.invite(role, name: "key \(number)").code
            return try await access.claim(
                code: code, name: "x", key: [UInt8](repeating: number, count: 32), from: remote())
        }
        func token(_ role: Role, _ name: String, life: Int64? = nil) async throws -> (
            token: String, credential: StoredCredential
        ) {
            try await access.makeToken(role, name: name, life: life)
        }
        func principal(_ token: String) -> Principal? {
            try? access.principal(authorization: "Bearer \(token)", of: remote())
        }
        _ = try await key(.owner, 3)
        await clock.advance(by: .seconds(91 * 86_400))
        _ = try await key(.owner, 1)
        _ = try await key(.provider, 2)
        _ = try await access.revoke(try await key(.owner, 4).id)
        let expired = try await token(.owner, "expired", life: 1).token
        let revoked = try await token(.owner, "revoked")
        _ = try await access.revoke(revoked.credential.id)
        await clock.advance(by: .seconds(2))
        let offer = StoredOffer(structureID: structure, role: 1)
        let code = try await access.invite(to: [offer], name: "Ada", by: .owner, from: remote()).code
        _ = try await access.claim(code: code, name: "x", key: [UInt8](repeating: 5, count: 32), from: remote())
        let member: Rights = [.public, .view, .operate, .manage]
        func caller(_ name: String, _ principal: Principal?, _ rights: Rights, isKnown: Bool = true) -> Caller {
            Caller(name: name, principal: principal, rights: rights, isKnown: isKnown)
        }
        let loopback = Peer(address: "127.0.0.1:40122", isLocal: true, isPrivate: true, user: .ofThisProcess)
        return [
            caller("nothing", access.principal(of: remote()), .public, isKnown: false),
            caller("an unknown key", access.principal(of: remote(9)), .public, isKnown: false),
            caller("an expired key", access.principal(of: remote(3)), .public, isKnown: false),
            caller("a revoked key", access.principal(of: remote(4)), .public, isKnown: false),
            caller("no token", principal("x"), [], isKnown: false),
            caller("a token that was never made", principal(String(revoked.token.reversed())), [], isKnown: false),
            caller("an expired token", principal(expired), [], isKnown: false),
            caller("a revoked token", principal(revoked.token), [], isKnown: false),
            caller("a provider's key", access.principal(of: remote(2)), [.public, .provide]),
            caller("a provider's token", principal(try await token(.provider, "p").token), [.public, .provide]),
            caller("a structure owner's key", access.principal(of: remote(5)), member),
            caller("the owner's key", access.principal(of: remote(1)), .all),
            caller("an owner's token", principal(try await token(.owner, "o").token), .all),
            caller("this machine", access.principal(of: loopback), .all),
        ]
    }

    /// The answer to a call, through the whole server except the wire.
    private func verdict(_ server: RPCServer, _ method: MethodDescriptor, _ caller: Caller) async -> RPCError.Code? {
        guard let principal = caller.principal else { return .unauthenticated }
        let client = RPCClient(transport: InProcessTransport(server: server, principal: principal, peer: remote()))
        let empty = RPCFrame(message: [UInt8]())
        do {
            if method.kind == .unary {
                let _: RPCFrame = try await client.unary(method, empty)
            } else {
                let reader: RPCReader<RPCFrame> = try await client.serverStreaming(method, empty)
                _ = try await reader.next()
            }
            return nil
        } catch {
            return error.code
        }
    }

    @Test func everyMethodForEveryone() async throws {
        let store = try await HomeStore.inMemory()
        let hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            information: Hub.Information(version: "1", schemaFingerprint: "1"))
        try await hub.start()
        let clock = ManualClock()
        var options = AccessControl.Options()
        options.limits.sweep = .seconds(86_400)
        let access = try await AccessControl.open(store: store, clock: clock, options: options)
        let server = Reflection.server()
        hub.serve(on: server)
        server.updateRoutes { $0.register(AccessServiceHandler(access) { .init() }) }
        let folder = try TemporaryFolder()
        let place = StorePlace(folder.file("home.db"))
        server.updateRoutes {
            $0.register(
                MaintenanceServiceHandler(
                    backup: HubBackup(hub: hub, store: store), status: { Hearth_V1_GetStatusResponse() }, place: place,
                    restoration: HomeRestoration(place, clock: SystemClock(), room: { nil }, restart: { _ in }),
                    admission: RestoreAdmission(access: access, isEmpty: { false })))
        }
        let integrations = try StandardIntegrations.centre(
            of: hub, store, loop: EventLoop.shared.get(), notices: NoticeFeed(), camerasCommand: { "hearth-cameras" }
        ) { _ in }
        server.updateRoutes { $0.register(IntegrationsServiceHandler(centre: integrations)) }
        let loop = try EventLoop.shared.get()
        let push = try PushCenter(
            file: folder.file("push.json"), services: PushServices(),
            poster: WebPoster(loop: loop, clock: SystemClock()), clock: SystemClock(), isValid: { _ in true },
            notice: { _ in })
        server.updateRoutes { $0.register(PushServiceHandler(hub: hub, center: push)) }
        Reflection.serve(hub, on: server)
        server.updateRoutes { $0.register(HealthService()) }

        // No described method is missing, and there are no others.
        var described: [String: Rights] = [:]
        for file in Reflection.files + hub.servedTraits.map(\.fileDescriptor) {
            described.merge(file.rights) { $1 }
        }
        // gRPC's own services declare no right: health is for everyone, reflection for known callers.
        func paths(_ services: Set<String>) -> Set<String> {
            Set(server.methods.filter { services.contains($0.service) }.map(\.path))
        }
        let (open, known) = (paths(Reflection.openServices), paths(Reflection.knownServices))
        expect((open.count, known.count), are: (3, 2))
        expect(Set(server.methods.map(\.path)).subtracting(open).subtracting(known), equals: Set(described.keys))
        expect(described.count, isAbove: 150)
        // A device command for administrators is checked in its structure, where people other than the hub's owner may
        // be administrators too.
        for (path, right) in described where right == .administer && !path.hasPrefix("/hearth.v1.") {
            described[path] = .manage
        }
        for method in server.methods { expect(method.right, equals: described[method.path], "\(method.path)") }

        await access.connect(to: hub)
        let structure = try require(try await store.load().structures.first?.id)
        for caller in try await callers(access, clock, structure) {
            for method in server.methods {
                let isOpen = open.contains(method.path)
                let isKnown = known.contains(method.path) && caller.isKnown
                let hasRight = described[method.path].map(caller.rights.isSuperset) ?? false
                let mayCall = caller.principal != nil && (isOpen || isKnown || hasRight)
                let code = await verdict(server, method, caller)
                if mayCall {
                    // Callers without a key have none to renew.
                    let isRenewal = method.method == "RenewCredential"
                    let isRefused = code == .unauthenticated && !isRenewal || code == .permissionDenied
                    expect(!isRefused, "\(caller.name) may call \(method.path): \(code as Any)")
                } else {
                    let expected: RPCError.Code = caller.isKnown ? .permissionDenied : .unauthenticated
                    expect(code, equals: expected, "\(caller.name) may not call \(method.path): \(code as Any)")
                }
            }
        }
        await access.close()
        await integrations.stop()
        try await hub.shutdown()
    }
}
