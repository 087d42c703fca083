internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization

/// One device with one endpoint, all of whose traits are served by generated handlers.
final class HandlerHouse: DeviceProvider {
    static let deviceID = "handled"

    private let hub = Mutex<(any DeviceReporter)?>(nil)
    private let traits = Mutex<[UInt32: HostedTrait]>([:])

    func host(_ handler: some TraitHandler) {
        let trait = HostedTrait(handler) { [weak self] in self?.report($0, of: type(of: handler).traitID) }
        traits.withLock { $0[trait.descriptor.id] = trait }
    }

    func start(hub: any DeviceReporter, stored: StoredState) async -> [DeviceDescription] {
        self.hub.withLock { $0 = hub }
        let all = traits.withLock { $0.values.sorted { $0.descriptor.id < $1.descriptor.id } }
        for trait in all { await trait.start() }
        let root = EndpointDescription(
            id: 0, parent: nil, deviceTypes: [.init(id: 0x16, revision: 1, isPrimary: false)], traits: [])
        let lock = DoorLockDeviceType.descriptor
        let endpoint = EndpointDescription(
            id: 1, parent: 0, deviceTypes: [.init(id: lock.id, revision: lock.revision, isPrimary: true)],
            traits: all.map { TraitInstance(descriptor: $0.descriptor, attributes: $0.attributes) })
        return [
            DeviceDescription(id: Self.deviceID, name: "Handled", endpoints: [root, endpoint], isMatterDevice: true)
        ]
    }

    func stop() async { hub.withLock { $0 = nil } }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        let (trait, command) = (try hosted(invocation.path), invocation.command)
        let bytes = try await trait.invoke(
            command.id, serialized: trait.descriptor.encodeArguments(of: command, invocation.arguments),
            cause: invocation.cause)
        return command.response == nil ? nil : try trait.descriptor.decodeResponse(of: command, bytes.span.bytes)
    }

    func write(_ update: AttributeUpdate) async throws {
        let trait = try hosted(update.path)
        try await trait.write(serialized: trait.descriptor.encodeAttributes(update.values), cause: update.cause)
    }

    private func hosted(_ path: TraitPath) throws -> HostedTrait {
        guard let trait = traits.withLock({ $0[path.traitID] }) else {
            throw TraitError(.unsupportedCluster, "no handler for \(path.traitID)")
        }
        return trait
    }

    private func report(_ report: TraitReport, of traitID: UInt32) {
        guard let descriptor = traits.withLock({ $0[traitID]?.descriptor }) else { return }
        let events = report.events.compactMap { event -> DeviceChange.EventOccurrence? in
            guard let described = descriptor.event(event.id),
                let fields = try? descriptor.decodeEvent(described, event.payload.span.bytes)
            else { return nil }
            return .init(endpoint: 1, traitID: traitID, eventID: event.id, fields: fields)
        }
        hub.withLock { $0 }?.report(
            DeviceChange(
                deviceID: Self.deviceID,
                attributes: report.attributes.isEmpty
                    ? [:] : [.init(endpoint: 1, traitID: traitID): report.attributes],
                events: events, cause: report.cause))
    }
}

extension TraitHandler {
    fileprivate static var traitID: UInt32 { HandledTrait.descriptor.id }
}

/// A value for every attribute of a trait, as its descriptor allows: the attributes of a device with everything.
func everyAttribute<T: HearthTraitCore.Trait>(of trait: T.Type) throws -> T.Attributes {
    let descriptor = T.descriptor
    var values = StructureValue()
    for attribute in descriptor.attributes where !GlobalAttribute.contains(attribute.id) {
        values[attribute.id] = sampleValue(attribute.field, of: descriptor)
    }
    values[GlobalAttribute.featureMap] = .unsigned(descriptor.features.reduce(0) { $0 | UInt64($1.mask) })
    return try T.Attributes(serialized: descriptor.encodeAttributes(values).span.bytes)
}

private func sampleValue(_ field: FieldDescriptor, of trait: TraitDescriptor, isEntry: Bool = false) -> TraitValue {
    guard isEntry || !field.isList else { return .list([sampleValue(field, of: trait, isEntry: true)]) }
    let least = if case .literal(let value)? = field.min { value } else { Int64(1) }
    let length = isEntry ? 1 : max(1, field.minLength ?? 1)
    switch field.type {
    case .boolean: return .bool(true)
    case .unsigned: return .unsigned(UInt64(clamping: max(1, least)))
    case .signed: return .signed(least)
    case .single: return .float(1.5)
    case .double: return .double(1.5)
    case .string: return .string(String(repeating: "a", count: length))
    case .octets: return .octets([UInt8](repeating: 7, count: length))
    case .enumeration(let index): return .unsigned(trait.enums[index].cases.last?.value ?? 0)
    case .bitmap(let index): return .unsigned(trait.bitmaps[index].fields.last?.mask ?? 0)
    case .structure(let index):
        let fields = trait.structs[index].fields.map { ($0.id, sampleValue($0, of: trait)) }
        return .structure(StructureValue(Dictionary(fields, uniquingKeysWith: { first, _ in first })))
    }
}
