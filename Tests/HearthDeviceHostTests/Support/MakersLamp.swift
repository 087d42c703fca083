internal import HearthDeviceBehaviors
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import HearthDeviceHost

/// A bulb that notes what it is told, with the time.
final class Bulb: LevelActuator, OnOffActuator, ColorActuator {
    struct Entry<Value: Sendable & Equatable>: Sendable, Equatable {
        let time: Duration
        let value: Value
    }

    struct Notes: Sendable {
        var levels: [Entry<UInt8>] = []
        var states: [Bool] = []
        var colors: [LightColor] = []
    }

    private let clock: ManualClock
    private let notes = Mutex(Notes())

    init(_ clock: ManualClock) { self.clock = clock }

    func apply(level: UInt8) { notes.withLock { $0.levels.append(Entry(time: clock.now, value: level)) } }
    func apply(isOn: Bool) { notes.withLock { $0.states.append(isOn) } }
    func apply(color: LightColor) { notes.withLock { $0.colors.append(color) } }

    var levels: [Entry<UInt8>] { notes.withLock { $0.levels } }
    var level: UInt8? { levels.last?.value }
    var states: [Bool] { notes.withLock { $0.states } }
    var colors: [LightColor] { notes.withLock { $0.colors } }

    func forget() { notes.withLock { $0 = Notes() } }
}

/// A device of a maker's process, with a clock that is moved by hand and a record of its reports.
final class MakersDevice: Sendable {
    private final class Reports: DeviceReporter {
        let changes = Mutex<[DeviceChange]>([])
        let memories = Mutex<[String: [String: [UInt8]]]>([:])

        func report(_ change: DeviceChange) { changes.withLock { $0.append(change) } }
        func bring(_ devices: [DeviceDescription]) {}
        func remove(_ deviceIDs: [String]) {}
        func remember(_ deviceID: String, key: String, _ value: [UInt8]) {
            memories.withLock { $0[deviceID, default: [:]][key] = value }
        }
    }

    let clock: ManualClock
    let provider: HandlerProvider
    private let id: String
    private let reports = Reports()
    private let described: [DeviceDescription]

    /// - Parameters:
    ///   - values: the stored values of endpoint 1, by trait.
    ///   - memories: the stored data of the device, by key.
    ///   - before: what happens before the first contact with the hub.
    init(
        _ clock: ManualClock, _ type: any DeviceType.Type, _ handlers: [any TraitImplementation],
        values: [UInt32: StructureValue] = [:], memories: [String: [UInt8]] = [:],
        before: (HandlerProvider) async throws -> Void = { _ in }
    ) async throws {
        let id = "lamp"
        self.clock = clock
        self.id = id
        let device = HostedDevice(id: id, name: "Lamp", type: type, handlers: handlers)
        provider = try HandlerProvider([device], clock: clock)
        try await before(provider)
        let stored = StoredState(
            Dictionary(uniqueKeysWithValues: values.map { (TraitPath(.init(deviceID: id, endpoint: 1), $0), $1) }),
            memories: [id: memories])
        described = await provider.start(hub: reports, stored: stored)
    }

    var changes: [DeviceChange] { reports.changes.withLock { $0 } }
    var memories: [String: [UInt8]] { reports.memories.withLock { $0[id] } ?? [:] }

    /// The values of a trait: those that it was described with, and the reports since.
    func values<T: HearthTraitCore.Trait>(of trait: T.Type) throws -> T.Attributes {
        let endpoint = try require(described.first?.endpoints.first { $0.id == 1 })
        var values = try require(endpoint.traits.first { $0.descriptor.id == T.descriptor.id }).attributes
        for change in changes {
            let changed = change.attributes[.init(endpoint: 1, traitID: T.descriptor.id)]
            values.fields.merge(changed?.fields ?? [:]) { $1 }
        }
        return try T.Attributes(serialized: T.descriptor.encodeAttributes(values).span.bytes)
    }

    @discardableResult
    func send<T: HearthTraitCore.Trait>(
        _ trait: T.Type, _ command: UInt32, _ arguments: some Message = EmptyMessage(),
        cause: ChangeCause = .client("app")
    ) async throws -> [UInt8] {
        let command = try require(T.descriptor.command(command))
        return try await provider.carryOut(work(T.descriptor, .invoke(command), arguments.serialized(), cause))
    }

    func write<T: HearthTraitCore.Trait>(_ trait: T.Type, _ change: (inout T.Attributes) -> Void) async throws {
        var attributes = T.Attributes()
        change(&attributes)
        _ = try await provider.carryOut(work(T.descriptor, .write, attributes.serialized(), .client("app")))
    }

    private func work(
        _ trait: TraitDescriptor, _ task: DeviceWork.Task, _ message: [UInt8], _ cause: ChangeCause
    ) -> DeviceWork {
        DeviceWork(
            id: 1, trait: trait, path: TraitPath(TraitTarget(deviceID: id, endpoint: 1), trait.id), task: task,
            message: message, cause: cause)
    }
}
