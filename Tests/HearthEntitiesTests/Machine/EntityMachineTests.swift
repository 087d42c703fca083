internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// The machine, step by step.
struct EntityMachineTests {
    private typealias T = StandardTraits

    private let onOff = TraitPath(TraitTarget(deviceID: "test-plug", endpoint: 1), StandardTraits.matterOnOff.id)

    private func begin(
        _ machine: inout EntityMachine, _ command: String, _ cause: ChangeCause = .client("c")
    ) throws -> EntityMachine.Sending {
        try machine.begin(
            CommandInvocation(
                path: onOff, command: require(T.matterOnOff.command(named: command)), arguments: [:], cause: cause))
    }

    private func relay(_ isOn: Bool, isReplay: Bool = false) -> EntityReport {
        EntityReport(
            deviceID: "plug", states: [EntityState(entity: "relay", values: [.on: .bool(isOn)])], isReplay: isReplay)
    }

    @Test func confirmationHasTheCommandsCause() throws {
        var machine = EntityMachine(prefix: "test-")
        _ = try machine.describe(Devices.plug)
        let sending = try begin(&machine, "on")
        expect(sending.commands, equals: [EntityCommand(entity: "relay", values: [.on: .bool(true)])])
        let reported = machine.report(relay(true))
        expect(reported.confirmed, equals: [try require(sending.ticket)])
        expect(reported.change?.cause, equals: .client("c"))
        expect(machine.report(relay(false)).change?.cause, equals: .device)
    }

    @Test func equalValuesAreNotReported() throws {
        var machine = EntityMachine(prefix: "test-")
        _ = try machine.describe(Devices.plug)
        expect(machine.report(relay(true)).change != nil)
        expect(machine.report(relay(true)).change == nil)
        expect(machine.report(EntityReport(deviceID: "other")).change == nil)
        let unknown = EntityState(entity: "?", values: [.on: .bool(true)])
        expect(machine.report(EntityReport(deviceID: "plug", states: [unknown])).change == nil)
    }

    @Test func stateThatHoldsNeedsNoConfirmation() throws {
        var machine = EntityMachine(prefix: "test-")
        _ = try machine.describe(Devices.plug)
        _ = machine.report(relay(true))
        let sending = try begin(&machine, "on")
        expect(sending.commands.count, equals: 1)
        expect(sending.ticket == nil)
    }

    @Test func laterCommandReplacesTheWait() throws {
        var machine = EntityMachine(prefix: "test-")
        _ = try machine.describe(Devices.plug)
        _ = machine.report(relay(true))
        let first = try begin(&machine, "off")
        let second = try begin(&machine, "off")
        expect(second.superseded, equals: [try require(first.ticket)])
        expect(machine.expire(try require(first.ticket), of: "plug", after: .seconds(10)) == nil)
        let error = machine.expire(try require(second.ticket), of: "plug", after: .seconds(10))
        expect(error?.message.hasPrefix("sent to \"Plug\", but not confirmed") ?? false)
        expect(machine.report(relay(false)).confirmed, equals: [])
    }

    @Test func coverThatMovesIsConfirmed() throws {
        let machine = try TestDevice([Entity(key: "e", name: "", kind: .cover(EntityKind.Cover(hasPosition: true)))])
            .machine()
        var cover = machine
        cover.take(["e": [.position: .number(0), .action: .text("idle")]])
        _ = try cover.invoke(T.matterWindowCovering, "UpOrOpen")
        cover.take(["e": [.action: .text("closing")]])
        expect(cover.last.confirmed, equals: [])
        cover.take(["e": [.action: .text("opening")]])
        expect(cover.last.confirmed.count, equals: 1)
        _ = try cover.invoke(T.matterWindowCovering, "DownOrClose")
        cover.take(["e": [.position: .number(0.5)]])
        expect(cover.last.confirmed, equals: [])
    }

