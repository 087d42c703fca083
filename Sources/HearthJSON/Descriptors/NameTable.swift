/// Finds numbers by names within larger texts. Its names come from schemas, so that callers cannot cause collisions.
struct NameTable: Sendable {
    private var buckets: [Int32]
    private var names: [[UInt8]] = []
    private var values: [Int32] = []

    /// The first of duplicate names counts.
    init(_ entries: [(name: String, value: Int)]) {
        var size = 4
        while size / 2 < entries.count { size *= 2 }
        buckets = [Int32](repeating: -1, count: size)
        for entry in entries {
            let name = Array(entry.name.utf8)
            guard find(name, 0..<name.count) == nil else { continue }
            var index = Self.bucket(name, 0..<name.count, size)
            while buckets[index] >= 0 { index = (index + 1) & (size - 1) }
            buckets[index] = Int32(truncatingIfNeeded: names.count)
            names.append(name)
            values.append(Int32(truncatingIfNeeded: entry.value))
        }
    }

    /// FNV-1a; written out here, because every name of a text passes through it.
    private static func bucket(_ text: [UInt8], _ range: Range<Int>, _ size: Int) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in range { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & UInt64(size - 1))
    }

    /// The number of a name.
    func find(_ text: [UInt8], _ range: Range<Int>) -> Int? {
        var index = Self.bucket(text, range, buckets.count)
        while buckets[index] >= 0 {
            let entry = Int(buckets[index])
            if names[entry].count == range.count, isEqual(entry, text, range) { return Int(values[entry]) }
            index = (index + 1) & (buckets.count - 1)
        }
        return nil
    }

    private func isEqual(_ entry: Int, _ text: [UInt8], _ range: Range<Int>) -> Bool {
        for index in 0..<range.count where names[entry][index] != text[range.lowerBound &+ index] { return false }
        return true
    }
}
