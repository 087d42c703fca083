internal import HearthTerminal

/// The parts of a hub that fail at one moment, and why.
struct HubHealth: Hashable, Sendable {
    /// The failure of a part.
    struct Failure: Hashable, Sendable {
        /// For the hub's owner. A path may be in it.
        let reason: String
        /// Whether the hub is unhealthy by it. Else it is only degraded: it serves all calls, or a restart can't help.
        let isVital: Bool
    }

    private(set) var failures: [HealthPart: Failure] = [:]

    /// The failing parts, in their order.
    var failing: [HealthPart] { HealthPart.allCases.filter { failures[$0] != nil } }

    /// The failing parts by which the hub is unhealthy.
    var vital: [HealthPart] { failing.filter { failures[$0]?.isVital == true } }

    /// The failure in words for everyone, such as "unhealthy: store"; nil for a hub that is healthy or degraded.
    var failure: String? {
        vital.isEmpty ? nil : "unhealthy: " + vital.map(\.rawValue).joined(separator: ", ")
    }

    /// Notes a failure of a part that has none yet.
    ///
    /// - Parameter reason: nil if the part works.
    mutating func note(_ part: HealthPart, _ reason: String?, isVital: Bool) {
        guard let reason, failures[part] == nil else { return }
        failures[part] = Failure(reason: reason, isVital: isVital)
    }

    /// The failures of parts that another look has found failing as well.
    func confirmed(by other: HubHealth) -> HubHealth {
        HubHealth(failures: failures.filter { other.failures[$0.key] != nil })
    }
}
