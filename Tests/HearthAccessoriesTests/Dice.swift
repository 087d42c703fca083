/// Numbers that follow from a seed.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    /// Small and large, whole and not.
    mutating func number() -> Double {
        switch below(4) {
        case 0: Double(below(200) - 50)
        case 1: Double(below(20000) - 5000) / 100
        case 2: Double.random(in: -1e6...1e6, using: &self)
        default: Double(below(3) - 1) * 1e19
        }
    }
}
