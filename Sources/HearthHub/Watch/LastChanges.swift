internal import HearthTraitCore
internal import HearthWire

/// What of a structure changed last, in order of time, for the watches that are behind: each trait, room and device once,
/// however often it changed. One list serves them all: a watch that is behind only knows after which turn it is.
///
/// The paths are kept, not the values: those are read when they are sent. Events are not in it: the structure's log has
/// them.
struct LastChanges: Sendable {
    /// What can change.
    enum Subject: Hashable, Sendable {
        case structure, room(String), device(String), trait(TraitPath)
    }

    struct Attribute: Sendable {
        let id: UInt32
        var turn: UInt64
        var cause: ChangeCause?
    }

    struct Entry: Sendable {
        let subject: Subject
        /// When it changed last, and by whom.
        var turn: UInt64
        var cause: ChangeCause?
        var observedAt: Duration
        /// Of a trait: those that changed, and its connectivity as another with no id.
        var attributes: [Attribute] = []
        var connectivity: Attribute?
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
    private var cause: ChangeCause?
    /// All changes after this turn have the same cause.
    private var causeTurn: UInt64 = 0
    /// Changes up to this turn may have been forgotten.
    private var forgotten: UInt64 = 0
    private let capacity: Int
    private var entries: [Entry] = []
    private var places: [Subject: Int] = [:]
    private var oldest: Int?
    private var newest: Int?

    /// - Parameters:
    ///   - position: of the structure.
    ///   - capacity: how many traits, rooms and devices are kept.
    init(position: StructurePosition, capacity: Int) {
        self.position = position
        self.capacity = max(1, capacity)
    }

    var count: Int { entries.count }

    /// A change is told.
    ///
    /// - Parameter isKept: whether somebody is behind it. Without that it is only counted, and the rest forgotten.
    mutating func take(_ record: ReportRecord, isKept: Bool) {
        if cause != record.cause {
            cause = record.cause
            causeTurn = turn
        }
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
            for id in change.attributes.fields.keys { note(id, at: place, record) }
            if change.connectivity != nil {
                entries[place].connectivity = Attribute(id: 0, turn: turn, cause: record.cause)
            }
        }
        for object in record.objects {
            switch object {
            case .structure, .removedStructure: touch(.structure, record)
            case .room(let room): touch(.room(room.id), record)
            case .removedRoom(let id): touch(.room(id), record)
            case .device(let device): touch(.device(device.id), record)
            case .removedDevice(let id): touch(.device(id), record)
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

    /// The cause of all changes after a turn; nil when there were several.
    func cause(after turn: UInt64) -> ChangeCause? { turn >= causeTurn ? cause : nil }

    /// What changed after a turn, the last change first.
    func entries(after turn: UInt64) -> some Sequence<Entry> {
        sequence(state: newest) { next -> Entry? in
            guard let place = next, entries[place].turn > turn else { return nil }
            next = entries[place].older
            return entries[place]
        }
    }

    // MARK: The list

    private mutating func note(_ id: UInt32, at place: Int, _ record: ReportRecord) {
        if let known = entries[place].attributes.firstIndex(where: { $0.id == id }) {
            entries[place].attributes[known].turn = turn
            entries[place].attributes[known].cause = record.cause
        } else {
            entries[place].attributes.append(Attribute(id: id, turn: turn, cause: record.cause))
        }
    }

    /// Puts a subject to the end of the list, in the place of the oldest when it is full.
    @discardableResult
    private mutating func touch(_ subject: Subject, _ record: ReportRecord) -> Int {
        if let place = places[subject] {
            entries[place].turn = turn
            entries[place].cause = record.cause
            entries[place].observedAt = max(entries[place].observedAt, record.observedAt)
            guard newest != place else { return place }
            unlink(place)
            link(place)
            return place
        }
        let entry = Entry(subject: subject, turn: turn, cause: record.cause, observedAt: record.observedAt)
        var place = entries.count
        if place < capacity {
            entries.append(entry)
        } else if let last = oldest {
            forgotten = max(forgotten, entries[last].turn)
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
