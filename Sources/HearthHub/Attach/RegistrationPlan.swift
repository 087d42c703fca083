internal import HearthBase
internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore

/// The changes that a provider's devices make to the home: planned, then stored, then applied.
struct RegistrationPlan {
    /// One of the provider's devices.
    struct Registration {
        let structureID: String
        /// The device; for a bridge, the bridge and then the devices behind it.
        let devices: [DeviceRecord]
        /// Devices that are no longer behind the bridge.
        let gone: [String]
        /// The devices that differ from their stored form. At a start usually none do, so a hub can start on a full
        /// disk.
        let stored: [StoredDevice]
    }

    private let makeID: @Sendable () -> String
    private let limits: HubLimits
    private let providerID: String
    private(set) var rooms: [RoomRecord] = []
    private(set) var registrations: [Registration] = []
    /// What providers have stored with devices that come back, by device and key.
    private(set) var memories: [String: [String: [UInt8]]] = [:]
    /// Removed devices of other structures. They are forgotten, because their IDs are used here.
    private(set) var forgotten: [String] = []
    /// The names that people gave to devices that come back.
    private var namesOfReturning: Set<String> = []
    /// Bytes by which the hub's devices grow; negative if they shrink.
    private(set) var growth = 0

    init(makeID: @escaping @Sendable () -> String, limits: HubLimits, providerID: String) {
        self.makeID = makeID
        self.limits = limits
        self.providerID = providerID
    }

    /// The changes, without those that make the gone devices former ones.
    var storeChanges: [StoreChange] {
        forgotten.map { .removeDevice(id: $0) } + rooms.map { .putRoom($0) }
            + registrations.flatMap { $0.stored.map { .putDevice($0) } }
    }

    /// The devices that are in the home afterwards.
    var devices: [DeviceRecord] { registrations.flatMap(\.devices) }

    /// - Parameter former: the removed devices; those that come back are as they were.
    mutating func add(_ description: DeviceDescription, to state: StructureState, former: FormerDevices) {
        let present = state.devices[description.id]
        let known = present ?? self.former(description.id, of: state, former)
        let offered = NameRules.fitted(description.name, fallback: description.id)
        let whole = DeviceRecord(
            id: description.id, name: known.map { $0.isNameGiven ? $0.name : offered } ?? offered,
            isNameGiven: known?.isNameGiven ?? false,
            roomID: known == nil ? room(description.suggestedRoom, in: state) : known?.roomID,
            isMatterDevice: description.isMatterDevice,
            endpoints: description.endpoints.map { EndpointRecord($0) },
            traits: traits(of: description),
            connectivity: SourceConnectivity(connectivityState: .online, dataSourceLocality: .direct),
            providerID: providerID)
        let split = BridgeSplit(whole)
        let behind = split.devices.map { device in
            let known = state.devices[device.id] ?? self.former(device.id, of: state, former)
            return Self.kept(device, known: known).named(as: known)
        }
        let devices = [split.bridge.named(as: known)] + behind
        let ids = Set(devices.map(\.id))
        let gone = (present?.bridgedIDs ?? []).filter { !ids.contains($0) }
        let stored = devices.compactMap { device -> StoredDevice? in
            let stored = StoredDevice(device, structureID: state.id)
            let isStored = state.devices[device.id].map { StoredDevice($0, structureID: state.id) } == stored
            return isStored ? nil : stored
        }
        registrations.append(Registration(structureID: state.id, devices: devices, gone: gone, stored: stored))
        for device in devices { growth += device.size - Self.replacedSize(state.devices[device.id]) }
        for device in devices {
            growth += (memories[device.id] ?? [:]).reduce(0) { $0 + DeviceRecord.size(ofMemory: $1.key, $1.value) }
        }
        for id in gone { growth -= state.devices[id]?.size ?? 0 }
    }

    /// The removed device that comes back: of the same provider, to the same structure. Its room may be gone, and its name
    /// taken.
    private mutating func former(
        _ id: String, of state: StructureState, _ former: FormerDevices
    ) -> DeviceRecord? {
        guard let device = former[id] else { return nil }
        guard device.structureID == state.id else {
            forgotten.append(id)
            return nil
        }
        guard device.record.providerID == providerID else { return nil }
        var record = device.record
        record.roomID = record.roomID.flatMap { id in state.rooms.contains { $0.id == id } ? id : nil }
        // Names that people give are unique, so one that was given to something else meanwhile is lost.
        if record.isNameGiven { record.isNameGiven = isFree(record.name, for: record, in: state) }
        record.aliases = record.aliases.filter { isFree($0, for: record, in: state) }
        if !record.memories.isEmpty { memories[id] = record.memories }
        return record
    }

    /// Whether a name that people gave to a removed device is no other object's; takes it for the device if so.
    private mutating func isFree(_ name: String, for record: DeviceRecord, in state: StructureState) -> Bool {
        let isTaken =
            state.holder(of: name, except: record.object) != nil
            || rooms.contains { NameRules.key($0.name) == NameRules.key(name) }
        return !isTaken && namesOfReturning.insert(NameRules.key(name)).inserted
    }

    /// A device behind a bridge, with the name and room that people gave it.
    private static func kept(_ device: DeviceRecord, known: DeviceRecord?) -> DeviceRecord {
        guard let known else { return device }
        var device = device
        if known.isNameGiven { device.name = known.name }
        device.isNameGiven = known.isNameGiven
        device.roomID = known.roomID
        return device
    }

    /// The bytes of a device that are replaced: all but its memories.
    private static func replacedSize(_ known: DeviceRecord?) -> Int { known.map { $0.size - $0.memorySize } ?? 0 }

    private func traits(of description: DeviceDescription) -> [TraitKey: DeviceTrait] {
        var records: [TraitKey: DeviceTrait] = [:]
        for endpoint in description.endpoints {
            for trait in endpoint.traits {
                // Values that do not fit their fields are left out, as the hub could not send them on.
                let attributes = trait.attributes.fields.filter { id, value in
                    trait.descriptor.attribute(id).map { trait.descriptor.hasType(value, of: $0.field) } ?? false
                }
                records[TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)] = DeviceTrait(
                    descriptor: trait.descriptor, attributes: StructureValue(attributes), observedAt: .zero)
            }
        }
        return records
    }

    /// The id of the suggested room, which is created if needed; nil for no suggestion, or if the structure has too
    /// many rooms.
    private mutating func room(_ suggestion: String?, in state: StructureState) -> String? {
        let name = suggestion.map { NameRules.fitted($0, fallback: "") } ?? ""
        guard !name.isEmpty else { return nil }
        if let known = state.room(named: name) { return known.id }
        let planned = rooms.filter { $0.structureID == state.id }
        if let room = planned.first(where: { NameRules.key($0.name) == NameRules.key(name) }) { return room.id }
        guard state.rooms.count + planned.count < limits.rooms else { return nil }
        let room = RoomRecord(id: makeID(), structureID: state.id, name: name)
        rooms.append(room)
        return room.id
    }
}
