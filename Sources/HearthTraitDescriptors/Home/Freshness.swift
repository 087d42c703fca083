/// Whether the state of a home is current, that is, whether the hub's changes arrive.
///
/// It only covers the connection to the hub. ``SourceConnectivity`` has whether the hub reaches the device.
public enum Freshness: Hashable, Sendable {
    /// The watch is running.
    case current
    /// The watch is interrupted. The state was current at `since`, in seconds since 1970; later changes are not known
    /// yet.
    case stale(since: Double)

    /// Whether it is not current.
    public var isStale: Bool { self != .current }

    /// When it was last current, in seconds since 1970; nil while it is current.
    public var staleSince: Double? {
        if case .stale(let since) = self { since } else { nil }
    }

    /// How long it has been stale, not negative; nil while it is current.
    ///
    /// - Parameter now: the time, in seconds since 1970.
    public func age(at now: Double) -> Duration? {
        guard let since = staleSince, (now - since).isFinite else { return nil }
        return .seconds(min(max(now - since, 0), 1e12))
    }
}
