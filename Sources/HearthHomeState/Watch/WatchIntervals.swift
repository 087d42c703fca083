internal import HearthBase
package import HearthRPC
package import HearthWire

/// The intervals at which a watch sends.
package struct WatchIntervals: Sendable {
    /// The minimum time between two reports; zero for none.
    var least: Duration = .zero
    /// The longest silence, after which a heartbeat is due.
    package let most: Duration

    private static let longest: Duration = .seconds(3_600)

    /// - Parameter most: the longest silence.
    package init(most: Duration) { self.most = most }

    /// - Parameter usual: the longest silence if the caller sets none.
    /// - Throws: INVALID_ARGUMENT for an interval that is too short or too long.
    package init(_ request: Hearth_V1_WatchRequest, usual: Duration) throws(RPCError) {
        least = request.minInterval?.duration ?? .zero
        // The start of a watch has whole seconds.
        most = request.maxInterval.map { .seconds($0.duration.wholeSeconds) } ?? usual
        guard least >= .zero, least <= Self.longest else {
            throw RPCError(.invalidArgument, "min_interval is \(least); it must be 0 to 3600 seconds")
        }
        guard request.maxInterval == nil || (most >= .seconds(1) && most <= Self.longest) else {
            throw RPCError(.invalidArgument, "max_interval is \(most); it must be 1 to 3600 seconds")
        }
    }
}
