/// Whether a trait, a device type or a device can be reached.
public enum ConnectivityState: Hashable, Sendable {
    /// Not known yet.
    case unknown
    /// Reachable.
    case online
    /// Not reachable.
    case offline
    /// Some of its traits are online, some are not. For device types and devices only.
    case partiallyOnline
}

/// The route by which a trait is reached.
public enum LocalityType: Hashable, Sendable {
    /// Not known yet.
    case unspecified
    /// Directly from the device.
    case direct
    /// Through a hub on the local network.
    case localPeer
    /// From outside the local network.
    case remote
    /// By several routes. For device types and devices only.
    case mixed
}

/// Whether a trait, a device type or a device can be reached, and by which route.
public struct SourceConnectivity: Hashable, Sendable {
    /// Whether it can be reached.
    public let connectivityState: ConnectivityState
    /// The route to it; ``LocalityType/unspecified`` when not known.
    public let dataSourceLocality: LocalityType

    /// Creates a connectivity.
    public init(connectivityState: ConnectivityState, dataSourceLocality: LocalityType) {
        self.connectivityState = connectivityState
        self.dataSourceLocality = dataSourceLocality
    }

    /// Unknown state and unspecified route.
    public static let unknown = SourceConnectivity(connectivityState: .unknown, dataSourceLocality: .unspecified)

    /// The combined connectivity of parts.
    ///
    /// The state is the common one if all agree; otherwise partially online if any part is at least partially online;
    /// otherwise offline. Unknown routes are ignored; different routes are combined to ``LocalityType/mixed``.
    ///
    /// - Returns: ``unknown`` if there are no parts.
    public static func aggregate(_ parts: some Sequence<SourceConnectivity>) -> SourceConnectivity {
        let parts = Array(parts)
        guard let first = parts.first else { return .unknown }
        let states = Set(parts.map(\.connectivityState))
        let state: ConnectivityState =
            if states.count == 1 {
                first.connectivityState
            } else if states.contains(.online) || states.contains(.partiallyOnline) {
                .partiallyOnline
            } else {
                states.contains(.offline) ? .offline : .unknown
            }
        let ways = Set(parts.map(\.dataSourceLocality)).subtracting([.unspecified])
        let way: LocalityType = ways.count > 1 ? .mixed : ways.first ?? .unspecified
        return SourceConnectivity(connectivityState: state, dataSourceLocality: way)
    }
}
