package import HearthBase
package import HearthTraitCore
package import HearthWire

/// The whole state of one structure, the unit of ordering. A value; each function that changes something returns the
/// one report of that change, or nil if nothing changed, and then uses no sequence.
package struct StructureState: Sendable {
    package let id: String
    /// The IDs of the households in which it counts.
    let households: Set<String>
    let epoch: UInt64
    package private(set) var name: String
    /// The time zone and the location.
    package private(set) var place: StructurePlace
    private(set) var sequence: UInt64
    private(set) var eventNumber: UInt64
    /// In the order in which they were made.
    package private(set) var rooms: [RoomRecord] = []
    /// By id. The record with the structure's own id is not a device; it has the structure's own traits.
    package private(set) var devices = SortedTable<DeviceRecord>()
    /// Its zones and service groups.
    package private(set) var groupings: Groupings
    private var names = ObjectNames()
    /// In the order in which they joined.
    package private(set) var people: [PersonRecord] = []
    /// As clients see them, by id.
    package private(set) var automations = SortedTable<ShownAutomation>()
    /// ``people`` by identity.
    private var members: [String: PersonRecord] = [:]
    /// Rises with every change that a snapshot would show, including ticks.
    private(set) var version: UInt64 = 0
    /// Rises with every change of its objects: names, rooms, descriptions, programs, but not reachability and activity.
    /// The first value of an attribute counts, too, as it may describe the device, and each of ``DescribingAttributes``.
    package private(set) var objectsRevision: UInt64 = 0
    /// Set by the last report.
    private(set) var isRemoved = false
    private(set) var log: ReportLog
    /// How often ``forgetReports()`` was called.
    package private(set) var forgottenReports: UInt64 = 0
    private(set) var eventLog: EventLog
    /// Approximate memory in bytes of the devices of each provider.
    package private(set) var deviceBytes: [String: Int] = [:]
    /// The former epochs from which clients can resume, each with the sequence of its last change.
    let formerEpochs: [UInt64: UInt64]
    /// The structure's own traits that report the time.
    private(set) var tickingTraits: Set<TraitKey> = []
    /// Traits for which the last report of a device exceeded the bytes that a trait may have.
    package private(set) var overfullTraits: [TraitPath] = []
    private let traitBytes: Int
    /// The devices that report presence.
    var presenceDevices: Set<String> = []
    var commands = RecentCommands()

    package init(
        id: String, name: String, epoch: UInt64, sequence: UInt64 = 0, eventNumber: UInt64 = 0,
        place: StructurePlace = StructurePlace(), rooms: [RoomRecord] = [], groupings: Groupings = Groupings(),
        devices: [DeviceRecord] = [], people: [PersonRecord] = [], events: [EventChange] = [],
        formerEpochs: [UInt64: UInt64] = [:], households: Set<String> = [],
        limits: HubLimits = HubLimits()
    ) {
        self.id = id
        self.households = households.isEmpty ? [id] : households
        self.name = name
        self.place = place
        self.epoch = epoch
        self.sequence = sequence
        self.eventNumber = eventNumber
        self.rooms = rooms
        self.devices = SortedTable(devices)
        self.people = people
        members = Dictionary(people.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
        self.groupings = groupings
        names = ObjectNames(
            rooms.map { ($0.object, $0.names) } + groupings.zones.map { ($0.object, $0.names) }
                + groupings.serviceGroups.map { ($0.object, [$0.name]) }
                + self.devices.filter { $0.id != id }.map { ($0.object, $0.names) })
        log = ReportLog(capacity: limits.reportLog, mostBytes: limits.reportLogBytes)
        eventLog = EventLog(capacity: limits.eventLog, mostBytes: limits.eventLogBytes)
        traitBytes = limits.traitBytes
        self.formerEpochs = formerEpochs
        for event in events { eventLog.append(event) }
        for device in devices { deviceBytes[device.providerID, default: 0] += device.size }
        presenceDevices = devicesOfPresence()
    }

    package var position: StructurePosition { StructurePosition(structureID: id, epoch: epoch, sequence: sequence) }

    /// The present objects.
    package var objects: StructureObjects {
        StructureObjects(
            position: position, name: name, place: place, rooms: rooms, groupings: groupings, devices: devices,
            people: people, automations: automations)
    }

    package func room(_ id: String) -> RoomRecord? { rooms.first { $0.id == id } }

    package func person(_ id: String) -> PersonRecord? { people.first { $0.id == id } }

    /// The membership of an identity; nil for no member.
    package func member(_ identity: String) -> PersonRecord? { members[identity] }

    /// The first object with a name, other than `object`.
    package func holder(of name: String, except object: NamedObject? = nil) -> NamedObject? {
        names.holders(of: name).first { $0 != object }
    }

    /// The name of an object; nil if it does not exist.
    package func name(of object: NamedObject) -> String? {
        switch object.kind {
        case .device: devices[object.id]?.name
        case .room: room(object.id)?.name
        case .zone: groupings.zone(object.id)?.name
        case .serviceGroup: groupings.serviceGroup(object.id)?.name
        }
    }

    func trait(_ path: TraitPath) -> DeviceTrait? {
        devices[path.target.deviceID]?.traits[TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)]
    }

    package func room(named name: String) -> RoomRecord? {
        names.holders(of: name).first { $0.kind == .room }.flatMap { room($0.id) }
    }

    package func device(_ id: String) -> DeviceRecord? { id == self.id ? nil : devices[id] }

    /// The name to show. The record with the structure's own traits has the structure's name.
    package func name(of record: DeviceRecord) -> String { record.id == id ? name : record.name }

    // MARK: Changes of devices

    /// Applies a provider's report of a device, or of a bridge and the devices behind it. Leaves out unchanged values,
    /// values of the wrong type, values that make their trait too large (``overfullTraits``), and events that the trait
    /// does not have.
    /// - Parameter origin: nil for the change's own cause.
    package mutating func apply(_ change: DeviceChange, by origin: ChangeOrigin? = nil, at time: Duration)
        -> ReportRecord?
    {
        overfullTraits = []
        guard let place = devices.index(of: change.deviceID) else { return nil }
        var reported = Reported()
        if devices[place].bridged.isEmpty {
            apply(change, to: place, at: time, &reported)
        } else {
            let shares = BridgeShares(change, devices[place].bridged)
            if let only = shares.only {
                take(only, at: time, &reported)
            } else {
                for share in shares.all { take(share, at: time, &reported) }
            }
        }
        if isTick(change) { return tick(reported, at: time) }
        return report(
            origin ?? ChangeOrigin(change.cause), at: time, states: reported.states, events: reported.events,
            objects: reported.objects, changesObjects: false)
    }

    /// Whether a change is a tick: the structure's own traits report nothing but the time by themselves.
    private func isTick(_ change: DeviceChange) -> Bool {
        change.deviceID == id && change.cause == .device && change.connectivity == nil && change.events.isEmpty
    }

    private mutating func tick(_ reported: Reported, at time: Duration) -> ReportRecord? {
        guard !reported.states.isEmpty else { return nil }
        version += 1
        for change in reported.states {
            tickingTraits.insert(TraitKey(endpoint: change.path.target.endpoint, traitID: change.path.traitID))
        }
        return ReportRecord(position: position, cause: .device, observedAt: time, states: reported.states, isTick: true)
    }

    private mutating func take(_ share: DeviceChange, at time: Duration, _ reported: inout Reported) {
        if let place = devices.index(of: share.deviceID) { apply(share, to: place, at: time, &reported) }
    }

    /// The contents of one change's report.
    private struct Reported {
        var states: [TraitChange] = []
        var events: [EventChange] = []
        var objects: [ObjectChange] = []
    }

    private mutating func apply(
        _ change: DeviceChange, to place: SortedTable<DeviceRecord>.Index, at time: Duration,
        _ reported: inout Reported
    ) {
        var differences: [TraitKey: StructureValue] = [:]
        for (key, values) in change.attributes {
            let difference = update(place, key, values, at: time)
            if !difference.isEmpty { differences[key] = difference }
        }
        var connectivity: SourceConnectivity?
        if let new = self.connectivity(of: place, after: change, differences),
            new != devices[place].connectivity
        {
            devices[place].connectivity = new
            connectivity = new
        }
        // A copy of a whole device would cost more than the rest.
        func add(_ key: TraitKey, _ descriptor: TraitDescriptor) {
            reported.states.append(
                TraitChange(
                    path: TraitPath(devices[place].target(key.endpoint), key.traitID), descriptor: descriptor,
                    attributes: differences[key] ?? StructureValue(), connectivity: connectivity))
        }
        if connectivity == nil, differences.count <= 1 {
            for key in differences.keys {
                if let descriptor = devices[place].traits[key]?.descriptor { add(key, descriptor) }
            }
        } else {
            for (key, record) in devices[place].orderedTraits where connectivity != nil || differences[key] != nil {
                add(key, record.descriptor)
            }
        }
        for event in change.events {
            if let event = self.event(of: devices[place], event, at: time) { reported.events.append(event) }
        }
        if connectivity != nil, devices[place].id != id { reported.objects.append(.device(message(devices[place]))) }
    }

    /// The connectivity after a change; nil if it is not affected. A device behind a bridge is reachable if its bridge
    /// is and reports that it reaches the device.
    private func connectivity(
        of place: SortedTable<DeviceRecord>.Index, after change: DeviceChange,
        _ differences: [TraitKey: StructureValue]
    ) -> SourceConnectivity? {
        guard let bridgeID = devices[place].bridgeID else { return change.connectivity }
        guard
            change.connectivity != nil || differences.keys.contains(where: { $0.traitID == BridgedInformation.traitID })
        else { return nil }
        return devices[place].isLostByBridge ? .offline : devices[bridgeID]?.connectivity
    }

    /// Approximate growth in bytes of a device if `change` is applied; negative if it shrinks.
    package func growth(of change: DeviceChange) -> Int {
        guard let reporter = devices.index(of: change.deviceID) else { return 0 }
        return change.attributes.reduce(0) { sum, entry in
            let holder =
                devices[reporter].bridged.isEmpty
                ? nil : devices[reporter].bridged[entry.key.endpoint].flatMap { devices.index(of: $0) }
            let known = devices[holder ?? reporter].traits[entry.key]?.attributes
            return entry.value.fields.reduce(sum) { $0 + $1.value.growth(from: known?[$1.key]) }
        }
    }

    /// Forgets the reports that are kept for clients that were away.
    package mutating func forgetReports() {
        log = log.emptied
        forgottenReports += 1
    }

    /// Forgets the reports up to a sequence, which the stored log has.
    mutating func forgetReports(through last: UInt64) {
        log.keep(newest: Int(clamping: sequence > last ? sequence - last : 0))
    }

    /// Keeps reports of the stored log that come right before those in memory, so that the next client that resumes from
    /// there shares them. Ignores others.
    ///
    /// - Parameter forgotten: ``forgottenReports`` before they were read.
    mutating func recall(_ records: [ReportRecord], _ forgotten: UInt64) {
        let last = sequence - UInt64(log.count)  // in range: each report has its sequence
        let older = records.prefix { $0.position.sequence <= last }
        guard forgotten == forgottenReports, older.last?.position.sequence == last else { return }
        log.prepend(older)
    }

    /// Sets attributes. Returns those that differ from their former values.
    mutating func update(
        _ place: SortedTable<DeviceRecord>.Index, _ key: TraitKey, _ values: StructureValue, at time: Duration
    ) -> StructureValue {
        guard let trait = devices[place].traits.index(forKey: key) else { return StructureValue() }
        let descriptor = devices[place].traits.values[trait].descriptor
        let size = devices[place].traits.values[trait].size
        var difference = StructureValue()
        for (id, value) in values.fields {
            guard let attribute = descriptor.attribute(id), descriptor.hasType(value, of: attribute.field),
                devices[place].traits.values[trait].attributes[id] != value
            else { continue }
            let isFirst = devices[place].traits.values[trait].attributes[id] == nil
            guard devices[place].traits.values[trait].set(id, value, limit: traitBytes) else {
                let device = devices[place]
                overfullTraits.append(TraitPath(device.target(key.endpoint), key.traitID))
                continue
            }
            if isFirst || DescribingAttributes.contains(id, of: key.traitID) { objectsRevision += 1 }
            difference[id] = value
        }
        guard !difference.isEmpty else { return difference }
        devices[place].traits.values[trait].observedAt = time
        let growth = devices[place].traits.values[trait].size - size
        if growth != 0 { deviceBytes[devices[place].providerID, default: 0] += growth }
        return difference
    }

    mutating func event(
        of device: DeviceRecord, _ occurrence: DeviceChange.EventOccurrence, at time: Duration
    ) -> EventChange? {
        let key = TraitKey(endpoint: occurrence.endpoint, traitID: occurrence.traitID)
        guard let descriptor = device.traits[key]?.descriptor, let event = descriptor.event(occurrence.eventID) else {
            return nil
        }
        eventNumber += 1
        let change = EventChange(
            path: TraitPath(device.target(key.endpoint), key.traitID), descriptor: descriptor, event: event,
            number: eventNumber, time: time, fields: occurrence.fields,
            message: occurrence.message(of: event, in: descriptor))
        eventLog.append(change)
        return change
    }

    // MARK: Changes of objects

    /// Skips the sequences of reports that come before, to predict a later state.
    package mutating func skip(_ reports: Int) { sequence &+= UInt64(clamping: reports) }

    /// The last report of a structure.
    package mutating func announceRemoval(_ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        rooms = []
        people = []
        members = [:]
        automations = SortedTable()
        groupings = Groupings()
        devices = SortedTable()
        names = ObjectNames()
        deviceBytes = [:]
        isRemoved = true
        return report(origin, at: time, objects: [.removedStructureID(id)])
    }

    /// Changes the structure's name, time zone or location.
    package mutating func edit(
        name: String, place: StructurePlace? = nil, _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        let place = place ?? self.place
        guard name != self.name || place != self.place else { return nil }
        self.name = name
        self.place = place
        return report(origin, at: time, objects: [.structure(message)])
    }

    /// Adds or renames a room.
    package mutating func put(_ room: RoomRecord, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        if let index = rooms.firstIndex(where: { $0.id == room.id }) {
            guard rooms[index] != room else { return nil }
            names.remove(room.object, called: rooms[index].names)
            rooms[index] = room
        } else {
            rooms.append(room)
        }
        names.insert(room.object, called: room.names)
        return report(origin, at: time, objects: [.room(message(room))])
    }

    /// Removes a room. Its devices are in no room afterwards, and its zones lose it.
    package mutating func removeRoom(_ id: String, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        guard let index = rooms.firstIndex(where: { $0.id == id }) else { return nil }
        names.remove(rooms[index].object, called: rooms[index].names)
        rooms.remove(at: index)
        var objects: [ObjectChange] = []
        var place = devices.startIndex
        while place != devices.endIndex {
            if devices[place].roomID == id {
                devices[place].roomID = nil
                objects.append(.device(message(devices[place])))
            }
            devices.formIndex(after: &place)
        }
        objects += groupings.remove(room: id).map { .zone(message($0)) }
        return report(origin, at: time, objects: objects + [.removedRoomID(id)])
    }

    /// Adds a member, or changes one.
    package mutating func put(_ person: PersonRecord, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        if let index = people.firstIndex(where: { $0.id == person.id }) {
            guard people[index] != person else { return nil }
            people[index] = person
        } else {
            people.append(person)
        }
        members[person.identity] = person
        return report(origin, at: time, objects: [.person(message(person))])
    }

    /// Removes a member.
    package mutating func removePerson(_ id: String, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        guard let index = people.firstIndex(where: { $0.id == id }) else { return nil }
        members[people.remove(at: index).identity] = nil
        return report(origin, at: time, objects: [.removedPersonID(id)])
    }

    /// Reports a change of app data, which is not part of the state.
    package mutating func reportAppData(
        of objectID: String, app appID: String, _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        let change = Hearth_V1_AppDataChange(objectID: objectID, appID: appID)
        return report(origin, at: time, objects: [.appData(change)])
    }

    /// Adds a zone, or changes its name or rooms.
    package mutating func put(_ zone: ZoneRecord, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        let old = groupings.zone(zone.id)
        guard old != zone else { return nil }
        if let old { names.remove(zone.object, called: old.names) }
        names.insert(zone.object, called: zone.names)
        groupings.put(zone)
        return report(origin, at: time, objects: [.zone(message(zone))])
    }

    /// Removes a zone; its rooms stay.
    package mutating func removeZone(_ id: String, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        guard let zone = groupings.zone(id) else { return nil }
        names.remove(zone.object, called: zone.names)
        groupings.removeZone(id)
        return report(origin, at: time, objects: [.removedZoneID(id)])
    }

    /// Adds a service group, or changes its name or services.
    package mutating func put(_ group: ServiceGroupRecord, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        let old = groupings.serviceGroup(group.id)
        guard old != group else { return nil }
        if let old { names.remove(group.object, called: [old.name]) }
        names.insert(group.object, called: [group.name])
        groupings.put(group)
        return report(origin, at: time, objects: [.serviceGroup(message(group))])
    }

    /// Removes a service group; its services stay.
    package mutating func removeServiceGroup(_ id: String, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        guard let group = groupings.serviceGroup(id) else { return nil }
        names.remove(group.object, called: [group.name])
        groupings.removeServiceGroup(id)
        return report(origin, at: time, objects: [.removedServiceGroupID(id)])
    }

    /// Loads automations without a report, when the hub starts.
    mutating func load(_ automations: [Hearth_V1_Automation]) {
        self.automations = SortedTable(automations.map { ShownAutomation(message: $0) })
    }

    /// Adds or updates automations. Unchanged programs are left out of the report.
    package mutating func put(
        _ automations: [Hearth_V1_Automation], _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        var objects: [ObjectChange] = []
        var isSaved = false
        for automation in automations {
            let old = self.automations.insert(ShownAutomation(message: automation))?.message
            guard old != automation else { continue }
            isSaved = isSaved || old?.revision != automation.revision
            var shown = automation
            if let old, old.program == automation.program { shown.program = nil }
            objects.append(.automation(shown))
        }
        return report(origin, at: time, objects: objects, changesObjects: isSaved)
    }

    /// Removes an automation.
    package mutating func removeAutomation(_ id: String, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        guard automations.remove(id) != nil else { return nil }
        return report(origin, at: time, objects: [.removedAutomationID(id)])
    }

    /// Adds devices with their traits' values, or replaces known ones by their provider's new description: one device,
    /// or a bridge with all devices behind it. Devices that are gone from the bridge are removed.
    package mutating func put(
        _ brought: [DeviceRecord], removing gone: [String] = [], _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        var reported = Reported()
        for device in brought { put(device, at: time, &reported) }
        reported.objects += groupings.remove(devices: Set(gone)).map { .serviceGroup(message($0)) }
        for id in gone {
            guard let device = forget(id) else { continue }
            deviceBytes[device.providerID, default: 0] -= device.size
            reported.objects.append(.removedDeviceID(id))
        }
        return report(origin, at: time, states: reported.states, objects: reported.objects)
    }

    private mutating func put(_ device: DeviceRecord, at time: Duration, _ reported: inout Reported) {
        let old = devices[device.id]
        var device = device
        let isConnectivityNew = old?.connectivity != device.connectivity
        if device.id == id {
            // Traits owned by the hub keep the hub's values.
            for key in HubTraits.ids.map(HubTraits.key) {
                guard let known = old?.traits[key], let described = device.traits[key] else { continue }
                device.traits[key] = known.completed(by: described)
            }
        }
        for (key, record) in device.orderedTraits {
            var difference = record.attributes
            let known = old?.traits[key]
            if let known {
                difference = StructureValue(record.attributes.fields.filter { known.attributes[$0.key] != $0.value })
                // Keep the old value where old and new compare equal, so that the stored bytes match the last report
                // (equal strings may differ in Unicode form).
                for (id, value) in known.attributes.fields
                where record.attributes[id] != nil && difference[id] == nil {
                    _ = device.traits[key]?.set(id, value, limit: .max)
                }
                device.traits[key]?.observedAt = difference.isEmpty ? known.observedAt : time
            } else {
                device.traits[key]?.observedAt = time
            }
            let reportsConnectivity = isConnectivityNew || known == nil
            guard !difference.isEmpty || reportsConnectivity else { continue }
            reported.states.append(
                TraitChange(
                    path: TraitPath(device.target(key.endpoint), key.traitID), descriptor: record.descriptor,
                    attributes: difference, connectivity: reportsConnectivity ? device.connectivity : nil,
                    isFirst: known == nil))
        }
        device.memories = old?.memories ?? device.memories
        let structure = message
        if let old { deviceBytes[old.providerID, default: 0] -= old.size }
        deviceBytes[device.providerID, default: 0] += device.size
        keep(device)
        if device.id == id {
            if message != structure { reported.objects.append(.structure(message)) }
        } else {
            let new = message(device)
            if old.map({ message($0) }) != new { reported.objects.append(.device(new)) }
        }
    }

    /// Changes a device's name, room or aliases.
    package mutating func edit(
        device id: String, name: String? = nil, room: String?? = nil, aliases: [String]? = nil,
        _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        guard let old = devices[id] else { return nil }
        var device = old
        if let name {
            device.name = NameRules.kept(name, insteadOf: old.name)
            device.isNameGiven = true
        }
        if let room { device.roomID = room }
        if let aliases { device.aliases = aliases }
        keep(device)
        guard device.name != old.name || device.roomID != old.roomID || device.aliases != old.aliases else {
            return nil
        }
        return report(origin, at: time, objects: [.device(message(device))])
    }

    /// Names a part of a device; an empty name removes it.
    package mutating func name(
        _ endpoint: UInt16, of id: String, _ name: String, _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        guard var device = devices[id], let index = device.endpoints.firstIndex(where: { $0.id == endpoint }),
            device.endpoints[index].name != name
        else { return nil }
        deviceBytes[device.providerID, default: 0] -= device.size
        device.endpoints[index].name = name
        deviceBytes[device.providerID, default: 0] += device.size
        devices.insert(device)
        return report(origin, at: time, objects: [.device(message(device))])
    }

    /// Changes the settings of a device's service.
    package mutating func set(
        _ setting: ServiceSetting, of id: String, _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        guard var device = devices[id] else { return nil }
        deviceBytes[device.providerID, default: 0] -= device.size
        let isNew = device.set(setting)
        deviceBytes[device.providerID, default: 0] += device.size
        guard isNew else { return nil }
        devices.insert(device)
        return report(origin, at: time, objects: [.device(message(device))])
    }

    /// Stores a memory for a device's provider; empty bytes remove it. There is no report, as only the provider sees
    /// it.
    ///
    /// - Returns: false if nothing changed, or the device does not exist.
    mutating func remember(_ id: String, key: String, _ value: [UInt8]) -> Bool {
        let new = value.isEmpty ? nil : value
        guard let index = devices.index(of: id), devices[index].memories[key] != new else { return false }
        let size = { (value: [UInt8]?) in value.map { DeviceRecord.size(ofMemory: key, $0) } ?? 0 }
        deviceBytes[devices[index].providerID, default: 0] += size(new) - size(devices[index].memories[key])
        devices[index].memories[key] = new
        return true
    }

    /// Removes a device, with all devices behind it if it is a bridge. Service groups lose their services.
    package mutating func removeDevice(_ id: String, _ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        guard let first = devices[id] else { return nil }
        let all = [id] + first.bridgedIDs
        for id in all {
            if let device = forget(id) {
                deviceBytes[device.providerID, default: 0] -= device.size
            }
        }
        guard id != self.id else { return report(origin, at: time, objects: [.structure(message)]) }
        let groups = groupings.remove(devices: Set(all)).map { ObjectChange.serviceGroup(message($0)) }
        return report(origin, at: time, objects: groups + all.map { .removedDeviceID($0) })
    }

    private mutating func keep(_ device: DeviceRecord) {
        let old = devices.insert(device)
        guard device.id != id, old?.names != device.names else { return }
        if let old { names.remove(old.object, called: old.names) }
        names.insert(device.object, called: device.names)
    }

    private mutating func forget(_ id: String) -> DeviceRecord? {
        let device = devices.remove(id)
        commands.forget(id)
        if let device, id != self.id { names.remove(device.object, called: device.names) }
        return device
    }

    /// - Parameter changesObjects: whether ``objectsRevision`` rises if there are objects.
    package mutating func report(
        _ origin: ChangeOrigin, at time: Duration, states: [TraitChange] = [], events: [EventChange] = [],
        objects: [ObjectChange] = [], changesObjects: Bool = true
    ) -> ReportRecord? {
        guard !states.isEmpty || !events.isEmpty || !objects.isEmpty else { return nil }
        if changesObjects, !objects.isEmpty { objectsRevision += 1 }
        let following = presence(after: states, objects, at: time)
        let care = CareNotices.of(states, objects, in: self)
        let alarms = raise(AlarmNotices.of(states, events, in: self) + care.begun, ending: care.ended, at: time)
        (sequence, version) = (sequence + 1, version + 1)
        let record = ReportRecord(
            position: position, cause: origin.cause, actor: actor(origin.author), observedAt: time,
            states: states + following + alarms.states, events: events + alarms.events, objects: objects)
        log.append(record)
        return record
    }
}
