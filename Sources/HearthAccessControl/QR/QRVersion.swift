/// The size of a QR code and its error correction (ISO/IEC 18004, tables 1, 9 and E.1), at level L.
struct QRVersion {
    let number: Int
    /// Error correction bytes in each block.
    private let checkLength: Int
    /// Data bytes in each block.
    private let blocks: [Int]
    /// Centres of the alignment patterns, in both directions.
    let alignment: [Int]

    var size: Int { 17 + 4 * number }

    private static let all: [QRVersion] = [
        QRVersion(number: 1, checkLength: 7, blocks: [19], alignment: []),
        QRVersion(number: 2, checkLength: 10, blocks: [34], alignment: [6, 18]),
        QRVersion(number: 3, checkLength: 15, blocks: [55], alignment: [6, 22]),
        QRVersion(number: 4, checkLength: 20, blocks: [80], alignment: [6, 26]),
        QRVersion(number: 5, checkLength: 26, blocks: [108], alignment: [6, 30]),
        QRVersion(number: 6, checkLength: 18, blocks: [68, 68], alignment: [6, 34]),
        QRVersion(number: 7, checkLength: 20, blocks: [78, 78], alignment: [6, 22, 38]),
        QRVersion(number: 8, checkLength: 24, blocks: [97, 97], alignment: [6, 24, 42]),
        QRVersion(number: 9, checkLength: 30, blocks: [116, 116], alignment: [6, 26, 46]),
        QRVersion(number: 10, checkLength: 18, blocks: [68, 68, 69, 69], alignment: [6, 28, 50]),
    ]

    private var capacity: Int { blocks.reduce(0, +) }
    /// Bits of the length field in byte mode.
    private var lengthBits: Int { number < 10 ? 8 : 16 }

    static func smallest(for count: Int) -> QRVersion? {
        all.first { 4 + $0.lengthBits + count * 8 <= $0.capacity * 8 }
    }

    /// Data and error correction bytes, interleaved in the order in which they are placed.
    func codewords(of bytes: [UInt8]) -> [UInt8] {
        let data = padded(bytes)
        var parts: [[UInt8]] = []
        var start = 0
        for length in blocks {
            parts.append(Array(data[start..<start + length]))
            start += length
        }
        let checks = parts.map { ReedSolomon.check($0, count: checkLength) }
        return Self.interleaved(parts) + Self.interleaved(checks)
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, lengthBits)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, capacity * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var filler: UInt8 = 0xEC
        while data.count < capacity {
            data.append(filler)
            filler ^= 0xEC ^ 0x11
        }
        return data
    }

    private static func interleaved(_ parts: [[UInt8]]) -> [UInt8] {
        let longest = parts.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in
            parts.compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}

/// Reed-Solomon codes over GF(256) with the polynomial 0x11D.
enum ReedSolomon {
    /// The error correction bytes of `data`.
    static func check(_ data: [UInt8], count: Int) -> [UInt8] {
        let divisor = divisor(count)
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= product(divisor[index], factor) }
        }
        return rest
    }

    /// The coefficients of (x - 1)(x - 2)(x - 4)…, without the leading 1.
    private static func divisor(_ degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree - 1) + [1]  // in range: one of a table
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in result.indices {
                result[index] = product(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result: UInt8 = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) &* 0x1D
            if b >> bit & 1 == 1 { result ^= a }
        }
        return result
    }
}
