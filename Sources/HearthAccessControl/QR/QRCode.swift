/// A QR code (ISO/IEC 18004), model 2: byte mode, error correction level L, versions 1 to 10.
public struct QRCode: Hashable, Sendable {
    /// Modules on each side, without the quiet zone.
    public let size: Int
    private var dark: [Bool]
    private var isFunction: [Bool]

    /// Encodes bytes in the smallest version that holds them, with the mask of the lowest penalty.
    ///
    /// - Returns: nil for more than 271 bytes.
    public init?(_ bytes: [UInt8]) {
        guard let best = Self.candidates(bytes).min(by: { $0.penalty < $1.penalty }) else { return nil }
        self = best
    }

    /// The code with each of the eight masks; empty if there are too many bytes.
    static func candidates(_ bytes: [UInt8]) -> [QRCode] {
        guard let version = QRVersion.smallest(for: bytes.count) else { return [] }
        var plain = QRCode(version)
        plain.place(version.codewords(of: bytes))
        return (0..<8).map { mask in
            var code = plain
            code.apply(mask)
            code.drawFormat(mask)
            return code
        }
    }

    /// Whether a module is dark. Modules outside the code are light.
    public subscript(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return dark[row * size + column]
    }

    // MARK: Function patterns

    private init(_ version: QRVersion) {
        size = version.size
        dark = Array(repeating: false, count: size * size)
        isFunction = dark
        for index in 0..<size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
        let positions = version.alignment
        for row in positions {
            for column in positions where !isFunction(at: row, column, in: positions) { drawAlignment(row, column) }
        }
        drawFormat(0)
        drawVersion(version.number)
    }

    private func isFunction(at row: Int, _ column: Int, in positions: [Int]) -> Bool {
        // The corners with finder patterns.
        let (first, last) = (positions.first ?? 0, positions.last ?? 0)
        return (row, column) == (first, first) || (row, column) == (first, last) || (row, column) == (last, first)
    }

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return }
        dark[row * size + column] = isDark
        isFunction[row * size + column] = true
    }

    private mutating func drawFinder(_ row: Int, _ column: Int) {
        for y in -4...4 {
            for x in -4...4 {
                let ring = max(abs(x), abs(y))
                set(row + y, column + x, ring != 2 && ring != 4)
            }
        }
    }

    private mutating func drawAlignment(_ row: Int, _ column: Int) {
        for y in -2...2 {
            for x in -2...2 { set(row + y, column + x, max(abs(x), abs(y)) != 1) }
        }
    }

    /// Error correction level and mask with their BCH code, in both places.
    private mutating func drawFormat(_ mask: Int) {
        let level = 0b01
        let data = level << 3 | mask
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (data << 10 | rest) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0...5 { set(index, 8, bit(index)) }
        set(7, 8, bit(6))
        set(8, 8, bit(7))
        set(8, 7, bit(8))
        for index in 9..<15 { set(8, 14 - index, bit(index)) }
        for index in 0..<8 { set(8, size - 1 - index, bit(index)) }
        for index in 8..<15 { set(size - 15 + index, 8, bit(index)) }
        set(size - 8, 8, true)
    }

    /// The version with its BCH code, in both places; from version 7 on.
    private mutating func drawVersion(_ version: Int) {
        guard version >= 7 else { return }
        var rest = version
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version << 12 | rest
        for index in 0..<18 {
            let (a, b) = (size - 11 + index % 3, index / 3)
            set(a, b, bits >> index & 1 == 1)
            set(b, a, bits >> index & 1 == 1)
        }
    }

    // MARK: Data

    /// Places the bits in columns of two modules from the right, alternately upwards and downwards.
    private mutating func place(_ codewords: [UInt8]) {
        var index = 0
        var right = size - 1
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                let isUpward = (right + 1) & 2 == 0
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFunction[row * size + column] && index < codewords.count * 8 {
                    dark[row * size + column] = codewords[index >> 3] >> (7 - index & 7) & 1 == 1
                    index += 1
                }
            }
            right -= 2
        }
    }

    private mutating func apply(_ mask: Int) {
        for row in 0..<size {
            for column in 0..<size where !isFunction[row * size + column] && Self.inverts(mask, row, column) {
                dark[row * size + column].toggle()
            }
        }
    }

    private static func inverts(_ mask: Int, _ y: Int, _ x: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    // MARK: Penalty

    /// The standard's penalty: runs, blocks, patterns that look like finders, and an imbalance of dark and light.
    private var penalty: Int {
        var sum = 0
        for line in 0..<size {
            sum += Self.linePenalty((0..<size).map { self[line, $0] })
            sum += Self.linePenalty((0..<size).map { self[$0, line] })
        }
        for row in 0..<size - 1 {
            for column in 0..<size - 1 {
                let first = self[row, column]
                if first == self[row, column + 1], first == self[row + 1, column], first == self[row + 1, column + 1] {
                    sum += 3
                }
            }
        }
        let share = dark.count(where: \.self) * 100 / dark.count
        return sum + abs(share - 50) / 5 * 10
    }

    private static let finderLike: [[Bool]] = {
        let core = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        return [core + light, light + core]
    }()

    private static func linePenalty(_ line: [Bool]) -> Int {
        var (sum, run) = (0, 0)
        for (index, module) in line.enumerated() {
            run = index > 0 && line[index - 1] == module ? run + 1 : 1
            if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
        }
        guard line.count >= 11 else { return sum }
        for start in 0...line.count - 11 where finderLike.contains(Array(line[start..<start + 11])) { sum += 40 }
        return sum
    }
}
