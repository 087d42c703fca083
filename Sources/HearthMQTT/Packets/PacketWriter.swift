internal import HearthBase

/// Writes the fields of a packet (section 1.5).
struct PacketWriter {
    private var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func two(_ value: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    mutating func four(_ value: UInt32) {
        two(UInt16(truncatingIfNeeded: value >> 16))
        two(UInt16(truncatingIfNeeded: value))
    }

    /// The number of bytes of a variable byte integer.
    static func size(ofVariable value: Int) -> Int {
        value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : 4
    }

    /// A variable byte integer (section 1.5.5), which is encoded as protobuf's. Lengths of more than four bytes were
    /// refused before.
    mutating func variable(_ value: Int) { bytes.appendVarint(UInt64(clamping: value)) }

    mutating func binary(_ value: some Collection<UInt8>) {
        let value = value.prefix(Int(UInt16.max))
        two(UInt16(clamping: value.count))
        bytes += value
    }

    mutating func text(_ value: String) { binary(value.utf8) }

    mutating func raw(_ value: [UInt8]) { bytes += value }

    mutating func properties(_ content: PacketWriter) {
        variable(content.bytes.count)
        bytes += content.bytes
    }

    /// The packet: its first byte, its length, and what was written.
    func packet(_ first: UInt8) -> [UInt8] {
        var packet: [UInt8] = []
        packet.reserveCapacity(5 + bytes.count)
        packet.append(first)
        packet.appendVarint(UInt64(clamping: bytes.count))
        packet += bytes
        return packet
    }
}
