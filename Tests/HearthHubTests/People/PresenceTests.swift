@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthVirtualHome
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Presence as set by people's apps and by devices.
@Suite(.timeLimit(.minutes(5)))
struct PresenceTests {
    private static let area = Google.AreaPresenceStateTrait.descriptor
    private static let people = HearthProject.PeoplePresenceTrait.descriptor

    private static func home() async throws -> PeopleHome {
        let home = try await PeopleHome()
        try await attachOwnTraits(home.test)
        return home
    }

    private static func attachOwnTraits(_ test: TestHub) async throws {
        try await test.hub.attachOwnTraits { [clock = test.clock] in
            VirtualHome(structureID: $0.id, location: nil, secondsEastOfUTC: { _ in 0 }, clock: clock)
        }
    }

    private static func path(_ structure: String, _ trait: TraitDescriptor) -> TraitPath {
        TraitPath(TraitTarget(deviceID: structure, endpoint: 0), trait.id)
    }

    /// The structure's AreaPresenceState; nil if unknown.
    private static func isOccupied(_ test: TestHub, _ structure: String) throws -> Bool? {
        switch try test.hub.read(path(structure, area), as: owner).attributes[0] {
        case .unsigned(1)?: true
        case .unsigned(2)?: false
        default: nil
        }
    }

    /// A device that detects whether anybody is at home.
    private static func router(_ state: UInt64?) -> DeviceDescription {
        DeviceDescription(
            id: "router", name: "Router",
            endpoints: [
                EndpointDescription(
                    id: 0, parent: nil, deviceTypes: [],
                    traits: [TraitInstance(descriptor: area, attributes: state.map { [0: .unsigned($0)] } ?? [:])])
            ], isMatterDevice: false)
    }

    /// The automation of docs/automations.md, in a home without presence values yet.
    @Test func emptyHomeAutomationRunsInANewHome() async throws {
        let home = try await Self.home()
        let ada = try await home.join("Ada", .administrator)
        let client = Hearth_V1_AutomationClient(home.test.client(.owner))
        let text = """
            automation: "Nobody home"
            steps:
              when home AreaPresenceState changes so that its presenceState = presenceStateVacant
              all in home as OnOffLight OnOff.off
            """
        let read = try await client.parseAutomations(.init(structureID: home.home, text: text))
        let parsed = try require(read.automations.first)
        let saved = try await client.createAutomation(
            .init(structureID: home.home, name: parsed.name, program: parsed.program))
        let id = try require(saved.automation?.id)
        expect(saved.automation?.issues.filter { $0.severity == .error }, equals: [])
        for presence in [Hearth_V1_Presence.away, .atHome, .away] {
            _ = try await home.people(ada).setPresence(.init(structureID: home.home, presence: presence))
        }
        let all = try await client.listAutomations(.init(structureID: home.home)).automations
        expect(all.first { $0.id == id }?.executionCount, equals: 2)
    }

    /// An optional attribute that a device reports later makes an automation valid that names it.
    @Test func laterReportedAttributeIsJudged() async throws {
        let home = try await Self.home()
        let provider = TestProvider([Self.router(nil)])
        _ = try await home.test.hub.attach(provider)
        let client = Hearth_V1_AutomationClient(home.test.client(.owner))
        let text = """
            automation: "Router"
            uses:
              "Router" = device router
            steps:
              when "Router" part 0 AreaPresenceState changes so that its presenceState = presenceStateVacant
              all in home as OnOffLight OnOff.off
            """
        let read = try await client.parseAutomations(.init(structureID: home.home, text: text))
        let saved = try await client.createAutomation(
            .init(structureID: home.home, name: "Router", program: read.automations.first?.program))
        expect(saved.automation?.issues.map(\.kind), equals: ["attributeNotSupported"])
        provider.report(TraitPath(TraitTarget(deviceID: "router", endpoint: 0), Self.area.id), [0: .unsigned(1)])
        let all = try await client.listAutomations(.init(structureID: home.home)).automations
        expect(all.first?.issues, equals: [])
    }

