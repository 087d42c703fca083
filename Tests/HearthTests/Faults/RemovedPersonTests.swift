internal import HearthAccessControl
internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

/// Over real sockets: a removed person loses access at once, with all open streams.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct RemovedPersonTests {
    private func client(
        _ hub: ServedHub, _ own: TLSIdentity? = nil, token: String? = nil
    ) throws -> RPCClient {
        var settings = HTTP2Transport.Settings()
        settings.tls = try hub.tls(own: own)
        settings.token = token
        return RPCClient(transport: try HTTP2Transport(connectingTo: hub.address, settings: settings))
    }

    private func code(_ body: () async throws -> some Sendable) async -> RPCError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return RPCError(error).code
        }
    }

    /// Adds a person with a key of its own.
    private func join(_ hub: ServedHub, _ structure: String, _ name: String) async throws -> (TLSIdentity, String) {
        let own = try TLSIdentity.make(names: [])
        let owner = Principal(id: "owner", rights: .all, person: Principal.hubOwner)
        let control = try require(hub.access).control
        let code = try await control.invite(
            to: [StoredOffer(structureID: structure, role: 3)], name: name, by: owner, from: .inProcess
        ).code
        let client = try client(hub, own)
        _ = try await Hearth_V1_AccessClient(client).claim(.init(code: code, name: name))
        await client.close()
        return (own, code)
    }

    private static let ends: Set<RPCError.Code> = [.unauthenticated, .permissionDenied, .unavailable, .cancelled]

    @Test func removalEndsEveryStreamAndRefusesLaterCalls() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let token = try await hub.access?.control.makeToken(.owner, name: "owner", life: nil).token
        let owner = try client(hub, token: token)
        let structure = try require(try await Hearth_V1_HomeClient(owner).list(.init()).structures.first).id
        let (phone, invitation) = try await join(hub, structure, "Ada")
        let (other, _) = try await join(hub, structure, "Bo")
        // Two connections by the key, one by a token, one of another device of the same person.
        let first = try client(hub, phone)
        let script = try await Hearth_V1_AccessClient(first).createToken(.init(role: .member, name: "script")).token
        let laptop = try TLSIdentity.make(names: [])
        let link = try await Hearth_V1_AccessClient(first).createInvitation(.init(role: .member)).code
        let second = try client(hub, laptop)
        _ = try await Hearth_V1_AccessClient(second).claim(.init(code: link, name: "laptop"))
        await second.close()
        let clients = [
            first, try client(hub, phone), try client(hub, token: script), try client(hub, laptop),
        ]
        let bystander = try client(hub, other)
        let staying = try await Hearth_V1_HomeClient(bystander).watch(.init())
        _ = try await staying.next()

        let device = try require(
            try await Hearth_V1_HomeClient(owner).list(.init()).devices.first { device in
                device.endpoints.contains { $0.traits.contains { $0.id == Matter.OnOffTrait.descriptor.id } }
            })
        let endpoint = try require(
            device.endpoints.first { $0.traits.contains { $0.id == Matter.OnOffTrait.descriptor.id } })
        let target = Hearth_V1_Target(deviceID: device.id, endpoint: endpoint.id)
        let watchTrait = MethodDescriptor(
            service: Matter.OnOffTrait.descriptor.serviceName, method: "Watch", kind: .serverStreaming)
        var homes: [RPCReader<Hearth_V1_WatchResponse>] = []
        var traits: [RPCReader<Hearth_V1_TraitWatchResponse>] = []
        for client in clients {
            for filter in [Hearth_V1_WatchFilter(), .init(deviceIDs: [device.id]), .init(traitIDs: [6])] {
                let watch = try await Hearth_V1_HomeClient(client).watch(.init(filter: filter))
                _ = try await watch.next()
                homes.append(watch)
            }
            let watch: RPCReader<Hearth_V1_TraitWatchResponse> = try await client.serverStreaming(
                watchTrait, Hearth_V1_TraitWatchRequest(target: target))
            _ = try await watch.next()
            traits.append(watch)
        }

        let people = try await Hearth_V1_PeopleClient(owner).listPeople(.init(structureID: structure)).people
        let ada = try require(people.first { $0.name == "Ada" })
        let start = ContinuousClock.now
        _ = try await Hearth_V1_PeopleClient(owner).removePerson(.init(personID: ada.id))
        for watch in homes {
            let end = await code { while try await watch.next() != nil {} }
            expect(end.map(Self.ends.contains), equals: true, "\(end as Any)")
        }
        for watch in traits {
            let end = await code { while try await watch.next() != nil {} }
            expect(end.map(Self.ends.contains) == true || end == .notFound, "\(end as Any)")
        }
        // For a moment they may be refused for missing rights; then they are unauthenticated.
        for client in clients {
            var last = await code { try await Hearth_V1_HomeClient(client).list(.init()) }
            while last != .unauthenticated {
                expect(last.map(Self.ends.contains) ?? true)
                await Task.yield()
                last = await code { try await Hearth_V1_HomeClient(client).list(.init()) }
            }
        }
        print(
            "removed: \(homes.count + traits.count) streams and \(clients.count) clients were cut off after \(ContinuousClock.now - start)"
        )

        // No remaining credential works any more: keys, the token, the old invitation.
        for client in [try client(hub, phone), try client(hub, laptop), try client(hub, token: script)] {
            await expect(code { try await Hearth_V1_HomeClient(client).list(.init()) }, equals: .unauthenticated)
            await expect(
                code { try await Hearth_V1_HomeClient(client).watch(.init()).next() }, equals: .unauthenticated)
            await client.close()
        }
        let again = try client(hub, try TLSIdentity.make(names: []))
        await expect(
            code { try await Hearth_V1_AccessClient(again).claim(.init(code: invitation, name: "Ada")) },
            equals: .permissionDenied)
        // Other clients see only the report.
        var isTold = false
        while !isTold, let message = try await staying.next() {
            if case .report(let report) = message.content {
                isTold = report.objects.contains { $0.change == .removedPersonID(ada.id) }
            }
        }
        expect(isTold)
        let log = try await Hearth_V1_PeopleClient(owner).listAudit(.init()).entries
        expect(log.contains { $0.what == "removed \"Ada\"" })
        expect(log.contains { $0.action == .refusal && $0.what.hasPrefix("came with a key that was revoked") })
        for client in clients + [owner, bystander, again] { await client.close() }
    }
}
