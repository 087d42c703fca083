internal import HearthTraitModel

/// Which changes of a sensor are worth a line: what measures reports each quiver, and people want to hear of what they
/// would feel.
public struct Noise: Sendable {
    /// The value that was last said, by device and name of the fact.
    private var said: [String: [String: Double]] = [:]

    /// Nothing has been said yet.
    public init() {}

    /// Remembers what is known without saying it.
    public mutating func learn(_ facts: [StateFact], of device: String) {
        for fact in facts {
            if case .number(let number) = fact.value { said[device, default: [:]][fact.name] = number }
        }
    }

    /// The facts that are worth saying, compared with those that were last said of the device; these count as said
    /// from now on.
    ///
    /// - Parameter saysFirst: whether what a sensor measures is worth saying where nothing is known to compare it with.
    public mutating func worthSaying(
        _ facts: [StateFact], of device: String, saysFirst: Bool = true
    ) -> [StateFact] {
        var firsts: [StateFact] = []
        let worth = facts.filter { fact in
            guard case .number(let number) = fact.value, let threshold = Self.threshold(of: fact) else { return true }
            guard let before = said[device]?[fact.name] else {
                firsts.append(fact)
                return saysFirst
            }
            return abs(number - before) >= max(threshold.least, abs(before) * threshold.share)  // in range: fractions
        }
        learn(worth + firsts, of: device)
        return worth
    }

    private typealias Threshold = (least: Double, share: Double)

    /// Of what is not known here, the schema tells a sensor's value from one that somebody sets; nobody knows what people
    /// notice of it. Of standard traits the mark says nothing of the kind: a light's level has it, and the temperature
    /// has it not.
    private static func threshold(of fact: StateFact) -> Threshold? {
        fact.isQuieterReported ? (0, 0.05) : thresholds[fact.name]
    }

    /// The least difference, and the least share of the value, that people notice.
    private static let thresholds: [String: Threshold] = [
        "temperature": (0.5, 0), "humidity": (3, 0), "illuminance": (5, 0.5), "pressure": (1, 0), "power": (1, 0.1),
    ]
}
