/// A time zone as a file of the tz database has it (RFC 9636): the offsets from UTC with the instants at which they
/// begin, and a rule for the time after the last of these.
package struct ZoneFile: Hashable, Sendable {
    /// The most bytes that a file may have. The database's have at most 4 KiB.
    package static let mostBytes = 65_536
    /// The most bytes of ``rule``.
    private static let mostRuleBytes = 128

    /// The rule for the time after the last change, in the form of POSIX's TZ variable; empty if the file has none.
    package let rule: String

    private let parsedRule: PosixZone?
    /// The instants at which an offset begins, in ascending order.
    let changes: [Int64]
    /// For each change the index of its offset.
    private let kinds: [UInt8]
    /// The first one is in force before the first change.
    private let offsets: [Int64]

    /// Reads a file of version 1 or later. Later versions change only what a rule may say, and leap seconds.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - path: the file's name in errors.
    /// - Throws: ``ZoneError``, `malformed`, also for a file whose clock counts leap seconds, as the system's does not.
    package init(_ bytes: [UInt8], path: String) throws(ZoneError) {
        var reader = ZoneFileReader(path: path, rest: bytes[...])
        guard bytes.count <= Self.mostBytes else { throw reader.malformed("has more than \(Self.mostBytes) bytes") }
        var header = try reader.header()
        var wide = false
        if header.version > 0 {
            // The first part is for readers of version 1.
            try reader.skip(header.bytes(timeBytes: 4))
            header = try reader.header()
            wide = true
        }
        guard header.leaps == 0 else { throw reader.malformed("counts leap seconds, as the system's clock does not") }
        guard header.kinds > 0 else { throw reader.malformed("has no offset") }
        let body = try reader.take(header.bytes(timeBytes: wide ? 8 : 4))
        var fields = ZoneFileReader(path: path, rest: body)
        var changes: [Int64] = []
        for _ in 0..<header.changes {
            let change = wide ? try fields.number64() : Int64(try fields.number32())
            guard changes.last.map({ $0 < change }) ?? true else {
                throw reader.malformed("has changes that are not in ascending order")
            }
            changes.append(change)
        }
        kinds = Array(try fields.take(header.changes))
        guard kinds.allSatisfy({ Int($0) < header.kinds }) else {
            throw reader.malformed("has a change to an offset that it lacks")
        }
        var offsets: [Int64] = []
        for _ in 0..<header.kinds {
            let offset = Int64(try fields.number32())
            // Section 3.2: more than -25 hours and less than 26.
            guard (-89_999...93_599).contains(offset) else {
                throw reader.malformed("has an offset of \(offset) seconds, which is beyond those of RFC 9636")
            }
            offsets.append(offset)
            // Whether it is daylight saving time, and its name.
            try fields.skip(2)
        }
        self.changes = changes
        self.offsets = offsets
        rule = wide ? try reader.line(atMost: Self.mostRuleBytes) : ""
        parsedRule = PosixZone(rule)
        guard rule.isEmpty || parsedRule != nil else {
            throw reader.malformed("has a rule that is not in the form of POSIX's TZ variable")
        }
    }

    /// The seconds to add to UTC at an instant in seconds since 1970; positive east of Greenwich.
    package func secondsEastOfUTC(_ instant: Int64) -> Int64 {
        // The number of changes up to the instant.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        if low == changes.count, let parsedRule { return parsedRule.secondsEastOfUTC(instant) }
        return low == 0 ? offsets[0] : offsets[Int(kinds[low - 1])]
    }

    /// The zone's offsets.
    package var rules: ZoneRules { ZoneRules { secondsEastOfUTC($0) } }
}

/// Reads a file from its beginning; all numbers are big-endian.
private struct ZoneFileReader {
    /// How many elements each of the blocks after a header has (RFC 9636, section 3.1).
    struct Header {
        /// 0 for version 1, otherwise the version's digit.
        var version: UInt8
        var universalMarks = 0
        var standardMarks = 0
        var leaps = 0
        var changes = 0
        var kinds = 0
        var nameBytes = 0

        /// The bytes that follow, with 4 or 8 bytes for an instant. Counts have 32 bits, so this does not overflow.
        func bytes(timeBytes: Int) -> Int {
            changes * (timeBytes + 1) + kinds * 6 + nameBytes + leaps * (timeBytes + 4) + standardMarks + universalMarks
        }
    }

    let path: String
    var rest: ArraySlice<UInt8>

    func malformed(_ what: String) -> ZoneError { ZoneError(.malformed, "\(path) \(what)") }

    mutating func header() throws(ZoneError) -> Header {
        guard rest.starts(with: "TZif".utf8) else { throw malformed("is no file of the tz database") }
        try skip(4)
        let version = try take(1).first ?? 0
        guard version == 0 || version >= UInt8(ascii: "2") else {
            throw malformed("has a version that RFC 9636 does not have")
        }
        // Reserved bytes.
        try skip(15)
        var header = Header(version: version)
        header.universalMarks = try count()
        header.standardMarks = try count()
        header.leaps = try count()
        header.changes = try count()
        header.kinds = try count()
        header.nameBytes = try count()
        return header
    }

    private mutating func count() throws(ZoneError) -> Int { Int(UInt32(bitPattern: try number32())) }

    mutating func number32() throws(ZoneError) -> Int32 {
        Int32(bitPattern: try take(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    mutating func number64() throws(ZoneError) -> Int64 {
        Int64(bitPattern: try take(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    mutating func skip(_ count: Int) throws(ZoneError) { _ = try take(count) }

    mutating func take(_ count: Int) throws(ZoneError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw malformed("is incomplete") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The text between two line feeds.
    mutating func line(atMost most: Int) throws(ZoneError) -> String {
        let feed = UInt8(ascii: "\n")
        guard rest.first == feed, let end = rest.dropFirst().firstIndex(of: feed) else {
            throw malformed("is incomplete")
        }
        let line = rest[rest.index(after: rest.startIndex)..<end]
        guard line.count <= most, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw malformed("has a rule that is not in the form of POSIX's TZ variable")
        }
        return String(decoding: line, as: UTF8.self)
    }
}
