/// Whether what is shown of a home is current: whether the hub tells of each change when it happens.
///
/// It is about the way from the hub. Whether the hub reaches the device is said by ``SourceConnectivity``.
public enum Freshness: Hashable, Sendable {
    /// The hub is followed.
    case current
    /// The hub is not followed at the moment. What is shown was current at `since`, in seconds since 1970; what has
    /// changed from then on is not known yet.
    case stale(since: Double)

    /// Whether it is not current.
    public var isStale: Bool { self != .current }

    /// When it was last current, in seconds since 1970; nil while it is current.
    public var staleSince: Double? {
        if case .stale(let since) = self { since } else { nil }
    }

    /// For how long it has been stale, not negative; nil while it is current.
    ///
    /// - Parameter now: the time, in seconds since 1970.
    public func age(at now: Double) -> Duration? {
        guard let since = staleSince, (now - since).isFinite else { return nil }
        return .seconds(min(max(now - since, 0), 1e12))
    }
}
