internal import ExampleMaker
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

private typealias Spinner = ExampleOrganization.SpinnerTrait

/// A device as a maker writes it.
private struct SpinningStand: ExampleOrganization.SpinnerTraitHandler {
    var features: Spinner.Feature = [.variableSpeed]

    var initialAttributes: Spinner.Attributes {
        var attributes = Spinner.Attributes()
        attributes.featureMap = features
        attributes.rpm = 0
        attributes.maxSpeed = 120
        attributes.label = "Stand"
        return attributes
    }

    func spin(_ arguments: Spinner.Commands.Spin, _ state: TraitState<Spinner>) async throws(TraitError) {
        guard arguments.turns < 100 else {
            state.update {
                $0.rpm = 0
                $0.emit(Spinner.JammedEvent.self) { $0.atSpeed = 60 }
            }
            throw TraitError(.invalidInState, "the stand is held")
        }
        state.update { $0.rpm = arguments.speed.value ?? $0.maxSpeed }
    }
}

/// A device that keeps working after it has answered.
private final class SlowStand: ExampleOrganization.SpinnerTraitHandler {
    private let kept = Mutex<[TraitState<Spinner>]>([])

    /// The state at its start, and that of each command.
    var states: [TraitState<Spinner>] { kept.withLock { $0 } }

    var initialAttributes: Spinner.Attributes { SpinningStand().initialAttributes }

    func started(_ state: TraitState<Spinner>, remembered: Spinner.Attributes) async {
        kept.withLock { $0 = [state] }
    }

    func spin(_ arguments: Spinner.Commands.Spin, _ state: TraitState<Spinner>) async throws(TraitError) {
        kept.withLock { $0.append(state) }
        state.update { $0.rpm = 10 }
    }
}

/// Commands with responses, and optional ones.
private struct Lock: Matter.DoorLockTraitHandler {
    typealias Lock = Matter.DoorLockTrait

    var initialAttributes: Lock.Attributes {
        var attributes = Lock.Attributes()
        attributes.featureMap = [.user]
        attributes.lockState = .locked
        attributes.autoRelockTime = 30
        attributes.actuatorEnabled = true
        return attributes
    }

    var optionalCommands: Set<OptionalCommand<Lock>> { [.unlockWithTimeout] }

    func lockDoor(_ arguments: Lock.Commands.LockDoor, _ state: TraitState<Lock>) async {
        state.update { $0.lockState = .locked }
    }

    func unlockDoor(_ arguments: Lock.Commands.UnlockDoor, _ state: TraitState<Lock>) async {
        state.update { $0.lockState = .unlocked }
    }

    func getUser(
        _ arguments: Lock.Commands.GetUser, _ state: TraitState<Lock>
    ) async throws(TraitError) -> Lock.GetUserResponse {
        var response = Lock.GetUserResponse()
        response.userIndex = arguments.userIndex
        response.userName = "Ada"
        return response
    }

    func started(_ state: TraitState<Lock>, remembered: Lock.Attributes) async {
        if let lockState = remembered.lockState { state.update { $0.lockState = lockState } }
    }

    func write(_ changes: Lock.Attributes, _ state: TraitState<Lock>) async throws(TraitError) {
        guard changes.autoRelockTime != 7 else { throw TraitError(.constraintError, "not seven") }
        state.take(changes)
    }
}

private final class Reports: Sendable {
    private let list = Mutex<[TraitReport]>([])

    func add(_ report: TraitReport) { list.withLock { $0.append(report) } }
    func take() -> [TraitReport] {
        list.withLock { list in
            defer { list = [] }
            return list
        }
    }
}

@Suite(.timeLimit(.minutes(5)))
struct HandlerTests {
    private let reports = Reports()

    private func host(_ handler: some TraitHandler) -> HostedTrait {
        let reports = reports
        return HostedTrait(handler) { reports.add($0) }
    }

    @Test func aCommandChangesAttributesInOneReport() async throws {
        let trait = host(SpinningStand())
        var spin = Spinner.Commands.Spin()
        spin.turns = 3
        spin.speed = .value(45)
        try await expect(trait.invoke(0, serialized: spin.serialized(), cause: .client("test")).isEmpty)
        let all = reports.take()
        expect(all.map(\.attributes), equals: [[0: .unsigned(45)]])
        expect(all.map(\.cause), equals: [.client("test")])
        expect(trait.attributes[0], equals: .unsigned(45))
    }

    /// Later effects of a command have its cause if they are reported with its state, also long after its answer.
    @Test func theStateOfACommandMayBeKeptForWhatItBegan() async throws {
        let stand = SlowStand(), trait = host(stand)
        await trait.start()
        var spin = Spinner.Commands.Spin()
        spin.turns = 3
        _ = try await trait.invoke(0, serialized: spin.serialized(), cause: .client("test"))
        try require(stand.states.last).update { $0.rpm = 45 }
        try require(stand.states.first).update { $0.rpm = 0 }
        let all = reports.take()
        expect(all.map { $0.attributes[0] }, equals: [.unsigned(10), .unsigned(45), .unsigned(0)])
        expect(all.map(\.cause), equals: [.client("test"), .client("test"), .device])
    }

