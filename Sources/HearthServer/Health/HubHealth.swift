internal import HearthTerminal

/// The parts of a hub that fail at one moment, and why.
struct HubHealth: Hashable, Sendable {
    /// The reason of each failure, for the hub's owner. A path may be in it.
    private(set) var reasons: [HealthPart: String] = [:]

    /// - Parameter reasons: nil for parts that work.
    init(_ reasons: [HealthPart: String?]) { self.reasons = reasons.compactMapValues(\.self) }

    /// The failing parts, in their order.
    var failing: [HealthPart] { HealthPart.allCases.filter { reasons[$0] != nil } }

    /// The failing parts without which the hub is unhealthy.
    var vital: [HealthPart] { failing.filter(\.isVital) }

    /// The failure in words for everyone, such as "unhealthy: store"; nil for a hub that is healthy or degraded.
    var failure: String? {
        vital.isEmpty ? nil : "unhealthy: " + vital.map(\.rawValue).joined(separator: ", ")
    }
}
