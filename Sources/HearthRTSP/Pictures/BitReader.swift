/// Reads the bits of a NAL unit, without the bytes that prevent start codes (H.264, 7.4.1.1; H.265, 7.4.2). Past the
/// end it reads zeros, and ``isOver`` is true.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0
    private(set) var isOver = false

    init(_ unit: ArraySlice<UInt8>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    mutating func bit() -> Bool { bits(1) == 1 }

    /// - Parameter count: at most 32.
    mutating func bits(_ count: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            let index = position >> 3
            guard index < bytes.count else {
                isOver = true
                return 0
            }
            value = value << 1 | UInt32(bytes[index] >> (7 - position & 7) & 1)
            position += 1
        }
        return value
    }

    mutating func skip(_ count: Int) { for _ in 0..<count where !isOver { _ = bits(1) } }

    /// An unsigned Exp-Golomb code (H.264, 9.1); at most 2^32 - 2.
    mutating func unsigned() -> Int {
        var zeros = 0
        while !isOver, !bit() {
            zeros += 1
            if zeros > 31 {
                isOver = true
                return 0
            }
        }
        return isOver ? 0 : (1 << zeros) - 1 + Int(bits(zeros))
    }

    /// A signed Exp-Golomb code.
    mutating func signed() -> Int {
        let code = unsigned()
        return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
    }
}