    @Test func replayedEventsAreIgnored() throws {
        var machine = EntityMachine(prefix: "test-")
        let device = TestDevice([Entity(key: "e", name: "", kind: .event(types: ["x"], deviceClass: ""))]).device
        _ = try machine.describe(device)
        let event = EntityReport.Event(entity: "e", type: "x")
        expect(machine.report(EntityReport(deviceID: "d", events: [event], isReplay: true)).change == nil)
        expect(machine.report(EntityReport(deviceID: "d", events: [event])).change?.events.count, equals: 1)
    }

    @Test func unreachableDeviceTakesNoCommands() throws {
        var machine = EntityMachine(prefix: "test-")
        _ = try machine.describe(Devices.plug)
        expect(machine.reachable("plug", false)?.connectivity?.connectivityState, equals: .offline)
        expect(machine.reachable("plug", false) == nil)
        let error = expect(throws: TraitError.self) { try begin(&machine, "on") }
        expect(error?.status, equals: .timeout)
        expect(machine.reachable("plug", true)?.connectivity?.connectivityState, equals: .online)
        expect(throws: Never.self) { try begin(&machine, "on") }
    }

    @Test func newDescriptionKeepsStates() throws {
        var machine = EntityMachine(prefix: "test-")
        _ = try machine.describe(Devices.plug)
        _ = machine.report(relay(true))
        expect(try machine.describe(Devices.plug).description == nil)
        var renamed = Devices.plug
        renamed.name = "Other"
        renamed.entities.insert(Entity(key: "new", name: "New", kind: .toggle(deviceClass: "")), at: 0)
        let description = try require(machine.describe(renamed).description)
        let relays = description.endpoints.first { $0.id == 1 }?.traits.first { $0.descriptor.id == 6 }
        expect(relays?.attributes[0], equals: .bool(true))
        expect(description.endpoints.map(\.id), equals: [0, 1, 2, 3])
        expect(machine.remove("plug")?.hubID, equals: "test-plug")
        expect(machine.remove("plug") == nil)
    }

    @Test func whatIsNeverReportedIsNotAwaited() {
        func awaited(
            _ values: [EntityProperty: EntityValue], _ known: [EntityProperty: EntityValue] = [:]
        ) -> Set<EntityProperty> {
            let command = EntityCommand(entity: "e", values: values)
            return Set(Expectation.of(command, EntityStates(["e": known])).map(\.property))
        }
        expect(awaited([.effect: .text("rainbow"), .tone: .text("a"), .on: .bool(true)]), equals: [.on])
        expect(awaited([.effect: .text("rainbow")], [.effect: .text("None")]), equals: [.effect])
        expect(awaited([.hue: .number(200), .saturation: .number(2)]), equals: [.saturation])
        expect(awaited([.hue: .number(200), .saturation: .number(50)]), equals: [.hue, .saturation])
    }

    @Test(arguments: [
        ("disarmed", "arming", false), ("disarmed", "pending", false), ("disarmed", "disarming", true),
        ("disarmed", "disarmed", true), ("armed_away", "arming", true), ("armed_away", "disarmed", false),
    ])
    func alarmPanelConfirms(_ wanted: String, _ reported: String, _ isMet: Bool) {
        let command = EntityCommand(entity: "e", values: [.alarmState: .text(wanted)])
        let states = EntityStates(["e": [.alarmState: .text(reported)]])
        expect(Expectation.of(command, EntityStates()).map { $0.isMet(by: states) }, equals: [isMet])
    }

    @Test func aSilentRefusalOfACodeIsSaid() throws {
        let kind = EntityKind.alarmPanel(modes: ["armed_away"], needsCode: true, needsCodeToArm: true)
        var panel = try TestDevice([Entity(key: "e", name: "", kind: kind)]).machine()
        panel.take(["e": [.alarmState: .text("armed_away")]])
        let command = try require(T.hearthProjectSecuritySystem.command(named: "SetTargetState"))
        let path = TraitPath(TraitTarget(deviceID: "test-d", endpoint: 1), T.hearthProjectSecuritySystem.id)
        let sending = try panel.machine.begin(
            CommandInvocation(
                path: path, command: command, arguments: [0: .unsigned(3), 1: .octets(Array("4711".utf8))],
                cause: .device))
        let error = panel.machine.expire(try require(sending.ticket), of: "d", after: .seconds(10))
        expect(
            error?.message,
            equals:
                "\"Device\" did not confirm it within 10 s; check the code, as the device does not report a wrong one")
    }

