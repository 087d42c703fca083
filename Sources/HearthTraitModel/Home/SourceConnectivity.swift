/// Whether a trait can be reached now.
public enum ConnectivityState: Hashable, Sendable {
    case unknown
    case online
    case offline
    /// Of a device type or a device: some of its traits are online, some are not.
    case partiallyOnline
}

/// By which way a trait is reached.
public enum LocalityType: Hashable, Sendable {
    /// Not known yet.
    case unspecified
    /// Straight to the device.
    case direct
    /// Through a hub on the local network.
    case localPeer
    /// From outside the local network.
    case remote
    /// Of a device type or a device: several ways.
    case mixed
}

/// How a trait, a device type or a device is reached.
public struct SourceConnectivity: Hashable, Sendable {
    public let connectivityState: ConnectivityState
    public let dataSourceLocality: LocalityType

    /// A state and a way.
    public init(connectivityState: ConnectivityState, dataSourceLocality: LocalityType) {
        self.connectivityState = connectivityState
        self.dataSourceLocality = dataSourceLocality
    }

    /// Nothing is known yet.
    public static let unknown = SourceConnectivity(connectivityState: .unknown, dataSourceLocality: .unspecified)

    /// The whole of several parts: the common value where all agree, else partially online and mixed.
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