    @Test func firstArrivalAndLastDepartureChangeOccupancy() async throws {
        let home = try await Self.home()
        let ada = try await home.join("Ada", .administrator), bob = try await home.join("Bob", .owner)
        try expectNil(Self.isOccupied(home.test, home.home))
        func say(_ presence: Hearth_V1_Presence, _ whose: Principal) async throws {
            _ = try await home.people(whose).setPresence(.init(structureID: home.home, presence: presence))
        }
        try await say(.unknown, ada)
        try expectNil(Self.isOccupied(home.test, home.home))
        try await say(.away, ada)
        try expect(Self.isOccupied(home.test, home.home), equals: false)
        var watcher = try await Watcher.atMarker(home.test)
        try await say(.atHome, ada)
        try await say(.atHome, bob)
        try expect(Self.isOccupied(home.test, home.home), equals: true)
        try await say(.away, ada)
        try expect(Self.isOccupied(home.test, home.home), equals: true)
        try await say(.away, bob)
        try expect(Self.isOccupied(home.test, home.home), equals: false)
        // An arrival is in the report in which the structure becomes occupied.
        while watcher.view.reports.count < 4 { try await watcher.next() }
        let reports = watcher.view.reports
        expect(reports.map { $0.events.map(\.eventID) }, equals: [[0], [], [1], [1]])
        expect(
            reports.map { $0.states.map(\.traitID).sorted() == [Self.area.id, Self.people.id] },
            equals: [
                true, false, false, true,
            ])
        expect(reports.allSatisfy { $0.cause?.kind == .client })
        // The other structure is still unknown.
        try expectNil(Self.isOccupied(home.test, home.away))
    }

    @Test func unsharedOrRemovedPersonDoesNotCount() async throws {
        let home = try await Self.home()
        let ada = try await home.join("Ada", .administrator), bob = try await home.join("Bob", .owner)
        for person in [ada, bob] {
            _ = try await home.people(person).setPresence(.init(structureID: home.home, presence: .atHome))
        }
        let id = home.person("Ada")
        _ = try await home.people(ada).setPresence(.init(structureID: home.home, presence: .notShared))
        var values = try home.test.hub.read(Self.path(home.home, Self.people), as: owner).attributes
        expect(values[0] == .list([.string(home.person("Bob"))]) && values[1] == .list([]))
        try await expect(home.people(ada).getCaller(.init()).caller?.memberships.map(\.presence), equals: [.notShared])
        _ = try await home.people(ada).setPresence(.init(structureID: home.home, presence: .away))
        _ = try await home.people().removePerson(.init(personID: home.person("Bob")))
        try expect(Self.isOccupied(home.test, home.home), equals: false)
        values = try home.test.hub.read(Self.path(home.home, Self.people), as: owner).attributes
        expect(values[0] == .list([]) && values[1] == .list([.string(id)]))
    }

    @Test func devicesReportPresenceAsPeopleDo() async throws {
        let home = try await Self.home()
        let ada = try await home.join("Ada", .administrator)
        let router = TestProvider([Self.router(1)])
        let handle = try await home.test.hub.attach(router)
        try expect(Self.isOccupied(home.test, home.home), equals: true)
        _ = try await home.people(ada).setPresence(.init(structureID: home.home, presence: .away))
        try expect(Self.isOccupied(home.test, home.home), equals: true)
        let path = TraitPath(TraitTarget(deviceID: "router", endpoint: 0), Self.area.id)
        router.report(path, [0: .unsigned(2)])
        try expect(Self.isOccupied(home.test, home.home), equals: false)
        router.report(path, [0: .unsigned(1)])
        try expect(Self.isOccupied(home.test, home.home), equals: true)
        // A restarting provider is no person who leaves.
        await home.test.hub.detach(handle)
        try expect(Self.isOccupied(home.test, home.home), equals: true)
        _ = try await home.test.hub.attach(TestProvider([Self.router(1)]))
        try expect(Self.isOccupied(home.test, home.home), equals: true)
        _ = try await home.test.home().removeDevice(.init(deviceID: "router"))
        try expect(Self.isOccupied(home.test, home.home), equals: false)
    }

