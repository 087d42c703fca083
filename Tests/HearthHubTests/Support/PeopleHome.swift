@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport

/// Two structures on one hub: a home with two rooms, lamps and a lock, and another one with other people.
struct PeopleHome {
    let test: TestHub
    let lamps: TestProvider
    let home: String
    let kitchen: String
    let den: String
    let away: String
    let awayRoom: String

    init(
        store: (any HomeStorage)? = nil, clock: ManualClock = ManualClock(), limits: HubLimits = HubLimits(),
        media: HubMedia? = nil
    ) async throws {
        test = try await TestHub(store: store, limits: limits, clock: clock, media: media)
        lamps = TestProvider([
            TestProvider.lamp("lamp-1", name: "Lamp 1"), TestProvider.lamp("lamp-2", name: "Lamp 2"),
            TestProvider.lamp("lamp-3", name: "Lamp 3"), TestProvider.lock("lock", name: "Door"),
        ])
        try await test.hub.attach(lamps)
        home = test.structureID
        kitchen = try await test.hub.createRoom(name: "Kitchen", in: home, as: owner).room.id
        den = try await test.hub.createRoom(name: "Den", in: home, as: owner).room.id
        for (device, room) in [("lamp-1", kitchen), ("lamp-2", den), ("lock", kitchen)] {
            _ = try await test.hub.updateDevice(device, roomID: room, as: owner)
        }
        away = try await test.hub.createStructure(name: "Away", as: owner).structure.id
        awayRoom = try await test.hub.createRoom(name: "Attic", in: away, as: owner).room.id
        try await test.hub.attach(TestProvider([TestProvider.lamp("lamp-4", name: "Lamp 4")]), structureID: away)
    }

    /// A client of a person.
    static func principal(_ identity: String) -> Principal {
        Principal(
            id: identity, rights: [.public, .view, .operate, .manage], credential: "key of \(identity)",
            person: identity)
    }

    /// Adds a person to the home.
    @discardableResult
    func join(
        _ identity: String, _ role: MemberRole, _ grant: Grant? = nil, in structureID: String? = nil
    ) async throws -> Principal {
        let offer = StoredOffer(
            structureID: structureID ?? home, role: role.rawValue, grant: grant?.message.serialized() ?? [])
        try await test.hub.admit(identity, name: identity, [offer], with: [])
        return Self.principal(identity)
    }

    /// The membership of a person in the home.
    func person(_ identity: String, in structureID: String? = nil) -> String {
        let cell = test.hub.directory.cells.first { $0.id == structureID ?? home }
        return cell?.read { $0.member(identity)?.id } ?? ""
    }

    func people(_ principal: Principal = .owner) -> Hearth_V1_PeopleClient {
        Hearth_V1_PeopleClient(test.client(principal))
    }

    func regrant(_ identity: String, _ grant: Grant) async throws {
        _ = try await people().updatePerson(
            Hearth_V1_UpdatePersonRequest(personID: person(identity), grant: grant.message))
    }
}

extension RPCError {
    /// The number of HomeKit's error in the details.
    var homeKitCode: Int32? {
        packedDetails.first { $0.typeURL.hasSuffix("/hearth.v1.HomeKitError") }
            .flatMap { try? Hearth_V1_HomeKitError(serialized: $0.value.span.bytes).code }
    }
}
