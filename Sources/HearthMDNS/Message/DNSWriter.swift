/// Writes a packet, with names compressed.
struct DNSWriter {
    /// The sections behind the questions, by their place in the header's counts.
    enum Section: Int { case answers = 1, authorities, additionals }

    private var bytes: [UInt8]
    private var counts: [UInt16] = [0, 0, 0, 0]
    /// Where names and their endings are. The key has the case of the letters, so that it is kept.
    private var places: [[UInt8]: Int] = [:]

    /// The last place that a pointer can name.
    private static let lastPlace = 0x3FFF

    init(id: UInt16, flags: UInt16) {
        bytes = []
        write(id)
        write(flags)
        bytes += [UInt8](repeating: 0, count: 8)
    }

    /// Whether it has no question and no record.
    var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

    /// The packet.
    func finished(isTruncated: Bool) -> [UInt8] {
        var bytes = bytes
        if isTruncated { bytes[2] |= UInt8(DNSMessage.truncatedFlag >> 8) }
        for (index, count) in counts.enumerated() {
            bytes[4 + 2 * index] = UInt8(count >> 8)
            bytes[5 + 2 * index] = UInt8(count & 0xFF)
        }
        return bytes
    }

    /// Adds a question. Returns false, and leaves it out, if the packet would be longer than `limit`.
    mutating func add(_ question: DNSQuestion, limit: Int) -> Bool {
        attempt(0, limit) { writer in
            writer.write(question.name)
            writer.write(question.type.rawValue)
            writer.write(question.questionClass & 0x7FFF | (question.wantsUnicast ? 0x8000 : 0))
        }
    }

    /// Adds a record. Returns false, and leaves it out, if the packet would be longer than `limit`.
    mutating func add(_ record: DNSRecord, to section: Section, limit: Int) -> Bool {
        attempt(section.rawValue, limit) { writer in
            writer.write(record.name)
            writer.write(record.type.rawValue)
            writer.write(record.recordClass & 0x7FFF | (record.flushesCache ? 0x8000 : 0))
            writer.write(UInt16(record.lifetime >> 16))
            writer.write(UInt16(record.lifetime & 0xFFFF))
            writer.write(0)
            let start = writer.bytes.count
            writer.write(record.data, isCompressed: true)
            // At most the limit, or the record is left out.
            let length = UInt16(truncatingIfNeeded: writer.bytes.count - start)
            writer.bytes[start - 2] = UInt8(length >> 8)
            writer.bytes[start - 1] = UInt8(length & 0xFF)
        }
    }

    private mutating func attempt(_ section: Int, _ limit: Int, _ write: (inout DNSWriter) -> Void) -> Bool {
        let start = bytes.count
        write(&self)
        guard bytes.count <= limit, counts[section] < .max else {
            bytes.removeSubrange(start...)
            places = places.filter { $0.value < start }
            return false
        }
        counts[section] += 1
        return true
    }

    private mutating func write(_ number: UInt16) {
        bytes.append(UInt8(number >> 8))
        bytes.append(UInt8(number & 0xFF))
    }

    private mutating func write(_ name: DNSName) {
        var position = 0
        while position < name.wire.count, name.wire[position] > 0 {
            let ending = Array(name.wire[position...])
            if let place = places[ending] { return write(0xC000 | UInt16(place)) }
            if bytes.count <= Self.lastPlace { places[ending] = bytes.count }
            let next = min(position + 1 + Int(name.wire[position]), name.wire.count)
            bytes += name.wire[position..<next]
            position = next
        }
        bytes.append(0)
    }

    /// - Parameter isCompressed: whether the name in PTR is compressed. Those in SRV and NSEC never are, as readers of
    ///   plain DNS do not expect it (RFC 6762, section 18.14).
    fileprivate mutating func write(_ data: DNSRecordData, isCompressed: Bool) {
        switch data {
        case .a(let address), .aaaa(let address): bytes += address.bytes
        case .ptr(let name): if isCompressed { write(name) } else { bytes += name.wire }
        case .srv(let priority, let weight, let port, let target):
            write(priority)
            write(weight)
            write(port)
            bytes += target.wire
        case .txt(let strings):
            for string in strings.isEmpty ? [[]] : strings {
                bytes.append(UInt8(clamping: string.count))
                bytes += string.prefix(255)
            }
        case .nsec(let next, let types):
            bytes += next.wire
            for window in Set(types.map { $0.rawValue >> 8 }).sorted() {
                let numbers = types.map(\.rawValue).filter { $0 >> 8 == window }.map { Int($0 & 0xFF) }
                var bitmap = [UInt8](repeating: 0, count: (numbers.max() ?? 0) / 8 + 1)
                for number in numbers { bitmap[number / 8] |= 0x80 >> UInt8(number % 8) }
                bytes += [UInt8(truncatingIfNeeded: window), UInt8(clamping: bitmap.count)] + bitmap
            }
        case .other(_, let data): bytes += data
        }
    }
}

extension DNSRecordData {
    /// The bytes of the data without compression, by which probes for one name are compared (RFC 6762, section 8.2).
    package var wire: [UInt8] {
        var writer = DNSWriter(id: 0, flags: 0)
        let start = writer.length
        writer.write(self, isCompressed: false)
        return Array(writer.finished(isTruncated: false).dropFirst(start))
    }
}

extension DNSWriter {
    fileprivate var length: Int { bytes.count }
}
