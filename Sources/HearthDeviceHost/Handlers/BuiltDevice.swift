internal import HearthBase
internal import HearthCommonTraits
internal import HearthDeviceBehaviors
internal import HearthNodeTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// A ``HostedDevice`` with its root endpoint, its Descriptors, a hosted trait for each handler, and a host for the
/// behaviours of each endpoint.
struct BuiltDevice: Sendable {
    struct Part: Sendable {
        let id: UInt16
        let parent: UInt16?
        let types: [DeviceTypeDescriptor]
        let tags: [SemanticTag]
        let handlers: [HostedTrait]
        let behaviors: BehaviorHost
        /// Traits whose implementation is neither a handler nor a behaviour.
        let unknown: [TraitDescriptor]

        /// The traits with their current values, in ascending order of ID.
        var traits: [TraitInstance] {
            let handled = handlers.map { TraitInstance(descriptor: $0.descriptor, attributes: $0.attributes) }
            return (handled + behaviors.traits).ordered(by: \.descriptor.id)
        }
    }

    /// The implementation of a trait.
    enum Implementation {
        case handler(HostedTrait)
        case behaviors(BehaviorHost)
    }

    let id: String
    let name: String
    let room: String?
    let parts: [Part]

    /// - Parameters:
    ///   - clock: the clock of the behaviours.
    ///   - outlet: receives each change of the device.
    /// - Throws: `HomeError` with code `.invalidArgument` that lists all mistakes of the device.
    init(_ device: HostedDevice, clock: any HomeClock, outlet: BehaviorHost.Outlet) throws(HomeError) {
        id = device.id
        name = device.name
        room = device.room
        let root = device.endpoints.first { $0.id == 0 }
        var handlers = root?.handlers ?? []
        if !handlers.contains(where: { $0.traitID == Matter.BasicInformationTrait.descriptor.id }) {
            handlers.append(BasicInformationBehavior(device))
        }
        let endpoints =
            [HostedEndpoint(0, types: root?.types ?? [], tags: root?.tags ?? [], handlers: handlers)]
            + device.endpoints.filter { $0.id != 0 }
        parts = endpoints.map { endpoint in
            let node = endpoint.id == 0 ? [StandardTraits.rootNodeDeviceType] : []
            let types = node + endpoint.types.map { $0.descriptor }
            let describing = DescriptorBehavior(
                deviceTypes: types.map { DeviceTypeEntry(id: $0.id, revision: $0.revision, isPrimary: false) },
                servers: endpoint.handlers.map(\.traitID), parts: Self.below(endpoint.id, endpoints),
                tags: endpoint.tags)
            let behaviors = endpoint.handlers.compactMap { $0 as? any HostedBehavior } + [describing]
            let others = endpoint.handlers.filter { !($0 is any HostedBehavior) }
            return Part(
                id: endpoint.id, parent: endpoint.id == 0 ? nil : endpoint.parent, types: types, tags: endpoint.tags,
                handlers: others.compactMap { $0 as? any TraitHandler }.map { handler in
                    Self.host(handler, of: device.id, at: endpoint.id, report: outlet.report)
                },
                behaviors: BehaviorHost(behaviors, of: device.id, at: endpoint.id, clock: clock, outlet: outlet),
                unknown: others.filter { !($0 is any TraitHandler) }.map(\.trait))
        }
        let mistakes = mistakes
        guard mistakes.isEmpty else {
            throw HomeError(.invalidArgument, "the device '\(id)' can't be hosted: " + mistakes.joined(separator: "; "))
        }
    }

    private static func host(
        _ handler: some TraitHandler, of device: String, at endpoint: UInt16,
        report: @escaping @Sendable (DeviceChange) -> Void
    ) -> HostedTrait {
        let trait = handler.trait
        return HostedTrait(handler) { change in
            let key = DeviceChange.TraitKey(endpoint: endpoint, traitID: trait.id)
            report(
                DeviceChange(
                    deviceID: device, attributes: change.attributes.isEmpty ? [:] : [key: change.attributes],
                    events: change.events.compactMap { event in
                        guard let descriptor = trait.event(event.id),
                            let fields = try? trait.decodeEvent(descriptor, event.payload.span.bytes)
                        else { return nil }
                        return DeviceChange.EventOccurrence(
                            endpoint: endpoint, traitID: trait.id, eventID: event.id, fields: fields,
                            message: event.payload)
                    }, cause: change.cause))
        }
    }

    /// All endpoints below one, at any depth.
    private static func below(_ id: UInt16, _ endpoints: [HostedEndpoint]) -> [UInt16] {
        var found: Set<UInt16> = []
        var open = [id]
        while let above = open.popLast() {
            for endpoint in endpoints where endpoint.parent == above && endpoint.id != 0 && endpoint.id != id {
                if found.insert(endpoint.id).inserted { open.append(endpoint.id) }
            }
        }
        return Array(found)
    }

    // MARK: Validation

