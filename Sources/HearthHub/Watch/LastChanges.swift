internal import HearthTraitCore
internal import HearthWire

/// What of a structure changed last, in order of time, for the watches that are behind: each trait and object once,
/// however often it changed. One list serves them all: a watch that is behind only knows after which turn it is.
///
/// The paths are kept, not the values: those are read when they are sent. Events are not in it: the structure's log has
/// them.
struct LastChanges: Sendable {
    /// What can change.
    enum Subject: Hashable, Sendable {
        case structure, room(String), zone(String), serviceGroup(String), device(String), person(String)
        case automation(String)
        /// What an app keeps with an object.
        case appData(objectID: String, appID: String)
        case trait(TraitPath)
    }

    /// When something changed, and by whom.
    struct Change: Sendable {
        private(set) var turn: UInt64
        private(set) var cause: ChangeCause?
        /// The last change of another cause.
        private var otherTurn: UInt64 = 0

        init(_ turn: UInt64, _ cause: ChangeCause?) {
            self.turn = turn
            self.cause = cause
        }

        mutating func change(_ turn: UInt64, _ cause: ChangeCause?) {
            if cause != self.cause { otherTurn = self.turn }
            self.turn = turn
            self.cause = cause
        }

        /// Whether it changed after a turn, other than by a cause.
        func isMissed(after turn: UInt64, except own: ChangeCause?) -> Bool {
            (own != nil && cause == own ? otherTurn : self.turn) > turn
        }

        /// The cause of what changed after a turn; nil when there were several.
        func cause(after turn: UInt64) -> ChangeCause? { otherTurn > turn ? nil : cause }
    }

    struct Entry: Sendable {
        let subject: Subject
        var change: Change
        var observedAt: Duration
        /// Of a trait.
        var attributes: [UInt32: Change] = [:]
        var connectivity: Change?
        fileprivate var older: Int?
        fileprivate var newer: Int?
    }

    /// How many changes were told.
    private(set) var turn: UInt64 = 0
    /// Of the last change that was told.
    private(set) var position: StructurePosition
    /// The number of the last event that was told.
    private(set) var lastEvent: UInt64 = 0
    private var lastEventTurn: UInt64 = 0
    /// When the last change was observed: time since 1970.
    private(set) var observedAt: Duration = .zero
    /// Changes up to this turn may have been forgotten.
    private var forgotten: UInt64 = 0
    private let capacity: Int
    private var entries: [Entry] = []
    private var places: [Subject: Int] = [:]
    private var oldest: Int?
    private var newest: Int?

    /// - Parameters:
    ///   - position: of the structure.
    ///   - capacity: how many traits and objects are kept.
    init(position: StructurePosition, capacity: Int) {
        self.position = position
        self.capacity = max(1, capacity)
    }

    var count: Int { entries.count }

    /// A change is told.
    ///
    /// - Parameter isKept: whether somebody is behind it. Without that it is only counted, and the rest forgotten.
    mutating func take(_ record: ReportRecord, isKept: Bool) {
        turn += 1
        observedAt = max(observedAt, record.observedAt)
        if record.position.sequence > position.sequence { position = record.position }
        if let event = record.events.last {
            lastEvent = event.number
            lastEventTurn = turn
        }
        guard isKept else { return forget() }
        for change in record.states {
            let place = touch(.trait(change.path), record)
            for id in change.attributes.fields.keys { Self.note(&entries[place].attributes[id], turn, record.cause) }
            if change.connectivity != nil { Self.note(&entries[place].connectivity, turn, record.cause) }
        }
        for object in record.objects {
            switch object {
            case .structure, .removedStructure: touch(.structure, record)
            case .room(let room): touch(.room(room.id), record)
            case .removedRoom(let id): touch(.room(id), record)
            case .device(let device): touch(.device(device.id), record)
            case .removedDevice(let id): touch(.device(id), record)
            case .zone(let zone): touch(.zone(zone.id), record)
            case .removedZone(let id): touch(.zone(id), record)
            case .serviceGroup(let group): touch(.serviceGroup(group.id), record)
            case .removedServiceGroup(let id): touch(.serviceGroup(id), record)
            case .person(let person): touch(.person(person.id), record)
            case .removedPerson(let id): touch(.person(id), record)
            case .automation(let automation): touch(.automation(automation.id), record)
            case .removedAutomation(let id): touch(.automation(id), record)
            case .appData(let change): touch(.appData(objectID: change.objectID, appID: change.appID), record)
            }
        }
    }

    /// Nobody is behind any more.
    mutating func forget() {
        forgotten = turn
        guard !entries.isEmpty else { return }
        entries = []
        places = [:]
        oldest = nil
        newest = nil
    }

    /// Whether all that changed after a turn is known.
    func knows(after turn: UInt64) -> Bool { turn >= forgotten }

    /// Whether events were told after a turn.
    func hasEvents(after turn: UInt64) -> Bool { lastEventTurn > turn }

    /// What changed after a turn, the last change first.
    func entries(after turn: UInt64) -> some Sequence<Entry> {
        sequence(state: newest) { next -> Entry? in
            guard let place = next, entries[place].change.turn > turn else { return nil }
            next = entries[place].older
            return entries[place]
        }
    }

    // MARK: The list

    /// Not of the list, which would be copied: the change is a part of it.
    private static func note(_ change: inout Change?, _ turn: UInt64, _ cause: ChangeCause?) {
        if change?.change(turn, cause) == nil { change = Change(turn, cause) }
    }

    /// Puts a subject to the end of the list, in the place of the oldest when it is full.
    @discardableResult
    private mutating func touch(_ subject: Subject, _ record: ReportRecord) -> Int {
        if let place = places[subject] {
            entries[place].change.change(turn, record.cause)
            entries[place].observedAt = max(entries[place].observedAt, record.observedAt)
            guard newest != place else { return place }
            unlink(place)
            link(place)
            return place
        }
        let entry = Entry(subject: subject, change: Change(turn, record.cause), observedAt: record.observedAt)
        var place = entries.count
        if place < capacity {
            entries.append(entry)
        } else if let last = oldest {
            forgotten = max(forgotten, entries[last].change.turn)
            places[entries[last].subject] = nil
            unlink(last)
            entries[last] = entry
            place = last
        }
        places[subject] = place
        link(place)
        return place
    }

    private mutating func unlink(_ place: Int) {
        let (older, newer) = (entries[place].older, entries[place].newer)
        if let older { entries[older].newer = newer } else { oldest = newer }
        if let newer { entries[newer].older = older } else { newest = older }
    }

    private mutating func link(_ place: Int) {
        entries[place].older = newest
        entries[place].newer = nil
        if let newest { entries[newest].newer = place } else { oldest = place }
        newest = place
    }
}
