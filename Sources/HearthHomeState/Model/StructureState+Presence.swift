internal import HearthAutomation
internal import HearthBase
package import HearthTraitCore
internal import HearthWire

// Presence. Clients state it for people; devices with AreaPresenceState, such as a router that knows the phones of a
// home, report it for anybody. The structure's own AreaPresenceState follows in the same report.
extension StructureState {
    /// Whether a person is at home, as stated by a client; nil for a person who does not share it.
    package func presence(ofPerson id: String) -> PersonPresence? {
        guard let values = presenceOfPeople else { return nil }
        return PersonPresence.allCases.first { $0.people(values).contains(id) }
    }

    /// The attributes of the structure's PeoplePresence; nil if it does not have the trait.
    package var presenceOfPeople: StructureValue? {
        devices[id]?.traits[HubTraits.key(PresenceTraits.People.id)]?.attributes
    }

    /// Sets a person's presence.
    ///
    /// - Parameter presence: nil to forget it.
    package mutating func set(
        _ presence: PersonPresence?, ofPerson personID: String, _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        guard let values = presenceOfPeople else { return nil }
        let old = self.presence(ofPerson: personID)
        // `unknown` only says that the person shares presence, which a known state says already.
        guard old != presence, presence != .unknown || old == nil else { return nil }
        let key = HubTraits.key(PresenceTraits.People.id)
        var change = DeviceChange(
            deviceID: id, attributes: [key: Self.moving([personID], to: presence, values)], cause: origin.cause)
        let event: UInt32? =
            switch (old, presence) {
            case (.away, .atHome): PresenceTraits.People.arrived
            case (.atHome, .away): PresenceTraits.People.left
            default: nil
            }
        if let event {
            let fields: StructureValue = [PresenceTraits.People.personID: .string(personID)]
            change.events.append(
                .init(endpoint: key.endpoint, traitID: key.traitID, eventID: event, fields: fields))
        }
        return apply(change, by: origin, at: time)
    }

    private static func moving(
        _ people: Set<String>, to presence: PersonPresence?, _ values: StructureValue
    ) -> StructureValue {
        PersonPresence.attributes { each in
            each.people(values).filter { !people.contains($0) } + (each == presence ? people.sorted() : [])
        }
    }

    /// The changes of the structure's own traits that follow from a change.
    mutating func presence(
        after states: [TraitChange], _ objects: [ObjectChange], at time: Duration
    ) -> [TraitChange] {
        var (goneDevices, gonePeople): (Set<String>, Set<String>) = ([], [])
        var isTouched = states.contains { change in
            change.path.traitID == PresenceTraits.Area.id || change.path.traitID == PresenceTraits.People.id
        }
        for object in objects {
            switch object {
            case .removedDeviceID(let id) where presenceDevices.contains(id): goneDevices.insert(id)
            case .removedPersonID(let id): gonePeople.insert(id)
            default: break
            }
        }
        for change in states where change.path.traitID == PresenceTraits.Area.id && change.path.target.deviceID != id {
            presenceDevices.insert(change.path.target.deviceID)
        }
        presenceDevices.subtract(goneDevices)
        isTouched = isTouched || !goneDevices.isEmpty
        var following: [TraitChange] = []
        if !gonePeople.isEmpty, let values = presenceOfPeople {
            following += own(PresenceTraits.People.id, Self.moving(gonePeople, to: nil, values), at: time)
        }
        if isTouched || !following.isEmpty, let state = presenceState {
            following += own(PresenceTraits.Area.id, [PresenceTraits.Area.state: state], at: time)
        }
        return following
    }

    /// Sets attributes of one of the structure's own traits.
    mutating func own(_ traitID: UInt32, _ values: StructureValue, at time: Duration) -> [TraitChange] {
        let key = HubTraits.key(traitID)
        guard let place = devices.index(of: id), let descriptor = devices[place].traits[key]?.descriptor else {
            return []
        }
        let difference = update(place, key, values, at: time)
        guard !difference.isEmpty else { return [] }
        return [
            TraitChange(
                path: TraitPath(devices[place].target(0), traitID), descriptor: descriptor, attributes: difference,
                connectivity: nil)
        ]
    }

    /// Occupied if a person or device says so, else vacant if one says that; nil if none knows, which leaves the state
    /// as it was. An offline device counts with its last value, as all its values do, so that a restarted program does
    /// not look like people leaving.
    private var presenceState: TraitValue? {
        var isAnybodyKnown = false
        if let values = presenceOfPeople {
            if !PersonPresence.atHome.people(values).isEmpty { return PresenceTraits.Area.occupied }
            isAnybodyKnown = !PersonPresence.away.people(values).isEmpty
        }
        for id in presenceDevices {
            guard let device = devices[id] else { continue }
            for (key, trait) in device.traits where key.traitID == PresenceTraits.Area.id {
                switch trait.attributes[PresenceTraits.Area.state] {
                case PresenceTraits.Area.occupied: return PresenceTraits.Area.occupied
                case PresenceTraits.Area.vacant: isAnybodyKnown = true
                default: break
                }
            }
        }
        return isAnybodyKnown ? PresenceTraits.Area.vacant : nil
    }

    /// The devices that report presence.
    func devicesOfPresence() -> Set<String> {
        Set(
            devices.lazy.filter { [id] device in
                device.id != id && device.traits.keys.contains { $0.traitID == PresenceTraits.Area.id }
            }.map(\.id))
    }
}
