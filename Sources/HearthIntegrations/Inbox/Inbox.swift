/// The things that were found and could be added. Bounded: a network can announce any number.
package struct Inbox: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var thing: FoundThing
        /// When it was last seen, since 1970.
        package var seenAt: Duration
        /// When it is forgotten if it is not seen again, by the clock that does not jump; nil for never.
        var expiresAt: Duration?
        /// Rises with each sighting of any thing.
        var age: UInt64
        /// How often it was added and removed again. A watch reports it after each removal, also if it had no message
        /// while the thing was added.
        package var removals: UInt64 = 0

        /// Whether it is forgotten before another one if there are too many.
        fileprivate func stays(shorterThan other: Entry) -> Bool {
            let (isLess, isOtherLess) = (thing.readiness == .notSupported, other.thing.readiness == .notSupported)
            return isLess == isOtherLess ? age < other.age : isLess
        }
    }

    /// The largest number of things. If it is exceeded, the inbox drops unsupported things first, then those not seen
    /// for longest. These return only when their service changes, so the number exceeds what the browser reports.
    package static let mostThings = 2_500
    /// The most bytes of a text of a thing; longer texts are cut.
    static let maxTextBytes = 255

    private var entries: [String: Entry] = [:]
    private var order: [String] = []
    private var lastAge: UInt64 = 0

    package init() {}

    /// In the order in which they were first seen.
    package var all: [Entry] { order.compactMap { entries[$0] } }

    /// The key of the thing with an identity; nil if no thing has it.
    func key(kind: String, identity: String) -> String? {
        entries.first { $0.value.thing.kind == kind && $0.value.thing.identity == identity }?.key
    }

    package subscript(key: String) -> FoundThing? { entries[key]?.thing }

    /// Takes a sighting.
    ///
    /// - Parameters:
    ///   - time: now, since 1970.
    ///   - now: now, by the clock that does not jump.
    ///   - life: how long it counts; nil until ``lose(_:)``.
    /// - Returns: whether something is new.
    package mutating func see(_ thing: FoundThing, at time: Duration, now: Duration, life: Duration?) -> Bool {
        guard !thing.key.isEmpty, thing.key.utf8.count <= Self.maxTextBytes else { return false }
        let thing = thing.cut(to: Self.maxTextBytes)
        lastAge += 1
        let former = entries[thing.key]
        entries[thing.key] = Entry(
            thing: thing, seenAt: time, expiresAt: life.map { now + $0 }, age: lastAge, removals: former?.removals ?? 0)
        guard former == nil else { return former?.thing != thing }
        order.append(thing.key)
        if order.count > Self.mostThings, let oldest = entries.min(by: { $0.value.stays(shorterThan: $1.value) })?.key {
            _ = lose(oldest)
        }
        return true
    }

    /// Counts that the integration of a thing was removed.
    mutating func countRemoval(kind: String, identity: String) {
        for (key, entry) in entries where entry.thing.kind == kind && entry.thing.identity == identity {
            entries[key]?.removals += 1
        }
    }

    /// Forgets a thing.
    ///
    /// - Returns: whether it was there.
    package mutating func lose(_ key: String) -> Bool {
        guard entries.removeValue(forKey: key) != nil else { return false }
        order.removeAll { $0 == key }
        return true
    }

    /// Forgets the things that were not seen again in time.
    ///
    /// - Returns: whether there were any.
    package mutating func expire(now: Duration) -> Bool {
        let old = entries.filter { entry in entry.value.expiresAt.map { $0 <= now } ?? false }.map(\.key)
        for key in old { _ = lose(key) }
        return !old.isEmpty
    }

    /// When the next thing expires, by the clock that does not jump.
    package var nextExpiry: Duration? { entries.values.compactMap(\.expiresAt).min() }
}

extension FoundThing {
    /// The thing with its texts cut to a number of bytes, without characters that control terminals.
    fileprivate func cut(to bytes: Int) -> FoundThing {
        func cut(_ text: String) -> String {
            var cut = String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
            while cut.utf8.count > bytes { cut.removeLast() }
            return cut
        }
        var thing = self
        thing.kind = cut(kind)
        thing.identity = cut(identity)
        thing.name = cut(name)
        thing.maker = cut(maker)
        thing.address = cut(address)
        thing.settings = Dictionary(
            uniqueKeysWithValues: settings.sorted { $0.key < $1.key }.prefix(32)  // in range: keys of a dictionary
                .filter { $0.key.utf8.count <= bytes }.map { ($0.key, cut($0.value)) })
        return thing
    }
}
