internal import HearthTraitCore

/// The last change of each trait and object of a structure, in order of time, for lagging watches. One list serves all
/// of them, since a lagging watch only needs the change counter up to which it has received everything.
///
/// Keeps paths and no values, which are read when they are sent. Events are in the structure's log instead.
struct LastChanges: Sendable {
    /// A part of a structure that can change.
    enum Subject: Hashable, Sendable {
        case object(ObjectKey)
        case trait(TraitPath)
    }

    /// The change counter and cause of a subject's last change.
    struct Change: Sendable {
        private(set) var counter: UInt64
        private(set) var cause: ChangeCause?
        /// The change counter of the last change with another cause.
        private var otherCounter: UInt64 = 0

        init(_ counter: UInt64, _ cause: ChangeCause?) {
            self.counter = counter
            self.cause = cause
        }

        mutating func change(_ counter: UInt64, _ cause: ChangeCause?) {
            if cause != self.cause { otherCounter = self.counter }
            self.counter = counter
            self.cause = cause
        }

        /// Whether it changed after `counter` by a cause other than `own`.
        func isMissed(after counter: UInt64, except own: ChangeCause?) -> Bool {
            (own != nil && cause == own ? otherCounter : self.counter) > counter
        }

        /// The cause of the changes after `counter`; nil if there were several.
        func cause(after counter: UInt64) -> ChangeCause? { otherCounter > counter ? nil : cause }
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

    /// The change counter: the number of changes that watches were notified of.
    private(set) var counter: UInt64 = 0
    /// The position of the last of them.
    private(set) var position: StructurePosition
    /// The number of the last event among them.
    private(set) var lastEvent: UInt64 = 0
    private var lastEventCounter: UInt64 = 0
    /// When the last change was observed: time since 1970.
    private(set) var observedAt: Duration = .zero
    /// Changes up to this counter may be missing.
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
        counter += 1
        observedAt = max(observedAt, record.observedAt)
        if record.position.sequence > position.sequence { position = record.position }
        if let event = record.events.last {
            lastEvent = event.number
            lastEventCounter = counter
        }
        guard isKept else { return forget() }
        for change in record.states {
            let place = touch(.trait(change.path), record)
            for id in change.attributes.fields.keys { Self.note(&entries[place].attributes[id], counter, record.cause) }
            if change.connectivity != nil { Self.note(&entries[place].connectivity, counter, record.cause) }
        }
        for object in record.objects { touch(.object(object.key), record) }
    }

    /// Forgets all changes, as no watch lags any more.
    mutating func forget() {
        forgotten = counter
        guard !entries.isEmpty else { return }
        entries = []
        places = [:]
        oldest = nil
        newest = nil
    }

    /// Whether all changes after a counter are known.
    func knows(after counter: UInt64) -> Bool { counter >= forgotten }

    /// Whether there were events after a counter.
    func hasEvents(after counter: UInt64) -> Bool { lastEventCounter > counter }

    /// The changes after a counter, the last one first.
    func entries(after counter: UInt64) -> some Sequence<Entry> {
        sequence(state: newest) { next -> Entry? in
            guard let place = next, entries[place].change.counter > counter else { return nil }
            next = entries[place].older
            return entries[place]
        }
    }

    // MARK: The list

    /// Static, because the change is part of the list, and a method of the list would copy that.
    private static func note(_ change: inout Change?, _ counter: UInt64, _ cause: ChangeCause?) {
        if change?.change(counter, cause) == nil { change = Change(counter, cause) }
    }

    /// Moves a subject to the end of the list. A new one replaces the oldest if the list is full.
    @discardableResult
    private mutating func touch(_ subject: Subject, _ record: ReportRecord) -> Int {
        if let place = places[subject] {
            entries[place].change.change(counter, record.cause)
            entries[place].observedAt = max(entries[place].observedAt, record.observedAt)
            guard newest != place else { return place }
            unlink(place)
            link(place)
            return place
        }
        let entry = Entry(subject: subject, change: Change(counter, record.cause), observedAt: record.observedAt)
        var place = entries.count
        if place < capacity {
            entries.append(entry)
        } else if let last = oldest {
            forgotten = max(forgotten, entries[last].change.counter)
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
