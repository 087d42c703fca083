/// Records that were heard, by the interface on which they were heard.
struct RecordCache: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What records are found by.
    struct Key: Hashable, Sendable {
        let interface: UInt32
        let name: DNSName
        let type: DNSType
    }

    struct Entry: Sendable {
        let record: DNSRecord
        let received: Instant
        /// How long the record is valid.
        let validity: Duration
        var expires: Instant
        /// When to ask for the record again; nil after the last time, or if it was withdrawn.
        var refreshes: Instant?
        /// How often it was asked for again.
        fileprivate var refreshCount = 0
        fileprivate let spread: Double
    }

    private(set) var entries: [Key: [Entry]] = [:]
    /// Approximately the memory that the records take.
    private(set) var bytes = 0

    /// When a record is asked for again, as parts of its validity, each with up to 2 % more (RFC 6762, section 5.2).
    private static let refreshParts = [0.80, 0.85, 0.90, 0.95]
    private static let refreshSpread = 0.02
    /// The validity of a record, in seconds. Some devices announce 4 seconds, which would mean a question a second;
    /// a forged record should not stay for ever.
    private static let validities: ClosedRange<UInt32> = 10...86_400
    /// How long withdrawn or replaced records stay (RFC 6762, sections 10.1 and 10.2).
    private static let grace: Duration = .seconds(1)
    /// What an entry takes besides its data.
    private static let entryBytes = 200

    private static func size(_ record: DNSRecord) -> Int {
        let data: Int
        switch record.data {
        case .a, .aaaa: data = 16
        case .ptr(let name): data = name.wire.count
        case .srv(_, _, _, let target): data = target.wire.count + 6
        case .txt(let strings): data = strings.reduce(0) { $0 + $1.count + 32 }
        case .nsec(let next, let types): data = next.wire.count + 2 * types.count
        case .other(_, let bytes): data = bytes.count
        }
        return entryBytes + record.name.wire.count + data
    }

    subscript(_ key: Key) -> [Entry] { entries[key] ?? [] }

    /// The record that was heard last.
    func latest(_ interface: UInt32, _ name: DNSName, _ type: DNSType) -> DNSRecord? {
        self[Key(interface: interface, name: name, type: type)].max { $0.received < $1.received }?.record
    }

    /// Takes a record. A withdrawn one expires soon, and so do others that it replaces.
    ///
    /// - Parameters:
    ///   - most: the most records of this name and type.
    ///   - room: the most bytes of all records.
    ///   - spread: from 0 to 1, random.
    /// - Returns: whether the record is now known; false if it was withdrawn, or the limits leave no room.
    mutating func insert(
        _ record: DNSRecord, on interface: UInt32, now: Instant, most: Int, room: Int, spread: Double
    ) -> Bool {
        let key = Key(interface: interface, name: record.name, type: record.type)
        var list = entries[key] ?? []
        let old = list.firstIndex { $0.record.data == record.data }
        guard record.lifetime > 0 else {
            if let old { list[old].withdraw(at: now + Self.grace) }
            if !list.isEmpty { entries[key] = list }
            return false
        }
        if record.flushesCache, record.type != .ptr {
            for index in list.indices where index != old && list[index].received < now - Self.grace {
                list[index].withdraw(at: now + Self.grace)
            }
        }
        let validity = Duration.seconds(
            Int64(min(max(record.lifetime, Self.validities.lowerBound), Self.validities.upperBound)))
        var entry = Entry(
            record: record, received: now, validity: validity, expires: now + validity, spread: spread)
        entry.scheduleRefresh(Self.refreshParts, Self.refreshSpread)
        let size = Self.size(record)
        if let old {
            bytes += size - Self.size(list[old].record)
            list[old] = entry
        } else {
            // A flood of records for one name must not keep out the true one: the one that expires first goes.
            if list.count >= most, let first = list.indices.min(by: { list[$0].expires < list[$1].expires }),
                record.type != .ptr
            {
                bytes -= Self.size(list.remove(at: first).record)
            }
            guard list.count < most, bytes + size <= room else {
                entries[key] = list.isEmpty ? nil : list
                return false
            }
            bytes += size
            list.append(entry)
        }
        entries[key] = list
        return true
    }

    /// Removes expired records and returns them.
    mutating func expire(_ now: Instant) -> [(key: Key, record: DNSRecord)] {
        remove { _, entry in entry.expires <= now }
    }

    /// Removes records by a condition and returns them.
    mutating func remove(_ condition: (Key, Entry) -> Bool) -> [(key: Key, record: DNSRecord)] {
        var removed: [(key: Key, record: DNSRecord)] = []
        for (key, list) in entries where list.contains(where: { condition(key, $0) }) {
            removed += list.filter { condition(key, $0) }.map { (key, $0.record) }
            let rest = list.filter { !condition(key, $0) }
            entries[key] = rest.isEmpty ? nil : rest
        }
        for (_, record) in removed { bytes -= Self.size(record) }
        return removed
    }

    /// Takes the keys of records that are to be asked for again by `limit`, for their next time.
    mutating func takeRefreshes(by limit: Instant) -> [Key] {
        var keys: [Key] = []
        for (key, list) in entries
        where list.contains(where: { entry in entry.refreshes.map { $0 <= limit } ?? false }) {
            var list = list
            for index in list.indices {
                while let time = list[index].refreshes, time <= limit {
                    list[index].refreshCount += 1
                    list[index].scheduleRefresh(Self.refreshParts, Self.refreshSpread)
                }
            }
            entries[key] = list
            keys.append(key)
        }
        return keys
    }

    /// When the next record expires or is to be asked for again.
    var deadline: Instant? {
        var earliest: Instant?
        for list in entries.values {
            for entry in list {
                let time = min(entry.expires, entry.refreshes ?? entry.expires)
                earliest = min(earliest ?? time, time)
            }
        }
        return earliest
    }
}

extension RecordCache.Entry {
    fileprivate mutating func withdraw(at time: ContinuousClock.Instant) {
        expires = min(expires, time)
        refreshes = nil
    }

    fileprivate mutating func scheduleRefresh(_ parts: [Double], _ most: Double) {
        guard refreshCount < parts.count else {
            refreshes = nil
            return
        }
        refreshes = received + validity * (parts[refreshCount] + most * spread)
    }
}
