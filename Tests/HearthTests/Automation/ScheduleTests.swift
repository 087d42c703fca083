internal import Foundation
internal import HearthAutomation
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Starters for times, events and values.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct ScheduleTests {
    private struct Found {
        let graph: AutomationGraph
        let issues: [String]

        /// The starters, in order.
        var starters: [HearthAutomation.Starter] {
            graph.nodes.compactMap { if case .starter(let starter) = $0.kind { starter } else { nil } }
        }
    }

    private func check(
        @FlowBuilder _ nodes: (Structure, HomeDevice) -> [any Node]
    ) async throws -> Found {
        let (fixture, structure) = try await HubFixture.withStructure()
        let lamp = try await fixture.device("bedroom-lamp")
        let draft = automation(name: "Times") {
            nodes(structure, lamp)
            action(lamp, DimmableLightDeviceType.self) {
                Matter.OnOffTrait.update { $0.setStartUpOnOff(.on) }
            }
        }
        let issues = try await structure.validateAutomation(draft)
        await fixture.stop()
        return Found(
            graph: AutomationGraph(draft.program().graph), issues: issues.map { "\($0.issueType) \($0.severity)" })
    }

    @Test func timesOfClockAndSunAndCronAreWhatTheHubReads() async throws {
        typealias Time = Google.TimeTrait
        let found = try await check { structure, _ in
            select {
                starter(structure, Time.ScheduledEvent.self) {
                    Time.ScheduledEvent.clockTime(TimeOfDay(hours: 7, minutes: 5))
                    Time.ScheduledEvent.daysOfWeek([.monday, .friday])
                }
                starter(structure, Time.ScheduledEvent.self) {
                    Time.ScheduledEvent.solarTime(SolarTime(type: .sunset, offset: .seconds(-1_800)))
                }
                starter(structure, Time.RecurringClockTimeScheduledEvent.self) {
                    Time.RecurringClockTimeScheduledEvent.cronExpression("0 30 6 ? * MON-FRI")
                }
                starter(structure, Time.RecurringSolarTimeScheduledEvent.self) {
                    Time.RecurringSolarTimeScheduledEvent.solarTime(SolarTime(type: .sunrise))
                    Time.RecurringSolarTimeScheduledEvent.cronExpression("0 0 0 L * ?")
                }
            }
        }
        // The hub of the test does not know where it is; times and cron expressions it can read.
        expect(Set(found.issues).isSubset(of: ["missingStructureLocation error", "missingStructureTimeZone error"]))
        let parameters = found.starters.map(\.parameters)
        expect(found.starters.map(\.eventID), equals: [0, 0, 1, 2])
        expect(
            parameters[0],
            equals: [
                0: .structure([0: .unsigned(7), 1: .unsigned(5)]), 2: .list([.unsigned(2), .unsigned(6)]),
            ])
        expect(parameters[1], equals: [1: .structure([0: .unsigned(2), 1: .signed(-1_800)])])
        expect(parameters[2], equals: [1: .string("0 30 6 ? * MON-FRI")])
        expect(
            parameters[3],
            equals: [
                0: .structure([0: .unsigned(1), 1: .signed(0)]), 1: .string("0 0 0 L * ?"),
            ])
    }

    @Test func daysMayBeFoundations() {
        let days: [Locale.Weekday] = [.sunday, .saturday]
        let parameter = Google.TimeTrait.ScheduledEvent.daysOfWeek(days).parameter
        expect((parameter.value as? Constant)?.value.traitValue, equals: .list([.unsigned(1), .unsigned(7)]))
        expect(parameter.name, equals: "daysOfWeek")
    }

    @Test func aStarterMayWaitForAValueToBeReached() async throws {
        let found = try await check { _, lamp in
            starter(lamp, DimmableLightDeviceType.self, Matter.LevelControlTrait.self) {
                $0.currentLevel.greaterThan(100)
            }
        }
        expect(found.issues.isEmpty)
        let id = try require(found.graph.root.children.first?.id)
        expect(
            found.starters.first?.becomes,
            equals: .operation(.greaterThan, [.field(FieldReference(id, 0)), .constant(.unsigned(100))]))
    }

    @Test func holdsWaitsVariablesAndChainsAreWhatTheHubReads() async throws {
        let found = try await check { _, lamp in
            let level = starter(lamp, DimmableLightDeviceType.self, Matter.LevelControlTrait.self)
            level
            condition(for: .seconds(60)) { level.currentLevel.greaterThan(10) }
            suppress(for: .seconds(300))
            var bright = variable(Bool.self)
            bright.assign(level.currentLevel.greaterThan(200))
            let dimmed = wait(for: level.currentLevel.lessThan(5), timeout: .seconds(30))
            dimmed
            condition { dimmed.isMet }
            ifThen(bright.value) {
                action(lamp, DimmableLightDeviceType.self, onFailure: .retry(times: 3, after: .seconds(5))) {
                    Matter.OnOffTrait.off()
                }
            }
            .elseIf(level.currentLevel.equals(254)) {
                delay(for: .seconds(10))
                action(lamp, DimmableLightDeviceType.self, onFailure: .stop) { Matter.OnOffTrait.toggle() }
            }
            .orElse {
                parallel {
                    for _ in 1...2 { action(lamp, DimmableLightDeviceType.self) { Matter.OnOffTrait.on() } }
                }
            }
        }
        expect(!found.issues.contains { $0.hasSuffix("error") }, "\(found.issues)")
        let kinds = found.graph.nodes.map(\.kind)
        expect(kinds.contains { if case .condition(let node) = $0 { node.hold == .seconds(60) } else { false } })
        expect(kinds.contains(.suppression(.seconds(300))))
        expect(kinds.contains { if case .wait(let node) = $0 { node.timeout == .seconds(30) } else { false } })
        expect(
            kinds.contains {
                if case .ifChain(let chain) = $0 { chain.branches.count == 2 && chain.otherwise != nil } else { false }
            })
        let failures = kinds.compactMap { if case .action(let node) = $0 { node.onFailure } else { nil } }
        expect((failures.contains(.retry(times: 3, after: .seconds(5))), failures.contains(.stop)), are: (true, true))
        expect(kinds.contains { if case .action(let node) = $0 { node.commandID == nil } else { false } })
    }

    /// Parts that Google's language lacks are read back as written.
    @Test func allKindsOfActionsReadBack() async throws {
        let app = try await AutomationHouse.start()
        let lamp = try await app.device("bedroom-lamp")
        let room = try require(try await app.home.rooms().list().first { $0.name == "Bedroom" })
        let scene = try await app.structure.createAutomation(
            automation(name: "Scene") {
                manualStarter()
                action(room, DimmableLightDeviceType.self) { Matter.OnOffTrait.on() }
                action(app.structure, DimmableLightDeviceType.self) { Matter.OnOffTrait.off() }
            })
        let draft = automation(name: "Rest", settings: AutomationSettings(mode: .restart, catchUp: .seconds(60))) {
            starter(lamp, DimmableLightDeviceType.self, Matter.OnOffTrait.self).caused(by: .device, .client)
            execute(scene)
            wait(timeout: .seconds(60)) {
                starter(lamp, DimmableLightDeviceType.self, Matter.LevelControlTrait.self)
                starter(lamp, DimmableLightDeviceType.self, Matter.OnOffTrait.self) { $0.onOff.equals(false) }
            }
            restore()
        }
        let saved = try await app.structure.createAutomation(draft)
        expect(saved.validationIssues.filter { $0.severity == .error }.map(\.details), equals: [])
        expect(saved.compatibleWithSdk)
        let nodes = try require(saved.automationGraph?.nodes)
        expect((nodes[0] as? AttributeStarter)?.causes, equals: [.device, .client])
        expect((nodes[1] as? Execution)?.automationID, equals: scene.id)
        let awaited = try require(nodes[2] as? Hearth.Wait)
        expect(awaited.starters.map { ($0 as? AttributeStarter)?.becomes == nil }, equals: [true, false])
        expect(nodes[3] is Restoration)
        expect(saved.automationGraph?.isEqual(to: try require(draft.automationGraph)), equals: true)
        let actions = try require(scene.automationGraph?.nodes.compactMap { $0 as? Hearth.Action })
        expect(actions.map { $0.entity?.id }, equals: [room.id, app.structure.id])
        let settings = try require(saved as? HomeAutomation).settings
        expect((settings.mode, settings.catchUp), are: (.restart, .seconds(60)))
        await app.stop()
    }

    @Test func aPartIsNamedWhereADeviceHasSeveralOfAType() async throws {
        let fixture = try await HubFixture.start([
            TestHouse.device(
                "strip", "Strip", nil,
                Array(
                    repeating: (
                        OnOffPluginUnitDeviceType.descriptor,
                        [TestHouse.trait(Matter.OnOffTrait.descriptor, [0: .bool(false)], commands: [0, 1, 2])]
                    ), count: 2))
        ])
        let structure = try require(try await fixture.home.structures().list().first)
        let strip = try await fixture.device("strip")
        func issues(_ endpoint: UInt16?) async throws -> [ValidationIssueType] {
            try await structure.validateAutomation(
                automation {
                    manualStarter()
                    action(strip, OnOffPluginUnitDeviceType.self, endpoint: endpoint) { Matter.OnOffTrait.on() }
                }
            ).map(\.issueType)
        }
        try await expect((issues(nil), issues(2)), are: ([.invalidEntity], []))
    }
}
