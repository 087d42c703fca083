internal import HearthTraitDescriptors

/// Filters changes of sensors: measured values change constantly, but only noticeable differences are worth a line.
public struct Noise: Sendable {
    /// The value last reported, by device and fact name.
    private var said: [String: [String: Double]] = [:]

    /// Creates a filter that has reported nothing yet.
    public init() {}

    /// Records values without reporting them.
    public mutating func learn(_ facts: [StateFact], of device: String) {
        for fact in facts {
            if case .number(let number) = fact.value { said[device, default: [:]][fact.name] = number }
        }
    }

    /// The facts worth reporting, compared with the device's last reported values; they count as reported from now on.
    ///
    /// - Parameter saysFirst: whether to report a measured value that has no earlier one to compare with.
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

    /// For makers' traits, quieter reporting in the schema marks a sensor's value, and a small share is assumed as
    /// noticeable. In standard traits that mark tells nothing: a light's level has it, and the temperature does not.
    private static func threshold(of fact: StateFact) -> Threshold? {
        fact.isQuieterReported ? (0, 0.05) : thresholds[fact.name]
    }

    /// The smallest noticeable difference, absolute and as a share of the value.
    private static let thresholds: [String: Threshold] = [
        "temperature": (0.5, 0), "humidity": (3, 0), "illuminance": (5, 0.5), "pressure": (1, 0), "power": (1, 0.1),
        "reading": (0, 0.05),
    ]
}
