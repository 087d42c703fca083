internal import HearthBase

/// Writes one message as JSON.
///
/// The fields of each message are listed first and then written in the order of their numbers, so their received order
/// and number of pieces do not matter. The lists of nested messages share one stack.
struct MessageToJSON {
    /// A field of a message that is being written.
    struct Record {
        var slot: Int32
        var wire: UInt8
        var value: UInt64 = 0
        var start: Int
        var end: Int

        var range: Range<Int> { start..<end }

        /// Whether its length precedes its bytes: a text, bytes, a message or packed numbers.
        var isLengthDelimited: Bool { wire == 2 }
    }

    let pool: DescriptorPool
    let bytes: [UInt8]
    var out: JSONWriter
    var records: [Record] = []
    /// The types of `Any`s that the pool lacks.
    var missing: Set<String> = []
    private let limits: JSONLimits
    private let limit: Int
    private var depth = 0

    init(_ pool: DescriptorPool, _ limits: JSONLimits, _ bytes: [UInt8], reserving prefix: Int) {
        self.pool = pool
        self.bytes = bytes
        self.limits = limits
        limit = limits.output.addingReportingOverflow(prefix).partialValue
        out = JSONWriter(bytes: [UInt8](repeating: 0, count: prefix))
        out.bytes.reserveCapacity(prefix + min(bytes.count, limits.output / 3) * 3)
    }

    mutating func write(_ type: Int) throws(JSONError) -> [UInt8] {
        records.append(Record(slot: 0, wire: 2, start: 0, end: bytes.count))
        try message(type, 0..<1)
        return out.bytes
    }

    // MARK: Messages

    /// Writes a message whose content is the concatenation of several records.
    mutating func message(_ type: Int, _ content: Range<Int>) throws(JSONError) {
        if let wellKnown = WellKnownType(rawValue: type) { return try self.wellKnown(wellKnown, content) }
        guard let table = pool.entries[type].message else {
            throw JSONError(.unknownType, "no message \(pool.entries[type].name) is known", offset: start(content))
        }
        try open(UInt8(ascii: "{"), start(content))
        try members(table, content)
        close(UInt8(ascii: "}"))
    }

    mutating func members(_ table: MessageTable, _ content: Range<Int>) throws(JSONError) {
        let level = try list(table, content)
        var index = level.lowerBound
        while index < level.upperBound {
            let slot = records[index].slot
            var next = index &+ 1
            while next < level.upperBound, records[next].slot == slot { next &+= 1 }
            do throws(JSONError) {
                try field(table, Int(slot), index..<next)
            } catch {
                throw error.within(table.fields[Int(slot)].name)
            }
            index = next
        }
        drop(level)
    }

    /// Pushes the fields of a message on the stack: in the order of their numbers, with only the last received member
    /// of each oneof.
    mutating func list(_ table: MessageTable, _ content: Range<Int>) throws(JSONError) -> Range<Int> {
        let base = records.count
        var (last, isSorted, members) = (Int32(-1), true, 0)
        for index in content {
            var position = records[index].start
            let end = records[index].end
            while position < end {
                let field: WireField
                do throws(WireFailure) {
                    field = try bytes.span.bytes.wireField(at: &position, upTo: end)
                } catch {
                    throw JSONError(.malformed, "\(table.name) can't be read: \(error.text)", offset: error.offset)
                }
                guard let slot = table.slot(field.number), table.fields[slot].accepts(field.wire) else { continue }
                let place = Int32(truncatingIfNeeded: slot)
                if place < last { isSorted = false }
                last = place
                if table.fields[slot].oneof >= 0 { members &+= 1 }
                records.append(
                    Record(slot: place, wire: field.wire, value: field.value, start: field.start, end: field.end))
            }
        }
        if members > 1 { keepLastMembers(table, base) }
        if !isSorted { sort(base) }
        return base..<records.count
    }

    mutating func drop(_ level: Range<Int>) { records.removeLast(level.count) }

    private mutating func sort(_ base: Int) {
        // By slot, then in received order.
        let sorted = records[base...].sorted { ($0.slot, $0.start) < ($1.slot, $1.start) }
        records.replaceSubrange(base..., with: sorted)
    }

    /// A member of a oneof replaces earlier ones, also from earlier pieces.
    private mutating func keepLastMembers(_ table: MessageTable, _ base: Int) {
        var winners = [Int32](repeating: -1, count: table.oneofs.count)
        var isOver = [Bool](repeating: false, count: table.oneofs.count)
        var kept: [Record] = []
        for record in records[base...].reversed() {
            let oneof = table.fields[Int(record.slot)].oneof
            if oneof >= 0 {
                if winners[oneof] < 0 { winners[oneof] = record.slot }
                if winners[oneof] != record.slot { isOver[oneof] = true }
                if isOver[oneof] { continue }
            }
            kept.append(record)
        }
        records.replaceSubrange(base..., with: kept.reversed())
    }

    // MARK: Punctuation

    /// Writes a comma, unless this is the first value after `opening`.
    mutating func separate(_ opening: UInt8) throws(JSONError) {
        guard out.bytes.count <= limit else {
            throw JSONError(
                .tooLarge, "the message exceeds \(limits.output) bytes of JSON; request less at once",
                offset: 0)
        }
        if out.bytes.last != opening { out.bytes.append(UInt8(ascii: ",")) }
    }

    mutating func open(_ bracket: UInt8, _ offset: Int) throws(JSONError) {
        depth += 1
        guard depth <= limits.depth else {
            throw JSONError(
                .tooDeep, "objects and arrays would be nested more than \(limits.depth) deep", offset: offset)
        }
        out.bytes.append(bracket)
    }

    mutating func close(_ bracket: UInt8) {
        depth -= 1
        out.bytes.append(bracket)
    }

    func start(_ content: Range<Int>) -> Int { content.isEmpty ? 0 : records[content.lowerBound].start }
}
