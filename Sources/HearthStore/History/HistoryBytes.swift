internal import HearthBase

/// Encodes numbers with 7 bits a byte, so that small ones are short.
struct HistoryWriter {
    private(set) var bytes: [UInt8] = []

    mutating func unsigned(_ value: UInt64) { bytes.appendVarint(value) }

    mutating func signed(_ value: Int64) {
        unsigned(UInt64(bitPattern: (value &<< 1) ^ (value >> 63)))
    }

    mutating func bits(_ value: Double) {
        let pattern = value.bitPattern
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: pattern >> shift))
        }
    }

    /// Encodes a number that is usually an integer.
    mutating func number(_ value: Double) {
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 52, value.sign == .plus || value != 0 {
            unsigned(UInt64(bitPattern: (whole &<< 1) ^ (whole >> 63)) &<< 1)
        } else {
            unsigned(1)
            bits(value)
        }
    }
}

/// Decodes the bytes of ``HistoryWriter``; each function returns nil when they end too early. Reads numbers by itself,
/// because a chart has millions of them and the reader of messages takes twice as long for those of several bytes.
struct HistoryReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index >= bytes.count }

    mutating func unsigned() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while index < bytes.count, shift < 64 {
            let byte = bytes[index]
            index += 1
            value |= UInt64(byte & 0x7F) &<< shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    mutating func signed() -> Int64? {
        unsigned().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
    }

    mutating func bits() -> Double? {
        guard bytes.count - index >= 8 else { return nil }
        var pattern: UInt64 = 0
        for offset in 0..<8 { pattern |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
        index += 8
        return Double(bitPattern: pattern)
    }

    mutating func number() -> Double? {
        guard let tagged = unsigned() else { return nil }
        guard tagged & 1 == 0 else { return bits() }
        let zigzag = tagged >> 1
        return Double(Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1))
    }
}

/// Consecutive samples in one row of the store: for each the time since the previous one, and the change of its number.
enum HistoryBlock {
    private enum Kind {
        static let integer: UInt64 = 0
        static let real: UInt64 = 1
        static let null: UInt64 = 2
        static let away: UInt64 = 3
        static let back: UInt64 = 4
        static let bits: UInt64 = 3
    }

    /// - Parameters:
    ///   - samples: in ascending order of time.
    ///   - start: the time that the first is relative to.
    static func bytes(of samples: [HistorySample], from start: Int64) -> [UInt8] {
        var writer = HistoryWriter()
        var (time, number) = (start, Int64(0))
        for sample in samples {
            let gap = UInt64(clamping: sample.time &- time) &<< Kind.bits
            time = sample.time
            switch sample.content {
            case .integer(let value):
                writer.unsigned(gap | Kind.integer)
                writer.signed(value &- number)
                number = value
            case .real(let value):
                writer.unsigned(gap | Kind.real)
                writer.bits(value)
            case .null: writer.unsigned(gap | Kind.null)
            case .away: writer.unsigned(gap | Kind.away)
            case .back: writer.unsigned(gap | Kind.back)
            }
        }
        return writer.bytes
    }

    /// Decodes samples, up to the first damaged bytes.
    static func samples(in bytes: [UInt8], from start: Int64) -> [HistorySample] {
        var samples: [HistorySample] = []
        samples.reserveCapacity(bytes.count / 4)
        forEach(in: bytes, from: start) { samples.append($0) }
        return samples
    }

    static func forEach(in bytes: [UInt8], from start: Int64, _ body: (HistorySample) -> Void) {
        var reader = HistoryReader(bytes)
        var (time, number) = (start, Int64(0))
        while !reader.isAtEnd {
            guard let head = reader.unsigned() else { return }
            time &+= Int64(bitPattern: head >> Kind.bits)
            let content: HistoryContent
            switch head & 7 {
            case Kind.integer:
                guard let difference = reader.signed() else { return }
                number &+= difference
                content = .integer(number)
            case Kind.real:
                guard let value = reader.bits() else { return }
                content = .real(value)
            case Kind.null: content = .null
            case Kind.away: content = .away
            case Kind.back: content = .back
            default: return
            }
            body(HistorySample(time, content))
        }
    }
}
