internal import HearthBase
internal import HearthTraitCore
package import HearthWire

/// The part of a structure that a guest may see and use, and when.
package struct Grant: Hashable, Sendable {
    /// A part of some days of the week.
    struct Hours: Hashable, Sendable {
        /// Monday is 1, Sunday is 7. Every day if empty.
        var weekdays: Set<UInt32> = []
        /// Minutes since midnight, 0 to 1439.
        var from: UInt32
        /// The first minute that is not part of it, 1 to 1440; of the next day if it is not greater than ``from``.
        var until: UInt32

        func contains(_ now: LocalMinute) -> Bool {
            if until > from { return holds(on: now.weekday) && now.minute >= from && now.minute < until }
            return holds(on: now.weekday) && now.minute >= from || holds(on: now.dayBefore) && now.minute < until
        }

        private func holds(on weekday: UInt32) -> Bool { weekdays.isEmpty || weekdays.contains(weekday) }
    }

    /// Whether it includes all devices that need not be granted by name, and the structure's own traits.
    var hasEverything = false
    package var rooms: Set<String> = []
    /// The devices that are granted by name.
    package var devices: Set<String> = []
    /// When it holds; at all times if empty.
    var hours: [Hours] = []
    /// When it ends: time since 1970. nil if it does not.
    package var until: Duration?
    /// When the guest was given it: time since 1970. nil in a request, and in a store from before hubs noted that.
    package var granted: Duration?

    static let mostHours = 100
    static let mostObjects = 10_000

    /// Approximate size in bytes, in memory or in a message.
    package var size: Int { (rooms.union(devices)).reduce(64 + 64 * hours.count) { $0 + 8 + $1.utf8.count } }

    /// Whether it holds at some times only.
    package var isTimed: Bool { !hours.isEmpty || until != nil }

    /// Whether it holds at a time.
    ///
    /// - Parameters:
    ///   - time: since 1970.
    ///   - zone: the structure's.
    func holds(at time: Duration, in zone: String) -> Bool {
        if let until, time >= until { return false }
        guard !hours.isEmpty else { return true }
        let now = LocalMinute(time, in: zone)
        return hours.contains { $0.contains(now) }
    }

    /// When its hours begin next; nil if they do not within eight days.
    package func next(after time: Duration, in zone: String) -> Duration? {
        if let until, time >= until { return nil }
        let begins = LocalClocks.shared.instants(of: hours.map { ($0.from, $0.weekdays) }, after: time, in: zone)
        // Hours that daylight saving time leaves out do not begin.
        return begins.first { holds(at: $0, in: zone) }
    }

    func shows(room id: String) -> Bool { hasEverything || rooms.contains(id) }

    /// - Parameter isSensitive: whether the device is one of those that are granted by name only.
    func shows(device id: String, room: String?, isSensitive: @autoclosure () -> Bool) -> Bool {
        if devices.contains(id) { return true }
        guard hasEverything || room.map(rooms.contains) ?? false else { return false }
        return !isSensitive()
    }
}

extension Grant {
    /// - Throws: an error that says what is wrong.
    package init(_ message: Hearth_V1_Grant) throws(InvalidGrant) {
        guard message.hours.count <= Self.mostHours else {
            throw InvalidGrant("the grant has \(message.hours.count) hours; at most \(Self.mostHours) are allowed")
        }
        guard message.roomIDs.count + message.deviceIDs.count <= Self.mostObjects else {
            throw InvalidGrant(
                "the grant names \(message.roomIDs.count + message.deviceIDs.count) rooms and devices; at most "
                    + "\(Self.mostObjects) are allowed")
        }
        var hours: [Hours] = []
        for part in message.hours {
            guard part.from <= 1_439, (1...1_440).contains(part.until) else {
                throw InvalidGrant(
                    "the grant's hours are from \(part.from) until \(part.until); minutes of a day are 0 to 1439, and "
                        + "until is 1 to 1440")
            }
            guard part.weekdays.count <= 7, part.weekdays.allSatisfy({ (1...7).contains($0) }) else {
                throw InvalidGrant("the grant's weekdays are not at most seven of 1 to 7; Monday is 1, Sunday is 7")
            }
            hours.append(Hours(weekdays: Set(part.weekdays), from: part.from, until: part.until))
        }
        if let until = message.until, !until.isValid {
            throw InvalidGrant("the grant's end is not a valid time; use one in the years 1 to 9999")
        }
        let granted = message.granted.flatMap { $0.isValid ? $0.sinceEpoch : nil }
        self.init(
            hasEverything: message.everything, rooms: Set(message.roomIDs), devices: Set(message.deviceIDs),
            hours: hours, until: message.until?.sinceEpoch, granted: granted)
    }

    /// The message, with lists in a stable order.
    var message: Hearth_V1_Grant {
        Hearth_V1_Grant(
            everything: hasEverything, roomIDs: rooms.sorted(), deviceIDs: devices.sorted(),
            hours: hours.map { Hearth_V1_Hours(weekdays: $0.weekdays.sorted(), from: $0.from, until: $0.until) },
            until: until.map { Google_Protobuf_Timestamp(sinceEpoch: $0) },
            granted: granted.map { Google_Protobuf_Timestamp(sinceEpoch: $0) })
    }
}

/// The reason why a message is not a valid grant.
package struct InvalidGrant: Error {
    package let message: String

    init(_ message: String) { self.message = message }
}
