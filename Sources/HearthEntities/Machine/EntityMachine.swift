package import HearthTraitCore

/// The devices of a link as the hub sees them: their plans, states and commands that wait for a state. A value; time and
/// the link are its owner's.
package struct EntityMachine: Sendable {
    /// A device that the hub is to add or replace.
    package struct Described: Sendable {
        package var description: DeviceDescription
        /// What is to be stored with it.
        package var memories: [String: [UInt8]]
        /// The device's connectivity, to be reported afterwards if it is not online.
        package var isReachable: Bool
    }

    /// The effects of a report.
    package struct Reported: Sendable {
        /// nil if nothing changed.
        package var change: DeviceChange?
        /// The tickets of commands that the report confirmed.
        package var confirmed: [UInt64] = []
    }

    /// A command of the hub on its way.
    package struct Sending: Sendable {
        /// The device's id in its integration.
        package var deviceID: String
        package var commands: [EntityCommand]
        /// The ticket with which a later state confirms it; nil if none can or need.
        package var ticket: UInt64?
        /// The time that the device may take beyond the usual.
        package var extra: Duration = .zero
        /// Tickets of earlier commands for the same properties, which no state will confirm now.
        package var superseded: [UInt64] = []
    }

    struct Device: Sendable {
        var plan: EndpointPlan
        var numbers: EndpointNumbers
        var turnedOn: Set<String>
        var states = EntityStates()
        var isReachable: Bool
        /// Whether the link described it since the start.
        var isDescribed: Bool
        /// All attributes as the hub has them.
        var values: [DeviceChange.TraitKey: StructureValue] = [:]
        var traits: [DeviceChange.TraitKey: TraitDescriptor] = [:]
        var pending: [Pending] = []
    }

    struct Pending: Sendable {
        let ticket: UInt64
        let cause: ChangeCause
        let expectations: [Expectation]

        func concerns(_ states: [EntityState]) -> Bool {
            states.contains { state in
                expectations.contains { $0.entity == state.entity && state.values[$0.property] != nil }
            }
        }
    }

    /// The most devices of a link.
    package static let mostDevices = 10_000

    let prefix: String
    var devices: [String: Device] = [:]
    /// The devices' ids in their integration, by their ids in the hub.
    private var keys: [String: String] = [:]
    private var lastTicket: UInt64 = 0

    /// - Parameter prefix: the beginning of the devices' ids in the hub.
    package init(prefix: String) { self.prefix = prefix }

    // MARK: Devices

    /// Takes on the devices that the hub has stored. They are unreachable until their link describes them.
    ///
    /// - Returns: their descriptions, with the stored values.
    package mutating func restore(_ stored: StoredState) -> [DeviceDescription] {
        for (hubID, memories) in stored.memories.sorted(by: { $0.key < $1.key }) {
            guard let bytes = memories[EntityMemory.device], let device = EntityDevice(memory: bytes),
                EntityMemory.hubID(prefix, device.id) == hubID
            else { continue }
            let turnedOn = EntityMemory.keys(memories[EntityMemory.turnedOn] ?? [])
            put(
                device, hubID, EndpointNumbers(memory: memories[EntityMemory.numbers] ?? []), turnedOn,
                isReachable: false, isDescribed: false) { stored.values[$0] }
        }
        return descriptions
    }

    /// The devices with their present values.
    package var descriptions: [DeviceDescription] {
        devices.values.map { description(of: $0) }.sorted { $0.id < $1.id }
    }

    /// Takes a device on, or a new description of it.
    ///
    /// - Returns: nil if the hub has exactly this device.
    package mutating func describe(_ device: EntityDevice) -> Described? {
        let hubID = EntityMemory.hubID(prefix, device.id)
        guard let known = devices[device.id] else {
            guard devices.count < Self.mostDevices else { return nil }
            put(device, hubID, EndpointNumbers(), [], isReachable: true, isDescribed: true) { _ in nil }
            return described(device.id)
        }
        if known.plan.device == device {
            devices[device.id]?.isDescribed = true
            return nil
        }
        replace(known, by: device, turnedOn: known.turnedOn)
        return described(device.id)
    }

    /// Turns entities on or off that are off at first.
    ///
    /// - Returns: nil if nothing changed, or the device is not known.
    package mutating func turn(_ entities: Set<String>, on isOn: Bool, of deviceID: String) -> Described? {
        guard let known = devices[deviceID] else { return nil }
        let turnedOn = isOn ? known.turnedOn.union(entities) : known.turnedOn.subtracting(entities)
        guard turnedOn != known.turnedOn else { return nil }
        replace(known, by: known.plan.device, turnedOn: turnedOn)
        return described(deviceID)
    }

    private mutating func replace(_ known: Device, by device: EntityDevice, turnedOn: Set<String>) {
        let hubID = EntityMemory.hubID(prefix, device.id)
        put(device, hubID, known.numbers, turnedOn, isReachable: known.isReachable, isDescribed: true) { path in
            known.values[DeviceChange.TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)]
        }
        devices[device.id]?.states = known.states
        devices[device.id]?.states.keep(Set(device.entities.map(\.key)))
        devices[device.id]?.pending = known.pending
        // Parts that are new may have states already.
        if var entry = devices[device.id] {
            _ = Self.update(&entry, entities: nil)
            devices[device.id] = entry
        }
    }

    private mutating func put(
        _ device: EntityDevice, _ hubID: String, _ numbers: EndpointNumbers, _ turnedOn: Set<String>,
        isReachable: Bool, isDescribed: Bool, _ stored: (TraitPath) -> StructureValue?
    ) {
        var entry = Device(
            plan: EndpointPlan(device, turnedOn: turnedOn), numbers: numbers, turnedOn: turnedOn,
            isReachable: isReachable, isDescribed: isDescribed)
        let description = entry.plan.description(id: hubID, numbers: &entry.numbers)
        for endpoint in description.endpoints {
            for trait in endpoint.traits {
                let key = DeviceChange.TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)
                let path = TraitPath(TraitTarget(deviceID: hubID, endpoint: endpoint.id), trait.descriptor.id)
                entry.traits[key] = trait.descriptor
                entry.values[key] = Self.merged(trait, stored(path))
            }
        }
        devices[device.id] = entry
        keys[hubID] = device.id
    }

    /// A trait's values, with the stored ones of what entities report.
    private static func merged(_ trait: TraitInstance, _ stored: StructureValue?) -> StructureValue {
        var values = trait.attributes
        // What describes a device is as the ecosystem says now.
        guard let stored, !EntityMemory.isDescription(trait.descriptor.id) else { return values }
        for (id, value) in stored.fields where values[id] != nil && !GlobalAttribute.contains(id) {
            guard let field = trait.descriptor.attribute(id)?.field, trait.descriptor.hasType(value, of: field),
                EntityMemory.isState(field.name)
            else { continue }
            values[id] = value
        }
        return values
    }

    private func description(of device: Device) -> DeviceDescription {
        var numbers = device.numbers
        var description = device.plan.description(id: hubID(device), numbers: &numbers)
        for index in description.endpoints.indices {
            let endpoint = description.endpoints[index].id
            for place in description.endpoints[index].traits.indices {
                let trait = description.endpoints[index].traits[place].descriptor.id
                let key = DeviceChange.TraitKey(endpoint: endpoint, traitID: trait)
                if let values = device.values[key] {
                    description.endpoints[index].traits[place].attributes = values
                }
            }
        }
        return description
    }

    private func hubID(_ device: Device) -> String { EntityMemory.hubID(prefix, device.plan.device.id) }

    private func described(_ id: String) -> Described? {
        guard let device = devices[id] else { return nil }
        return Described(
            description: description(of: device), memories: EntityMemory.memories(of: device),
            isReachable: device.isReachable)
    }

    /// Forgets a device.
    ///
    /// - Returns: its id in the hub, and the tickets of commands that wait for it; nil if it is not known.
    package mutating func remove(_ deviceID: String) -> (hubID: String, waiting: [UInt64])? {
        guard let device = devices.removeValue(forKey: deviceID) else { return nil }
        let hubID = hubID(device)
        keys[hubID] = nil
        return (hubID, device.pending.map(\.ticket))
    }

    /// What a device's entities are left out for; empty for an unknown device.
    package func leftOut(of deviceID: String) -> [LeftOut] { devices[deviceID]?.plan.leftOut ?? [] }

    // MARK: Reports

    /// Takes a report's values and events.
    package mutating func report(_ report: EntityReport) -> Reported {
        guard var device = devices[report.deviceID] else { return Reported() }
        let old = device.states
        let states = report.states.filter { device.plan.entity($0.entity) != nil }
        for state in states { device.states.take(Self.bounded(state, of: device.plan.entity(state.entity))) }
        let attributes = Self.update(&device, entities: Set(states.map(\.entity)))
        var events: [PartEvent] = []
        if !report.isReplay {
            var seen: Set<String> = []
            for state in states {
                guard let converter = device.plan.converter(ofEntity: state.entity),
                    seen.insert(converter.entities.first ?? "").inserted
                else { continue }
                events += converter.events(from: old, to: device.states)
            }
            for event in report.events {
                events += device.plan.converter(ofEntity: event.entity)?.events(event) ?? []
            }
        }
        let cause = device.pending.first { $0.concerns(states) }?.cause ?? .device
        let isMet = { (pending: Pending) in pending.expectations.allSatisfy { $0.isMet(by: device.states) } }
        var reported = Reported(confirmed: device.pending.filter(isMet).map(\.ticket))
        device.pending.removeAll { reported.confirmed.contains($0.ticket) }
        let occurrences = events.compactMap { Self.occurrence($0, of: device) }
        devices[report.deviceID] = device
        if !attributes.isEmpty || !occurrences.isEmpty {
            reported.change = DeviceChange(
                deviceID: hubID(device), attributes: attributes, events: occurrences, cause: cause)
        }
        return reported
    }

    /// A state without secrets, and with texts that the hub can hold.
    private static func bounded(_ state: EntityState, of entity: Entity?) -> EntityState {
        var state = state
        if case .text(_, _, true, _) = entity?.kind { state.values[.value] = .unknown }
        for case (let property, .text(let text)) in state.values where text.utf8.count > 1024 {
            state.values[property] = .text(text.prefix(bytes: 1024))
        }
        return LightStates.exclusive(state)
    }

    /// Computes the attributes of entities again.
    ///
    /// - Returns: those that differ from the hub's.
    private static func update(
        _ device: inout Device, entities: Set<String>?
    ) -> [DeviceChange.TraitKey: StructureValue] {
        var changed: [DeviceChange.TraitKey: StructureValue] = [:]
        for converter in device.plan.converters {
            if let entities, !converter.entities.contains(where: { entities.contains($0) }) { continue }
            for (place, named) in converter.values(device.states) {
                guard let endpoint = device.numbers.number(of: place.part) else { continue }
                let key = DeviceChange.TraitKey(endpoint: endpoint, traitID: place.traitID)
                guard let trait = device.traits[key] else { continue }
                for (id, value) in trait.attributes(named).fields where device.values[key]?[id] != value {
                    device.values[key, default: [:]][id] = value
                    changed[key, default: [:]][id] = value
                }
            }
        }
        return changed
    }

    private static func occurrence(_ event: PartEvent, of device: Device) -> DeviceChange.EventOccurrence? {
        var numbers = device.numbers
        guard let endpoint = numbers.number(of: event.part),
            device.traits[DeviceChange.TraitKey(endpoint: endpoint, traitID: event.trait.id)] != nil,
            let descriptor = event.trait.events.first(where: { $0.name == event.name })
        else { return nil }
        return DeviceChange.EventOccurrence(
            endpoint: endpoint, traitID: event.trait.id, eventID: descriptor.id,
            fields: event.trait.fields(event.fields, of: descriptor))
    }

    /// Notes whether a device can be reached.
    ///
    /// - Returns: nil if that was known.
    package mutating func reachable(_ deviceID: String, _ isReachable: Bool) -> DeviceChange? {
        guard let device = devices[deviceID], device.isReachable != isReachable else { return nil }
        devices[deviceID]?.isReachable = isReachable
        return DeviceChange(
            deviceID: hubID(device), connectivity: Self.connectivity(isReachable), cause: .device)
    }

    package static func connectivity(_ isReachable: Bool) -> SourceConnectivity {
        SourceConnectivity(
            connectivityState: isReachable ? .online : .offline,
            dataSourceLocality: isReachable ? .localPeer : .unspecified)
    }

    // MARK: Commands

    /// Translates a command of the hub.
    ///
    /// - Throws: ``TraitError`` if the device is not reachable, or has no such command.
    package mutating func begin(_ invocation: CommandInvocation) throws(TraitError) -> Sending {
        let (device, part, key, trait) = try place(invocation.path)
        guard let command = trait.command(invocation.command.id) else {
            throw TraitError(
                .unsupportedCommand, "\(trait.name) has no command \(invocation.command.name)",
                element: .command(invocation.command.id))
        }
        let call = TraitCall(
            part: part, trait: trait, command: command, arguments: invocation.arguments,
            present: device.values[key] ?? [:])
        guard let converter = device.plan.converter(ofPart: part) else { throw call.unsupported }
        return try sending(try converter.commands(call, device.states), device, invocation.cause)
    }

    /// Translates a write of the hub.
    ///
    /// - Throws: ``TraitError`` if the device is not reachable, or has no such setting.
    package mutating func begin(_ update: AttributeUpdate) throws(TraitError) -> Sending {
        let (device, part, key, trait) = try place(update.path)
        let present = device.values[key] ?? [:]
        let written = update.values.fields.filter { present[$0.key] != $0.value }
        guard !written.isEmpty else { return Sending(deviceID: device.plan.device.id, commands: []) }
        let write = TraitWrite(part: part, trait: trait, values: StructureValue(written), present: present)
        guard let converter = device.plan.converter(ofPart: part) else {
            try write.expect()
            return Sending(deviceID: device.plan.device.id, commands: [])
        }
        return try sending(try converter.commands(write, device.states), device, update.cause)
    }

    private func place(
        _ path: TraitPath
    ) throws(TraitError) -> (Device, String, DeviceChange.TraitKey, TraitDescriptor) {
        guard let id = keys[path.target.deviceID], let device = devices[id] else {
            throw TraitError(.notFound, "the device \(quoted(path.target.deviceID)) is gone")
        }
        let key = DeviceChange.TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
        guard let part = device.numbers.part(path.target.endpoint), let trait = device.traits[key] else {
            throw TraitError(
                .unsupportedEndpoint, "\(quoted(device.plan.device.name)) has no endpoint \(path.target.endpoint) now")
        }
        guard device.isReachable else {
            throw TraitError(.timeout, "\(quoted(device.plan.device.name)) does not answer; it is offline")
        }
        return (device, part, key, trait)
    }

    private mutating func sending(
        _ commands: [EntityCommand], _ device: Device, _ cause: ChangeCause
    ) throws(TraitError) -> Sending {
        let id = device.plan.device.id
        var sending = Sending(deviceID: id, commands: commands)
        let isAssumed = { (key: String) in device.plan.entity(key)?.isAssumed ?? false }
        let isSecret = { (key: String) in
            if case .text(_, _, true, _) = device.plan.entity(key)?.kind { true } else { false }
        }
        let expectations = commands.filter { !isAssumed($0.entity) && !isSecret($0.entity) }
            .flatMap { Expectation.of($0, device.states) }
        let concerned = Set(expectations.map { [$0.entity, "\($0.property)"] })
        sending.superseded = device.pending.filter { pending in
            pending.expectations.contains { concerned.contains([$0.entity, "\($0.property)"]) }
        }.map(\.ticket)
        devices[id]?.pending.removeAll { sending.superseded.contains($0.ticket) }
        sending.extra = commands.compactMap(\.transition).max() ?? .zero
        guard !expectations.allSatisfy({ $0.isMet(by: device.states) }) else { return sending }
        lastTicket += 1
        sending.ticket = lastTicket
        devices[id]?.pending.append(Pending(ticket: lastTicket, cause: cause, expectations: expectations))
        return sending
    }

    /// Takes on the state that a sent command leads to, for entities that never report theirs.
    ///
    /// - Returns: nil if nothing changed.
    package mutating func assume(_ sending: Sending, cause: ChangeCause) -> DeviceChange? {
        guard var device = devices[sending.deviceID] else { return nil }
        let commands = sending.commands.filter { device.plan.entity($0.entity)?.isAssumed ?? false }
        guard !commands.isEmpty else { return nil }
        for command in commands {
            device.states.take(
                LightStates.exclusive(
                    EntityState(entity: command.entity, values: AssumedState.of(command, device.states))))
        }
        let attributes = Self.update(&device, entities: Set(commands.map(\.entity)))
        devices[sending.deviceID] = device
        guard !attributes.isEmpty else { return nil }
        return DeviceChange(deviceID: hubID(device), attributes: attributes, cause: cause)
    }

    /// Gives up waiting for the state of a command.
    ///
    /// - Returns: the error for its sender; nil if the command was confirmed meanwhile.
    package mutating func expire(_ ticket: UInt64, of deviceID: String, after time: Duration) -> TraitError? {
        guard let device = devices[deviceID], device.pending.contains(where: { $0.ticket == ticket }) else {
            return nil
        }
        devices[deviceID]?.pending.removeAll { $0.ticket == ticket }
        return TraitError(
            .timeout,
            "sent to \(quoted(device.plan.device.name)), but not confirmed by the device within \(time.components.seconds) s; "
                + "its state is shown once it reports it")
    }

    /// Forgets a command that could not be sent.
    package mutating func cancel(_ ticket: UInt64, of deviceID: String) {
        devices[deviceID]?.pending.removeAll { $0.ticket == ticket }
    }
}
