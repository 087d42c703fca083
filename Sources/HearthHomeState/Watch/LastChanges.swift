internal import HearthTraitCore

/// The last change of each trait and object of a structure, in order of time, for lagging watches. One list serves all
/// of them, since a lagging watch only needs the turn up to which it has everything.
///
/// Keeps paths and no values, which are read when they are sent. Events are in the structure's log instead.
struct LastChanges: Sendable {
    /// A part of a structure that can change.
    enum Subject: Hashable, Sendable {
        case object(ObjectKey)
        case trait(TraitPath)
    }

    /// The turn and cause of a subject's last change.
    struct Change: Sendable {
        private(set) var turn: UInt64
        private(set) var cause: ChangeCause?
        /// The turn of the last change with another cause.
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

        /// Whether it changed after `turn` by a cause other than `own`.
        func isMissed(after turn: UInt64, except own: ChangeCause?) -> Bool {
            (own != nil && cause == own ? otherTurn : self.turn) > turn
        }

        /// The cause of the changes after `turn`; nil if there were several.
        func cause(after turn: UInt64) -> ChangeCause? { otherTurn > turn ? nil : cause }
    }

    struct Entry: Sendable {
        let subject: Subject
        var change: Change
        var observedAt: Duration
        /// The changed attributes of a trait.
        var attributes: [UInt32: Change] = [:]
        var connectivity: Change?
        fileprivate var older: Int?
        fileprivate var newer: Int?
    }

    /// The number of changes that watches were notified of.
    private(set) var turn: UInt64 = 0
    /// The position of the last of them.
    private(set) var position: StructurePosition
    /// The number of the last event among them.
    private(set) var lastEvent: UInt64 = 0
    private var lastEventTurn: UInt64 = 0
    /// When the last change was observed: time since 1970.
    private(set) var observedAt: Duration = .zero
    /// Changes up to this turn may be missing.
    private var forgotten: UInt64 = 0
    private let capacity: Int
    private var entries: [Entry] = []
    private var places: [Subject: Int] = [:]
    private var oldest: Int?
    private var newest: Int?

    /// - Parameters:
    ///   - position: the structure's.
    ///   - capacity: the most traits and objects that are kept.
    init(position: StructurePosition, capacity: Int) {
        self.position = position
        self.capacity = max(1, capacity)
    }

    var count: Int { entries.count }

    /// Takes a change that watches are notified of.
    ///
    /// - Parameter isKept: whether watches lag. If not, the change is only counted, and all others are forgotten.
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
        for object in record.objects { touch(.object(object.key), record) }
    }

    /// Forgets all changes, as no watch lags any more.
    mutating func forget() {
        forgotten = turn
        guard !entries.isEmpty else { return }
        entries = []
        places = [:]
        oldest = nil
        newest = nil
    }

    /// Whether all changes after a turn are known.
    func knows(after turn: UInt64) -> Bool { turn >= forgotten }

    /// Whether there were events after a turn.
    func hasEvents(after turn: UInt64) -> Bool { lastEventTurn > turn }

    /// The changes after a turn, the last one first.
    func entries(after turn: UInt64) -> some Sequence<Entry> {
        sequence(state: newest) { next -> Entry? in
            guard let place = next, entries[place].change.turn > turn else { return nil }
            next = entries[place].older
            return entries[place]
        }
    }

    // MARK: The list

    /// Static, because the change is part of the list, and a method of the list would copy that.
    private static func note(_ change: inout Change?, _ turn: UInt64, _ cause: ChangeCause?) {
        if change?.change(turn, cause) == nil { change = Change(turn, cause) }
    }

    /// Moves a subject to the end of the list. A new one replaces the oldest if the list is full.
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