    @Test(arguments: [true, false]) func failedArmingColoursNoLaterOne(_ isSent: Bool) throws {
        let kind = EntityKind.alarmPanel(
            modes: ["armed_home", "armed_away"], needsCode: false, needsCodeToArm: false)
        var panel = try TestDevice([Entity(key: "e", name: "", kind: kind)]).machine()
        panel.take(["e": [.alarmState: .text("disarmed")]])
        let command = try require(T.hearthProjectSecuritySystem.command(named: "SetTargetState"))
        let path = TraitPath(TraitTarget(deviceID: "test-d", endpoint: 1), T.hearthProjectSecuritySystem.id)
        let sending = try panel.machine.begin(
            CommandInvocation(path: path, command: command, arguments: [0: .unsigned(0)], cause: .device))
        let ticket = try require(sending.ticket)
        if isSent {
            _ = panel.machine.expire(ticket, of: "d", after: .seconds(10))
        } else {
            panel.machine.cancel(ticket, of: "d")
        }
        panel.take(["e": [.alarmState: .text("arming")]])
        // Armed at the panel: for people who leave.
        expect(try panel.value(of: T.hearthProjectSecuritySystem, "targetState"), equals: .unsigned(1))
    }

    @Test func waitForATransitionIsLimited() throws {
        var machine = EntityMachine(prefix: "test-")
        _ = try machine.describe(Devices.lamp)
        let path = TraitPath(TraitTarget(deviceID: "test-lamp", endpoint: 1), T.matterLevelControl.id)
        let command = try require(T.matterLevelControl.command(named: "MoveToLevelWithOnOff"))
        let arguments = try T.matterLevelControl.checkArguments(
            of: command, [0: .unsigned(9), 1: .unsigned(65_000)], attributes: [:], fixedRulesOnly: true)
        let sending = try machine.begin(
            CommandInvocation(path: path, command: command, arguments: arguments, cause: .device))
        expect(sending.commands.map(\.transition), equals: [.seconds(6_500)])
        expect(sending.extra, equals: .seconds(60))
    }

    @Test func numbersOutliveTheDescription() throws {
        var numbers = EndpointNumbers()
        _ = numbers.number(of: "gone")
        let memories = [EntityMemory.device: [], EntityMemory.numbers: numbers.memory]
        var machine = EntityMachine(prefix: "test-")
        machine.restore(StoredState(memories: ["test-plug": memories]))
        expect(machine.descriptions.isEmpty)
        expect(try machine.describe(Devices.plug).description?.endpoints.map(\.id), equals: [0, 2, 3])
        _ = machine.turn(["rssi"], on: true, of: "test-plug")
        let before = machine.descriptions.map { $0.endpoints.map(\.id) }
        _ = machine.remove("plug")
        expect(try machine.describe(Devices.plug).description.map { [$0.endpoints.map(\.id)] }, equals: before)
        expect(machine.entities(of: "test-plug")?.entities.compactMap(\.leftOut), equals: [])
    }

    @Test func changesSinceADescription() throws {
        var machine = EntityMachine(prefix: "test-")
        let described = try machine.describe(Devices.plug)
        let description = try require(described.description)
        expect(machine.changes(since: description, revision: described.revision) == nil)
        let change = machine.report(relay(true)).change
        let missed = machine.changes(since: description, revision: described.revision)
        expect(missed?.attributes, equals: change?.attributes)
        expect(machine.changes(since: description, revision: described.revision + 1) == nil)
    }
}
