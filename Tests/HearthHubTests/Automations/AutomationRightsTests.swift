@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// An automation has the present rights of the person who saved it, and loops of automations end.
@Suite(.timeLimit(.minutes(5)))
struct AutomationRightsTests {
    private typealias Home = AutomationHome
    private static let lamp1 = TestProvider.onOff(of: "lamp-1")
    private static let lamp2 = TestProvider.onOff(of: "lamp-2")

    private func client(_ home: PeopleHome, _ principal: Principal = .owner) -> Hearth_V1_AutomationClient {
        Hearth_V1_AutomationClient(home.test.client(principal))
    }

    private func create(
        _ nodes: [Hearth_V1_AutomationNode], in home: PeopleHome, by principal: Principal = .owner
    ) async throws -> Hearth_V1_Automation {
        let request = Hearth_V1_CreateAutomationRequest(
            structureID: home.home, name: "Rule", program: .init(graph: Home.sequence(nodes)))
        return try require(try await client(home, principal).createAutomation(request).automation)
    }

    private func listed(_ id: String, _ home: PeopleHome) async throws -> Hearth_V1_Automation {
        let request = Hearth_V1_ListAutomationsRequest(structureID: home.home, automationID: id)
        return try require(try await client(home).listAutomations(request).automations.first)
    }

    private func newestRun(_ id: String, _ home: PeopleHome) async throws -> Hearth_V1_AutomationRun? {
        try await client(home).listRuns(.init(automationID: id)).runs.first
    }

    /// A removed person's automations lose their rights, also a waiting run; an owner may adopt the automation.
    @Test func removedPersonsAutomationsLoseTheirRights() async throws {
        let home = try await PeopleHome()
        let anna = try await home.join("anna", .administrator)
        let rule = try await create(
            [
                Home.manual(2), Home.delay(3, .seconds(60)), Home.command(4, Self.lamp1, 1),
                Home.command(5, Self.lamp2, 1),
            ],
            in: home, by: anna)
        expect(rule.issues.isEmpty)
        _ = try await client(home).executeAutomation(.init(automationID: rule.id))
        _ = try await home.people().removePerson(.init(personID: home.person("anna")))
        try await expect(listed(rule.id, home).issues.map(\.kind), equals: ["missingRight", "missingRight"])
        await expect(refused: .failedPrecondition) {
            _ = try await client(home).executeAutomation(.init(automationID: rule.id))
        }

        await home.test.clock.advance(by: .seconds(61))
        var run = try await newestRun(rule.id, home)
        while run?.end == nil { run = try await newestRun(rule.id, home) }
        expect(run?.end?.reason, equals: .actionFailed)
        expect(run?.end?.nodeID, equals: 4)
        expect(run?.steps.last?.what?.outcome?.kind, equals: .notAllowed)
        expect(home.lamps.commands, equals: 0)

        let adopted = try await client(home).updateAutomation(.init(automationID: rule.id, program: rule.program))
        expect(adopted.automation?.issues, equals: [])
        _ = try await client(home).executeAutomation(.init(automationID: rule.id))
    }