    /// All mistakes of the device, as sentences.
    private var mistakes: [String] {
        var mistakes: [String] = []
        if id.isEmpty { mistakes.append("it has no id") }
        let ids = Set(parts.map(\.id))
        if ids.count != parts.count { mistakes.append("two endpoints have the same number") }
        for part in parts {
            if let parent = part.parent, !ids.contains(parent) || parent == part.id {
                mistakes.append("endpoint \(part.id) is below endpoint \(parent), which does not exist")
            }
            if part.types.isEmpty { mistakes.append("endpoint \(part.id) has no device type") }
            var seen: Set<UInt32> = []
            for trait in part.traits {
                // A missing Descriptor type would only repeat the previous mistake.
                if part.types.isEmpty, trait.descriptor.id == Matter.DescriptorTrait.descriptor.id { continue }
                if !seen.insert(trait.descriptor.id).inserted {
                    mistakes.append("endpoint \(part.id) has two implementations of \(trait.descriptor.name)")
                }
                mistakes += Self.mistakes(of: trait).map { "endpoint \(part.id): \($0)" }
            }
            mistakes += part.unknown.map { trait in
                "endpoint \(part.id): the implementation of \(trait.name) is neither a TraitHandler nor a TraitBehavior"
            }
        }
        return mistakes
    }

    private static func mistakes(of trait: TraitInstance) -> [String] {
        let values = trait.attributes
        let descriptor = trait.descriptor
        let wrong = descriptor.mistakes(in: values, present: values).ordered(by: \.key).map(\.value.message)
        let missing = descriptor.missingAttributes(beside: values).map(\.name).joined(separator: ", ")
        guard !missing.isEmpty else { return wrong }
        return wrong + ["the implementation of \(descriptor.name) has no initial value for \(missing)"]
    }

    /// Traits that the device types require and that have no implementation, as sentences. Requirements of the root
    /// node type concern Matter's network and are ignored.
    var gaps: [String] {
        parts.flatMap { part in
            part.types.filter { $0.id != StandardTraits.rootNodeDeviceType.id }.flatMap { type in
                let missing = type.requiredTraits.filter { id in !part.traits.contains { $0.descriptor.id == id } }
                return missing.map { id in
                    let trait = StandardTraits.descriptor(id)?.name ?? "trait \(id)"
                    let place = "endpoint \(part.id) of '\(self.id)'"
                    return "\(place) is a \(type.name) without \(trait), which the type demands"
                }
            }
        }
    }

    // MARK: Running

    func implementation(of path: TraitPath) -> Implementation? {
        guard let part = parts.first(where: { $0.id == path.target.endpoint }) else { return nil }
        if let handler = part.handlers.first(where: { $0.descriptor.id == path.traitID }) { return .handler(handler) }
        return part.behaviors.traitIDs.contains(path.traitID) ? .behaviors(part.behaviors) : nil
    }

    /// Starts handlers and behaviours with the stored state. Values that the schema no longer allows are dropped.
    func start(stored: StoredState) async {
        for part in parts {
            let target = TraitTarget(deviceID: id, endpoint: part.id)
            for handler in part.handlers {
                let trait = TraitInstance(descriptor: handler.descriptor, attributes: handler.attributes)
                await handler.start(remembered: Self.valid(stored, target, trait) ?? StructureValue())
            }
            let behaviors = Dictionary(
                part.behaviors.traits.map { ($0.descriptor.id, $0) }, uniquingKeysWith: { first, _ in first })
            await part.behaviors.start(
                stored: { id in behaviors[id].flatMap { Self.valid(stored, target, $0) } },
                memory: { stored.memories[id]?[EndpointBehaviors.memoryKey(part.id, $0)] })
        }
    }

    private static func valid(
        _ stored: StoredState, _ target: TraitTarget, _ trait: TraitInstance
    ) -> StructureValue? {
        guard var values = stored.values[TraitPath(target, trait.descriptor.id)] else { return nil }
        let outdated = trait.descriptor.mistakes(in: values, present: trait.attributes)
        for id in outdated.keys { values[id] = nil }
        return values
    }

    /// Hands a physical event to the behaviours of an endpoint, or of all.
    func sense(_ input: PhysicalInput, at endpoint: UInt16?) async {
        for part in parts where endpoint == nil || part.id == endpoint { await part.behaviors.sense(input) }
    }

    /// Stops the behaviours' timers.
    func stop() {
        for part in parts { part.behaviors.stop() }
    }

    var description: DeviceDescription {
        DeviceDescription(
            id: id, name: name, suggestedRoom: room,
            endpoints: parts.map { part in
                let primary = part.types.firstIndex { !$0.isUtility }
                return EndpointDescription(
                    id: part.id, parent: part.parent,
                    deviceTypes: part.types.enumerated().map { index, type in
                        DeviceTypeEntry(
                            id: type.id, revision: type.revision, isPrimary: index == primary, name: type.name)
                    },
                    traits: part.traits,
                    tags: part.tags)
            }, isMatterDevice: false)
    }
}

extension TraitImplementation {
    fileprivate var trait: TraitDescriptor { HandledTrait.descriptor }
    fileprivate var traitID: UInt32 { HandledTrait.descriptor.id }
}
