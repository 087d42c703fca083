internal import HearthBase

/// Writes a message in one pass. A length precedes its content but is known only after it, so lengths are recorded and
/// inserted at the end: nested content is not moved once for each level.
struct MessageWriter {
    private struct Length {
        var position: Int
        var value: Int
        /// The bytes of the lengths inside, as known when this one began.
        var before: Int
    }

    private var bytes: [UInt8] = []
    /// In the order of their positions.
    private var lengths: [Length] = []
    /// The bytes of all known lengths.
    private var added = 0

    mutating func varint(_ value: UInt64) { bytes.appendVarint(value) }

    mutating func tag(_ number: UInt32, _ wire: UInt8) { bytes.appendTag(number, wire) }

    mutating func fixed(_ value: UInt64, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 &* index))) }
    }

    /// Writes a number in the form of its wire type.
    mutating func number(_ value: UInt64, _ wire: UInt8) {
        switch wire {
        case 1: fixed(value, 8)
        case 5: fixed(value, 4)
        default: varint(value)
        }
    }

    /// Writes a length and its content.
    mutating func content(_ content: ArraySlice<UInt8>) {
        varint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// Begins a field whose content is written in pieces. Pass the result to ``close(_:)``.
    mutating func open(_ number: UInt32) -> Int {
        tag(number, 2)
        lengths.append(Length(position: bytes.count, value: 0, before: added))
        return lengths.count - 1
    }

    mutating func close(_ opened: Int) {
        let length = lengths[opened]
        let value = bytes.count - length.position + added - length.before
        lengths[opened].value = value
        added += Self.size(of: value)
    }

    /// The message after `prefix` free bytes.
    consuming func finish(reserving prefix: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: max(prefix, 0))
        result.reserveCapacity(result.count + bytes.count + added)
        var position = 0
        for length in lengths {
            result.append(contentsOf: bytes[position..<length.position])
            position = length.position
            result.appendVarint(UInt64(length.value))
        }
        result.append(contentsOf: bytes[position...])
        return result
    }

    private static func size(of value: Int) -> Int {
        var (rest, size) = (value >> 7, 1)
        while rest > 0 { (rest, size) = (rest >> 7, size + 1) }
        return size
    }
}
