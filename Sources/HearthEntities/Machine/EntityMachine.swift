package import HearthTraitCore

/// The devices of a link as the hub sees them: their plans, states and commands that wait for a state. A value; time and
/// the link are its owner's.
package struct EntityMachine: Sendable {
    /// What the hub is to learn of a device.
    package struct Described: Sendable {
        /// The device to add or replace; nil if the hub has exactly this one.
        package var description: DeviceDescription?
        /// What is to be stored with the device.
        package var memories: [String: [UInt8]] = [:]
        /// Rises with each description of the device.
        package var revision: UInt64 = 0
        /// Its connectivity, to be reported afterwards. Bringing a device says that it is online.
        package var connectivity: DeviceChange?
    }

    struct Device: Sendable {
        let hubID: String
        var plan: EndpointPlan
        var numbers: EndpointNumbers
        var turnedOn: Set<String>
        var states = EntityStates()
        let revision: UInt64
        var isReachable: Bool
        /// Whether the link has said since the start if it can be reached.
        var isReachabilityKnown = false
        /// All attributes as the hub has them.
        var values: [DeviceChange.TraitKey: StructureValue] = [:]
        var traits: [DeviceChange.TraitKey: TraitDescriptor] = [:]
        var pending: [Pending] = []

        /// The attributes of a trait of a planned endpoint; empty if it has none.
        func values(of place: PartTrait) -> StructureValue {
            var numbers = numbers
            guard let endpoint = numbers.number(of: place.part) else { return [:] }
            return values[DeviceChange.TraitKey(endpoint: endpoint, traitID: place.traitID)] ?? [:]
        }
    }

    /// A command that waits for its state.
    struct Pending: Sendable {
        let ticket: UInt64
        let cause: ChangeCause
        let expectations: [Expectation]
        /// Whether the command has a code, which the device may refuse without a word.
        let hasCode: Bool
    }

    /// What a device's endpoints need to be the same again.
    private struct Kept: Sendable {
        let numbers: EndpointNumbers
        let turnedOn: Set<String>
        /// Whether the hub has the device.
        let isAtHub: Bool
    }

    /// The most devices without a description of which removed ones are kept.
    private static let mostKept = 1_000

    /// The most devices of a link.
    package static let mostDevices = 10_000

    let prefix: String
    var devices: [String: Device] = [:]
    /// The devices' ids in their integration, by their ids in the hub.
    var keys: [String: String] = [:]
    var lastTicket: UInt64 = 0
    private var lastRevision: UInt64 = 0
    /// What is known of devices that have no description now, by their ids in the hub: those whose descriptions were too
    /// large to store, and removed ones.
    private var kept: [String: Kept] = [:]

    /// - Parameter prefix: the beginning of the devices' ids in the hub.
    package init(prefix: String) { self.prefix = prefix }

    /// Takes on the devices that the hub has stored, with their values. They are unreachable until their link describes
    /// them.
    package mutating func restore(_ stored: StoredState) {
        for (hubID, memories) in stored.memories.sorted(by: { $0.key < $1.key }) {
            let numbers = EndpointNumbers(memory: memories[EntityMemory.numbers] ?? [])
            let turnedOn = EntityMemory.keys(memories[EntityMemory.turnedOn] ?? [])
            guard let bytes = memories[EntityMemory.device], let device = EntityDevice(memory: bytes) else {
                kept[hubID] = Kept(numbers: numbers, turnedOn: turnedOn, isAtHub: true)
                continue
            }
            guard EntityMemory.hubID(prefix, device.id) == hubID else { continue }
            put(device, numbers, turnedOn: turnedOn, isReachable: false) { key in
                stored.values[TraitPath(TraitTarget(deviceID: hubID, endpoint: key.endpoint), key.traitID)]
            }
        }
        for (hubID, memories) in stored.formerMemories.sorted(by: { $0.key < $1.key }) where kept[hubID] == nil {
            keep(
                hubID, EndpointNumbers(memory: memories[EntityMemory.numbers] ?? []),
                turnedOn: EntityMemory.keys(memories[EntityMemory.turnedOn] ?? []))
        }
    }

    /// Keeps what the endpoints of a removed device need to be the same again.
    private mutating func keep(_ hubID: String, _ numbers: EndpointNumbers, turnedOn: Set<String>) {
        guard kept.count < Self.mostKept else { return }
        kept[hubID] = Kept(numbers: numbers, turnedOn: turnedOn, isAtHub: false)
    }

    /// The devices with their present values.
    package var descriptions: [DeviceDescription] { devices.values.map(\.description).sorted { $0.id < $1.id } }

    /// The connectivity of the devices that can't be reached.
    package var offline: [DeviceChange] { devices.values.filter { !$0.isReachable }.map { $0.connectivity(false) } }

    /// What is to be stored with all devices: the device's id in the hub, the key and the value.
    package var memories: [(device: String, key: String, value: [UInt8])] {
        devices.values.flatMap { device in
            EntityMemory.memories(of: device).map { (device.hubID, $0, $1) }
        }
    }

    /// Takes a device on, or a new description of it. It counts as reachable until the link says otherwise.
    ///
    /// - Throws: ``TraitError`` if there are too many devices.
    package mutating func describe(_ device: EntityDevice) throws(TraitError) -> Described {
        guard let known = devices[device.id] else {
            guard devices.count < Self.mostDevices else {
                throw TraitError(
                    .resourceExhausted,
                    "the integration has \(Self.mostDevices) devices, the most it may have; \(quotedBeginning(device.name)) "
                        + "is left out")
            }
            let kept = kept.removeValue(forKey: EntityMemory.hubID(prefix, device.id))
            put(device, kept?.numbers ?? EndpointNumbers(), turnedOn: kept?.turnedOn ?? [], isReachable: true) { _ in
                nil
            }
            return described(device.id)
        }
        if known.plan.device != device {
            replace(known, by: device, turnedOn: known.turnedOn)
            if !known.isReachabilityKnown { devices[device.id]?.isReachable = true }
            return described(device.id)
        }
        guard !known.isReachabilityKnown, !known.isReachable else { return Described() }
        devices[device.id]?.isReachable = true
        return Described(connectivity: known.connectivity(true))
    }

    /// The id that a device of the hub has in its ecosystem, and its entities; nil if it is not known.
    package func entities(of hubID: String) -> (deviceID: String, entities: [ListedEntity])? {
        guard let id = keys[hubID], let device = devices[id] else { return nil }
        return (id, device.plan.entities)
    }

    /// Turns entities on or off that are off at first.
    ///
    /// - Returns: nothing to tell if nothing changed, or the device is not known.
    package mutating func turn(_ entities: Set<String>, on isOn: Bool, of hubID: String) -> Described {
        guard let deviceID = keys[hubID], let known = devices[deviceID] else { return Described() }
        let turnedOn = isOn ? known.turnedOn.union(entities) : known.turnedOn.subtracting(entities)
        guard turnedOn != known.turnedOn else { return Described() }
        replace(known, by: known.plan.device, turnedOn: turnedOn)
        return described(deviceID)
    }

    /// The entities of a device that a person turned on; empty for an unknown device.
    package func turnedOn(of hubID: String) -> Set<String> { keys[hubID].flatMap { devices[$0]?.turnedOn } ?? [] }

    private mutating func replace(_ known: Device, by device: EntityDevice, turnedOn: Set<String>) {
        put(device, known.numbers, turnedOn: turnedOn, isReachable: known.isReachable) { known.values[$0] }
        devices[device.id]?.isReachabilityKnown = known.isReachabilityKnown
        devices[device.id]?.states = known.states
        devices[device.id]?.states.keep(Set(device.entities.map(\.key)))
        devices[device.id]?.pending = known.pending
        // Parts that are new may have states already.
        if let all = devices[device.id]?.plan.converters { _ = devices[device.id]?.update(all) }
    }

    private mutating func put(
        _ device: EntityDevice, _ numbers: EndpointNumbers, turnedOn: Set<String>, isReachable: Bool,
        _ stored: (DeviceChange.TraitKey) -> StructureValue?
    ) {
        let hubID = EntityMemory.hubID(prefix, device.id)
        lastRevision += 1
        var entry = Device(
            hubID: hubID, plan: EndpointPlan(device, turnedOn: turnedOn, numbers: numbers), numbers: numbers,
            turnedOn: turnedOn, revision: lastRevision, isReachable: isReachable)
        for endpoint in entry.plan.description(id: hubID, numbers: &entry.numbers).endpoints {
            for trait in endpoint.traits {
                let key = DeviceChange.TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)
                entry.traits[key] = trait.descriptor
                let settings = entry.numbers.part(endpoint.id).map {
                    entry.plan.settings(of: PartTrait($0, trait.descriptor))
                }
                entry.values[key] = EntityMemory.merged(trait, stored(key), settings: settings ?? [])
            }
        }
        devices[device.id] = entry
        keys[hubID] = device.id
    }

    private func described(_ id: String) -> Described {
        guard let device = devices[id] else { return Described() }
        return Described(
            description: device.description, memories: EntityMemory.memories(of: device), revision: device.revision,
            connectivity: device.isReachable ? nil : device.connectivity(false))
    }

    /// The newest description of a device that the hub has in an older revision.
    ///
    /// - Returns: nothing to tell if the hub has the newest, or the device is gone.
    package func described(_ hubID: String, after revision: UInt64) -> Described {
        guard let id = keys[hubID], let device = devices[id], device.revision > revision else { return Described() }
        return described(id)
    }

    /// What reports have changed in a device since a description of it was made.
    ///
    /// - Returns: nil if nothing changed, or there is a newer description.
    package func changes(since description: DeviceDescription, revision: UInt64) -> DeviceChange? {
        guard let id = keys[description.id], let device = devices[id], device.revision == revision else { return nil }
        var attributes: [DeviceChange.TraitKey: StructureValue] = [:]
        for endpoint in description.endpoints {
            for trait in endpoint.traits {
                let key = DeviceChange.TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)
                for (id, value) in device.values[key]?.fields ?? [:] where trait.attributes[id] != value {
                    attributes[key, default: [:]][id] = value
                }
            }
        }
        return attributes.isEmpty
            ? nil : DeviceChange(deviceID: device.hubID, attributes: attributes, cause: .device)
    }

    /// Forgets a device. The numbers of its endpoints are kept for the case that it comes back.
    ///
    /// - Returns: its id in the hub, and the tickets of commands that wait for it; nil if it is not known.
    package mutating func remove(_ deviceID: String) -> (hubID: String, waiting: [UInt64])? {
        guard let device = devices.removeValue(forKey: deviceID) else { return nil }
        keys[device.hubID] = nil
        keep(device.hubID, device.numbers, turnedOn: device.turnedOn)
        return (device.hubID, device.pending.map(\.ticket))
    }

    /// Forgets all devices that are not listed, as ``remove(_:)`` does.
    ///
    /// - Returns: their ids in the hub, and the tickets of commands that wait for them.
    package mutating func keepOnly(_ deviceIDs: Set<String>) -> (hubIDs: [String], waiting: [UInt64]) {
        var gone: (hubIDs: [String], waiting: [UInt64]) = ([], [])
        for id in devices.keys.sorted() where !deviceIDs.contains(id) {
            guard let removed = remove(id) else { continue }
            gone.hubIDs.append(removed.hubID)
            gone.waiting += removed.waiting
        }
        let listed = Set(deviceIDs.map { EntityMemory.hubID(prefix, $0) })
        for (hubID, device) in kept.sorted(by: { $0.key < $1.key }) where device.isAtHub && !listed.contains(hubID) {
            kept[hubID] = Kept(numbers: device.numbers, turnedOn: device.turnedOn, isAtHub: false)
            gone.hubIDs.append(hubID)
        }
        return gone
    }

    /// Takes a report's values and events.
    package mutating func report(_ report: EntityReport) -> Reported {
        guard let index = devices.index(forKey: report.deviceID) else { return Reported() }
        // In place: an access by the key moves the whole device.
        return devices.values[index].take(report)
    }

    /// Notes whether a device can be reached.
    ///
    /// - Returns: nil if that was known.
    package mutating func reachable(_ deviceID: String, _ isReachable: Bool) -> DeviceChange? {
        guard let device = devices[deviceID] else { return nil }
        devices[deviceID]?.isReachabilityKnown = true
        guard device.isReachable != isReachable else { return nil }
        devices[deviceID]?.isReachable = isReachable
        return device.connectivity(isReachable)
    }
}

extension EntityMachine.Device {
    /// The device with its present values.
    var description: DeviceDescription {
        var numbers = numbers
        var description = plan.description(id: hubID, numbers: &numbers)
        for index in description.endpoints.indices {
            let endpoint = description.endpoints[index].id
            for place in description.endpoints[index].traits.indices {
                let trait = description.endpoints[index].traits[place].descriptor.id
                if let values = values[DeviceChange.TraitKey(endpoint: endpoint, traitID: trait)] {
                    description.endpoints[index].traits[place].attributes = values
                }
            }
        }
        return description
    }

    func connectivity(_ isReachable: Bool) -> DeviceChange {
        DeviceChange(
            deviceID: hubID,
            connectivity: SourceConnectivity(
                connectivityState: isReachable ? .online : .offline,
                dataSourceLocality: isReachable ? .localPeer : .unspecified), cause: .device)
    }
}