    @Test func anEventTravelsWithTheChangeItBelongsTo() async throws {
        let trait = host(SpinningStand())
        var spin = Spinner.Commands.Spin()
        spin.turns = 1
        _ = try await trait.invoke(0, serialized: spin.serialized(), cause: .device)
        _ = reports.take()
        spin.turns = 100
        await expect(throws: TraitError(.invalidInState, "the stand is held")) {
            try await trait.invoke(0, serialized: spin.serialized(), cause: .device)
        }
        let report = try require(reports.take().first)
        expect(report.attributes, equals: [0: .unsigned(0)])
        let event = try require(report.events.first)
        expect(event.id, equals: Spinner.JammedEvent.eventID)
        expect(Spinner.JammedEvent.traitID, equals: Spinner.descriptor.id)
        try expect(Spinner.JammedEvent.Payload(serialized: event.payload.span.bytes).atSpeed, equals: 60)
    }

    @Test func unchangedStateReportsNothing() async throws {
        let trait = host(Lock())
        _ = try await trait.invoke(0, serialized: [], cause: .device)
        expect(reports.take().isEmpty)
    }

    @Test func aResponseComesBackEncoded() async throws {
        var arguments = Matter.DoorLockTrait.Commands.GetUser()
        arguments.userIndex = 4
        let bytes = try await host(Lock()).invoke(0x1B, serialized: arguments.serialized(), cause: .device)
        let response = try Matter.DoorLockTrait.GetUserResponse(serialized: bytes.span.bytes)
        expect(response.userIndex, equals: 4)
        expect(response.userName, equals: "Ada")
    }

    @Test func commandsThatTheDeviceLacksAreRefused() async {
        let trait = host(SpinningStand())
        await expect(throws: TraitError(.unsupportedCommand, "this device has no command Spinner.calibrate")) {
            try await trait.invoke(1, serialized: [], cause: .device)
        }
        await expect(throws: TraitError.self) { try await trait.invoke(99, serialized: [], cause: .device) }
        await expect(throws: TraitError.self) { try await trait.invoke(0, serialized: [0xFF], cause: .device) }
        expect(reports.take().isEmpty)
    }

    @Test func theListsFollowFromFeaturesAndChoices() {
        let accepted = GlobalAttribute.acceptedCommandList
        expect(host(SpinningStand()).attributes[accepted], equals: .list([.unsigned(0), .unsigned(1)]))
        expect(host(SpinningStand(features: [])).attributes[accepted], equals: .list([.unsigned(0)]))
        let lock = host(Lock()).attributes
        let commands = lock[accepted]?.list?.compactMap(\.integer) ?? []
        expect(commands.starts(with: [0, 1, 3]))
        expect(commands.contains(0x1B))
        expect(!commands.contains(0x0B))
        expect(lock[GlobalAttribute.generatedCommandList]?.list?.contains(.unsigned(0x1C)), equals: true)
        expect(
            lock[GlobalAttribute.clusterRevision], equals: .unsigned(UInt64(Matter.DoorLockTrait.descriptor.revision)))
        let attributes = lock[GlobalAttribute.attributeList]?.list?.compactMap(\.integer) ?? []
        expect(attributes, equals: lock.fields.keys.map(Int64.init).sorted())
    }

    @Test func writesGoIntoTheStateUnlessTheDeviceRefuses() async throws {
        let trait = host(Lock())
        var changes = Matter.DoorLockTrait.Attributes()
        changes.autoRelockTime = 7
        await expect(throws: TraitError.self) {
            try await trait.write(serialized: changes.serialized(), cause: .device)
        }
        expect(trait.attributes[0x23], equals: .unsigned(30))
        changes.autoRelockTime = 8
        try await trait.write(serialized: changes.serialized(), cause: .automation("night"))
        expect(trait.attributes[0x23], equals: .unsigned(8))
        expect(reports.take().map(\.cause), equals: [.automation("night")])
    }

    @Test func settingsAreRememberedAndTheRestIsTheDevicesChoice() async {
        let trait = host(Lock())
        // autoRelockTime is writable, actuatorEnabled is not; wrongCodeEntryLimit is not on this device.
        await trait.start(remembered: [0: .unsigned(2), 2: .bool(false), 0x23: .unsigned(90), 0x30: .unsigned(5)])
        expect(trait.attributes[0], equals: .unsigned(2))
        expect(trait.attributes[2], equals: .bool(true))
        expect(trait.attributes[0x23], equals: .unsigned(90))
        expectNil(trait.attributes[0x30])
        expect(reports.take().map(\.attributes), equals: [[0: .unsigned(2)]])
    }
}
