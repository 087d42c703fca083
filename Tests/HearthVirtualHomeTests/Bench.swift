internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// One endpoint with behaviours, a clock that is moved by hand, and a record of its reports. After each call it checks
/// that the reports add up to the state.
struct Bench {
    struct Report {
        let time: Duration
        let traitID: UInt32
        let values: StructureValue
    }

    private(set) var device: VirtualDevice
    private(set) var now = Duration.seconds(100)
    private(set) var reports: [Report] = []
    private(set) var events: [DeviceChange.EventOccurrence] = []
    private var shadow: [UInt32: StructureValue] = [:]

    /// - Parameter stored: The values from before a restart, by trait.
    init(_ behaviors: [any HostedBehavior], stored: [UInt32: StructureValue] = [:]) {
        let endpoint = VirtualEndpoint(id: 1, parent: 0, deviceTypes: [], behaviors: behaviors)
        device = VirtualDevice(id: "bench", name: "Bench", room: nil, endpoints: [endpoint])
        let target = TraitTarget(deviceID: "bench", endpoint: 1)
        let state = StoredState(
            Dictionary(uniqueKeysWithValues: stored.map { (TraitPath(target, $0.key), $0.value) }))
        device.start(context, stored: state)
        for trait in device.description.endpoints[0].traits { shadow[trait.descriptor.id] = trait.attributes }
    }

    /// The same device after a power cut.
    func restarted(_ behaviors: [any HostedBehavior]) -> Bench {
        Bench(behaviors, stored: shadow)
    }

    private var context: EndpointContext {
        EndpointContext(now: now, sinceEpoch: .seconds(1_800_000_000) + now)
    }

    // MARK: Events

    @discardableResult
    mutating func send<T: HearthTraitCore.Trait>(
        _ trait: T.Type, _ id: UInt32, _ arguments: some Message = EmptyMessage()
    ) throws -> StructureValue? {
        let command = try require(T.descriptor.command(id))
        let values = try T.descriptor.decodeArguments(of: command, arguments.serialized().span.bytes)
        return try send(T.descriptor.id, command, values)
    }

    @discardableResult
    mutating func send(
        _ traitID: UInt32, _ command: CommandDescriptor, _ values: StructureValue
    ) throws(TraitError) -> StructureValue? {
        var outcome = VirtualDevice.Outcome()
        defer { record(outcome) }
        return try device.invoke(
            CommandCall(command, values: values), of: traitID, at: 1, context, &outcome)
    }

    mutating func write<T: HearthTraitCore.Trait>(_ trait: T.Type, _ change: (inout T.Attributes) -> Void) throws {
        var attributes = T.Attributes()
        change(&attributes)
        let values = try T.descriptor.decodeAttributes(attributes.serialized().span.bytes)
        try write(T.descriptor.id, values)
    }

    mutating func write(_ traitID: UInt32, _ values: StructureValue) throws(TraitError) {
        var outcome = VirtualDevice.Outcome()
        defer { record(outcome) }
        try device.write(values, to: traitID, at: 1, context, &outcome)
    }

    mutating func sense(_ input: PhysicalInput) {
        var outcome = VirtualDevice.Outcome()
        device.sense(input, at: nil, context, &outcome)
        record(outcome)
    }

    /// Lets time pass, calling the device whenever it asks for it.
    mutating func pass(_ time: Duration) {
        let end = now + time
        while let deadline = device.deadline, deadline <= end {
            now = max(now, deadline)
            for (_, outcome) in device.timePassed(context) { record(outcome) }
            if let next = device.deadline, next <= now {
                Issue.record("the device asks for the past: \(next) at \(now)")
                break
            }
        }
        now = end
    }

    private mutating func record(_ outcome: VirtualDevice.Outcome) {
        for (key, values) in outcome.attributes {
            reports.append(Report(time: now, traitID: key.traitID, values: values))
            shadow[key.traitID, default: [:]].fields.merge(values.fields) { _, new in new }
        }
        events += outcome.events
        for trait in device.description.endpoints[0].traits where shadow[trait.descriptor.id] != trait.attributes {
            Issue.record("\(trait.descriptor.name): the reports differ from the state")
        }
    }

    // MARK: State

    func attributes<B: TraitBehavior>(_ type: B.Type) throws -> B.T.Attributes {
        try require(device.endpoint(1)?.behaviors.behavior(type)).attributes
    }

    /// The reported values of an attribute, with their times since `start`.
    func reports<T: HearthTraitCore.Trait>(of trait: T.Type, _ id: UInt32, since start: Duration) -> [(
        time: Duration, value: Int64?
    )] {
        reports.compactMap { report in
            guard report.traitID == T.descriptor.id, report.time >= start, let value = report.values[id] else {
                return nil
            }
            return (report.time - start, value.integer)
        }
    }
}

/// The status of the error that `body` throws; nil for none.
func status(_ body: () throws -> Void) -> MatterStatus? {
    do {
        try body()
        return nil
    } catch {
        return (error as? TraitError)?.status ?? .unsupportedAccess
    }
}
