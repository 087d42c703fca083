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
    public mutating func worthSaying(_ facts: [StateFact], of device: String) -> [StateFact] {
        let worth = facts.filter { fact in
            guard case .number(let number) = fact.value, let threshold = Self.thresholds[fact.name],
                let before = said[device]?[fact.name]
            else { return true }
            return abs(number - before) >= max(threshold.least, abs(before) * threshold.share)
        }
        learn(worth, of: device)
        return worth
    }

    /// The least difference, and the least share of the value, that people notice.
    private static let thresholds: [String: (least: Double, share: Double)] = [
        "temperature": (0.5, 0), "humidity": (3, 0), "illuminance": (5, 0.5), "pressure": (1, 0), "power": (1, 0.1),
    ]
}
