/// Writes bits, with Exp-Golomb codes and the bytes that prevent start codes.
struct BitWriter {
    private var bits: [Bool] = []

    mutating func write(_ value: Int, bits count: Int) {
        for shift in (0..<count).reversed() { bits.append(value >> shift & 1 == 1) }
    }

    mutating func unsigned(_ value: Int) {
        let count = Int.bitWidth - (value + 1).leadingZeroBitCount
        write(0, bits: count - 1)
        write(value + 1, bits: count)
    }

    /// The bytes with the stop bit.
    var bytes: [UInt8] {
        var all = bits + [true]
        while !all.count.isMultiple(of: 8) { all.append(false) }
        var result: [UInt8] = []
        var zeros = 0
        for start in stride(from: 0, to: all.count, by: 8) {
            let byte = all[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } as UInt8
            if zeros >= 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }
}

/// Parameter sets of any size.
enum SampleSets {
    /// - Parameters:
    ///   - size: in blocks of 16 pixels.
    ///   - crop: units of two pixels, cut off on the right and at the bottom.
    static func h264(_ width: Int, _ height: Int, crop: (Int, Int)? = nil, id: Int = 0, profile: Int = 66) -> [UInt8] {
        var writer = BitWriter()
        for byte in [profile, 0xC0, 31] { writer.write(byte, bits: 8) }
        writer.unsigned(id)
        if profile == 100 {
            for value in [1, 0, 0] { writer.unsigned(value) }
            writer.write(0, bits: 2)
        }
        for value in [0, 2, 1] { writer.unsigned(value) }
        writer.write(0, bits: 1)
        writer.unsigned(width - 1)
        writer.unsigned(height - 1)
        writer.write(0b11, bits: 2)
        writer.write(crop == nil ? 0 : 1, bits: 1)
        if let crop { for value in [0, crop.0, 0, crop.1] { writer.unsigned(value) } }
        writer.write(0, bits: 1)
        return [0x67] + writer.bytes
    }

    static func h264Picture(id: Int = 0) -> [UInt8] {
        var writer = BitWriter()
        for value in [id, 0] { writer.unsigned(value) }
        return [0x68] + writer.bytes
    }

    /// - Parameter size: in pixels.
    static func h265(_ width: Int, _ height: Int) -> [UInt8] {
        var writer = BitWriter()
        writer.write(0, bits: 4)
        writer.write(0, bits: 3)
        writer.write(1, bits: 1)
        for byte in [1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93] { writer.write(byte, bits: 8) }
        for value in [0, 1, width, height] { writer.unsigned(value) }
        writer.write(0, bits: 1)
        for value in [0, 0] { writer.unsigned(value) }
        return [0x42, 1] + writer.bytes
    }

    static let h265Video: [UInt8] = [0x40, 1, 0x0C, 1, 0xFF, 0xFF]
    static let h265Picture: [UInt8] = [0x44, 1, 0xC1, 0x72]
}
