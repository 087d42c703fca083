internal import ProcessTestSupport

extension Dice {
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