    /// A guest sees no automations, and an automation can do no more than its author.
    @Test func automationsHaveOnlyTheirAuthorsRights() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("guest", .guest, Grant(hasEverything: true))
        let rule = try await create([Home.manual(2), Home.command(3, Self.lamp1, 1)], in: home)
        let seen = try await client(home, guest).listAutomations(.init(structureID: home.home)).automations
        var watcher = try await Watcher.atMarker(home.test, by: guest)
        _ = try await client(home).updateAutomation(.init(automationID: rule.id, name: "Seen by owners"))
        _ = try await home.test.home().createRoom(.init(structureID: home.home, name: "After it"))
        while !watcher.view.rooms.values.contains(where: { $0.name == "After it" }) { try await watcher.next() }
        expect(watcher.view.automations.isEmpty)
        expect(seen.isEmpty)
        for attempt in [
            await refusal {
                _ = try await create([Home.manual(2), Home.command(3, Self.lamp1, 1)], in: home, by: guest)
            },
            await refusal {
                _ = try await client(home, guest).updateAutomation(.init(automationID: rule.id, isActive: false))
            },
            await refusal { _ = try await client(home, guest).executeAutomation(.init(automationID: rule.id)) },
        ] {
            expect(attempt?.code == .permissionDenied || attempt?.code == .notFound)
        }
        // A program with rights but without a person can not save an automation.
        let script = Principal(id: "script", rights: [.public, .view, .operate, .manage], credential: "script")
        await expect(refused: .permissionDenied, saying: "no person") {
            _ = try await create([Home.manual(2), Home.command(3, Self.lamp1, 1)], in: home, by: script)
        }
    }

    /// Reads of an automation are subject to its author's rights, as its actions are.
    @Test func lostDeviceRightDisablesTheAutomation() async throws {
        let home = try await PeopleHome()
        let anna = try await home.join("anna", .administrator)
        let isOff = Home.condition(5, 4, is: .boolean(false))
        let follows = try await create(
            [Home.starter(2, Self.lamp2), Home.command(3, Self.lamp1, 2)], in: home, by: anna)
        let waits = try await create(
            [
                Home.manual(2), Home.delay(3, .seconds(60)),
                .init(id: 4, kind: .stateReader(Home.trait(Self.lamp2))), isOff, Home.command(6, Self.lamp1, 1),
            ], in: home, by: anna)
        let plain = try await create([Home.manual(2), Home.command(3, Self.lamp1, 1)], in: home, by: anna)
        func issues() async throws -> [[String]] {
            var issues: [[String]] = []
            for rule in [follows, waits, plain] {
                issues.append(try await listed(rule.id, home).issues.map { "\($0.nodeID) \($0.kind)" })
            }
            return issues
        }
        _ = try await client(home).executeAutomation(.init(automationID: waits.id))
        var request = Hearth_V1_UpdatePersonRequest(personID: home.person("anna"), role: .guest)
        request.grant = Hearth_V1_Grant(roomIDs: [home.kitchen])
        _ = try await home.people().updatePerson(request)
        try await expect(issues(), equals: [["2 missingRight"], ["4 missingRight"], []])

        // Neither the starter nor a running run reads it.
        _ = try await home.test.hub.invoke(Self.lamp2, command: 1, as: owner)
        _ = try await home.test.hub.invoke(Self.lamp2, command: 0, as: owner)
        await home.test.clock.advance(by: .seconds(61))
        var run = try await newestRun(waits.id, home)
        while run?.end == nil { run = try await newestRun(waits.id, home) }
        expect(run?.end?.reason, equals: .conditionUnknown)
        expect(run?.end?.nodeID, equals: 5)
        try await expectNil(newestRun(follows.id, home))
        expect(home.lamps.commands, equals: 2)

        _ = try await home.people().updatePerson(.init(personID: home.person("anna"), role: .administrator))
        try await expect(issues(), equals: [[], [], []])
        _ = try await home.test.hub.invoke(Self.lamp2, command: 1, as: owner)
        while try await newestRun(follows.id, home)?.end == nil {}
        expect(home.lamps.commands, equals: 4)
    }

    /// A guest's hours also apply to automations.
    @Test func aGuestsAutomationFollowsTheGuestsHours() async throws {
        let home = try await PeopleHome()
        let anna = try await home.join("anna", .administrator)
        let rule = try await create([Home.starter(2, Self.lamp1), Home.command(3, Self.lamp2, 1)], in: home, by: anna)
        var request = Hearth_V1_UpdatePersonRequest(personID: home.person("anna"), role: .guest)
        request.grant = Hearth_V1_Grant(
            everything: true, until: .init(sinceEpoch: home.test.clock.sinceEpoch + .seconds(90)))
        _ = try await home.people().updatePerson(request)
        try await expect(listed(rule.id, home).issues.isEmpty)
        await home.test.clock.advance(by: .seconds(91))
        try await expect(listed(rule.id, home).issues.map(\.kind), equals: ["missingRight", "missingRight"])
    }

    /// Two automations that trigger each other are stopped and say why; a person's switch works meanwhile.
    @Test func aRingOfAutomationsIsBroken() async throws {
        let home = try await PeopleHome()
        let one = try await create([Home.starter(2, Self.lamp1), Home.command(3, Self.lamp2, 2)], in: home)
        let other = try await create([Home.starter(2, Self.lamp2), Home.command(3, Self.lamp1, 2)], in: home)
        _ = try await home.test.hub.invoke(Self.lamp1, command: 1, as: owner)
        func reasons() async throws -> [Hearth_V1_AutomationEnd.Reason?] {
            var reasons: [Hearth_V1_AutomationEnd.Reason?] = []
            for id in [one.id, other.id] {
                reasons += try await client(home).listRuns(.init(automationID: id)).nonStarts.map { $0.last?.reason }
            }
            return reasons
        }
        while try await !reasons().contains(where: { $0 == .loop || $0 == .alreadyRunning }) {}
        expect(home.lamps.commands, isAtMost: 9)
        _ = try await home.test.hub.invoke(Self.lamp1, command: 0, as: owner)
        try expect(home.test.hub.read(Self.lamp1, as: owner).attributes[0], equals: .bool(false))
    }
}

extension Hearth_V1_AutomationStep.OneOf_What {
    fileprivate var outcome: Hearth_V1_AutomationOutcome? {
        if case .action(let action) = self { action.outcome } else { nil }
    }
}