    @Test func peopleSetTheirOwnPresenceAndManagersAll() async throws {
        let home = try await Self.home()
        let guest = try await home.join("Gus", .guest, Grant())
        let admin = try await home.join("Ada", .administrator)
        _ = try await home.people(guest).setPresence(.init(structureID: home.home, presence: .atHome))
        _ = try await home.people(guest).setPresence(
            .init(structureID: home.home, personID: home.person("Gus"), presence: .away))
        try await expect(home.people(guest).getCaller(.init()).caller?.memberships.map(\.presence), equals: [.away])
        func refused(_ code: RPCError.Code, _ whose: Principal, _ request: Hearth_V1_SetPresenceRequest) async {
            await #expect { try await home.people(whose).setPresence(request) } throws: {
                RPCError($0).code == code
            }
        }
        await refused(
            .permissionDenied, guest,
            .init(structureID: home.home, personID: home.person("Ada"), presence: .away))
        await refused(.invalidArgument, admin, .init(structureID: home.home))
        await refused(.notFound, admin, .init(structureID: "none", presence: .away))
        await refused(.notFound, admin, .init(structureID: home.home, personID: "nobody", presence: .away))
        _ = try await home.people(admin).setPresence(
            .init(structureID: home.home, personID: home.person("Gus"), presence: .atHome))
        try await expect(home.people(guest).getCaller(.init()).caller?.memberships.map(\.presence), equals: [.atHome])
        // No guest sees the persons, and only a guest with all grants sees whether anybody is there.
        let friend = try await home.join("Flo", .guest, Grant(hasEverything: true))
        for (whose, isOccupied) in [(guest, nil), (friend, .unsigned(1))] as [(Principal, TraitValue?)] {
            let watcher = try await Watcher.atMarker(home.test, by: whose)
            expectNil(watcher.view.states[Self.path(home.home, Self.people)]?[0])
            expect(watcher.view.states[Self.path(home.home, Self.area)]?[0], equals: isOccupied)
        }
    }

    @Test func presenceSurvivesACrashAndANewTimeZone() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        try await Self.attachOwnTraits(first)
        let structure = first.structureID
        _ = try await Hearth_V1_PeopleClient(first.client()).setPresence(
            .init(structureID: structure, presence: .atHome))
        _ = try await first.home().updateStructure(.init(structureID: structure, timeZone: "Europe/Berlin"))
        try expect(Self.isOccupied(first, structure), equals: true)
        let second = try await TestHub(store: HomeStore.open(path: folder.abandoned()))
        try await Self.attachOwnTraits(second)
        try expect(Self.isOccupied(second, structure), equals: true)
        let caller = try await Hearth_V1_PeopleClient(second.client()).getCaller(.init()).caller
        expect(caller?.memberships.map(\.presence), equals: [.atHome])
        try await first.hub.shutdown()
    }

    @Test func automationsStartOnFirstArrivalAndOnOnePerson() async throws {
        let home = try await Self.home()
        let ada = try await home.join("Ada", .administrator), bob = try await home.join("Bob", .administrator)
        let automations = Hearth_V1_AutomationClient(home.test.client())
        func field(_ attribute: UInt32, _ node: UInt32) -> Hearth_V1_AutomationExpression {
            .init(kind: .field(.init(nodeID: node, path: [attribute])))
        }
        func rule(_ name: String, _ starter: Hearth_V1_AutomationStarter, _ lamp: String) async throws {
            let graph = AutomationHome.sequence([
                .init(id: 2, kind: .starter(starter)),
                AutomationHome.command(3, TestProvider.onOff(of: lamp), 1),
            ])
            let made = try await automations.createAutomation(
                .init(structureID: home.home, name: name, program: .init(graph: graph)))
            expect(made.automation?.issues, equals: [])
        }
        func trait(_ trait: TraitDescriptor) -> Hearth_V1_AutomationTrait {
            AutomationHome.trait(Self.path(home.home, trait))
        }
        func operation(
            _ kind: Hearth_V1_AutomationOperator, _ left: Hearth_V1_AutomationExpression,
            _ right: Hearth_V1_Value.OneOf_Value
        ) -> Hearth_V1_AutomationExpression {
            .init(
                kind: .operation(.init(operator: kind, operands: [left, .init(kind: .constant(.init(value: right)))])))
        }
        for person in [ada, bob] {
            _ = try await home.people(person).setPresence(.init(structureID: home.home, presence: .away))
        }
        try await rule(
            "First", .init(trait: trait(Self.area), becomes: operation(.equals, field(0, 2), .unsigned(1))),
            "lamp-1")
        try await rule(
            "Bob",
            .init(trait: trait(Self.people), becomes: operation(.contains, field(0, 2), .text(home.person("Bob")))),
            "lamp-2")
        try await rule("Each", .init(trait: trait(Self.people), eventID: 0), "lamp-3")
        func isOn(_ lamp: String) throws -> Bool {
            try home.test.hub.read(TestProvider.onOff(of: lamp), as: owner).attributes[0] == .bool(true)
        }
        _ = try await home.people(ada).setPresence(.init(structureID: home.home, presence: .atHome))
        while try !(isOn("lamp-1") && isOn("lamp-3")) { try await Task.sleep(for: .milliseconds(2)) }
        try expect(!isOn("lamp-2"))
        _ = try await home.people(bob).setPresence(.init(structureID: home.home, presence: .atHome))
        while try !isOn("lamp-2") { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func spokenWordsStartTheirAutomations() async throws {
        let home = try await Self.home()
        let guest = try await home.join("Gus", .guest, Grant(hasEverything: true))
        let voice = Self.path(home.home, Google.VoiceStarterTrait.descriptor)
        let starter = Hearth_V1_AutomationStarter(
            trait: AutomationHome.trait(voice), eventID: 0,
            parameters: Hearth_V1_FieldValue.fields([0: .string("Good night")]))
        let graph = AutomationHome.sequence([
            .init(id: 2, kind: .starter(starter)), AutomationHome.command(3, TestProvider.onOff(of: "lamp-1"), 1),
        ])
        let automations = Hearth_V1_AutomationClient(home.test.client())
        let made = try await automations.createAutomation(
            .init(structureID: home.home, name: "Night", program: .init(graph: graph)))
        let id = try require(made.automation?.id)
        expect(made.automation?.issues, equals: [])
        @discardableResult
        func say(_ words: String, _ whose: Principal = .owner) async throws -> Hearth_V1_SayWordsResponse {
            try await Hearth_V1_AutomationClient(home.test.client(whose)).sayWords(
                .init(structureID: home.home, words: words))
        }
        try await say("Good morning")
        try await say("good-NIGHT!")
        while try await automations.listRuns(.init(automationID: id)).runs.isEmpty {
            try await Task.sleep(for: .milliseconds(2))
        }
        try await expect(automations.listRuns(.init(automationID: id)).runs.count, equals: 1)
        // A guest's words start no automation.
        try await expect(say("good night", guest).reading?.outcome, equals: .notUnderstood)
        try await expect(automations.listRuns(.init(automationID: id)).runs.count, equals: 1)
        for (words, whose, code) in [
            ("...", .owner, .invalidArgument), (String(repeating: "a", count: 257), .owner, .invalidArgument),
        ] as [(String, Principal, RPCError.Code)] {
            await #expect { try await say(words, whose) } throws: { RPCError($0).code == code }
        }
    }
}
