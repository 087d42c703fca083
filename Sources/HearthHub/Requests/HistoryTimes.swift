internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// A time range of a history, in milliseconds since 1970.
struct HistoryTimes: Sendable {
    let from: Int64
    let until: Int64

    /// - Parameter span: the length of the range if `from` is nil; nil to begin at the first value.
    /// - Throws: ``HubError`` for invalid times and times in the wrong order.
    init(
        _ from: Google_Protobuf_Timestamp?, _ until: Google_Protobuf_Timestamp?, now: Duration, span: Duration?
    ) throws(HubError) {
        let end = try Self.time(until, "until") ?? now.milliseconds
        let first = span.map { max(0, end &- $0.milliseconds) } ?? 0
        self.until = end
        self.from = try Self.time(from, "from") ?? first
        guard self.from < self.until else {
            throw HubError(
                .invalidArgument, until == nil ? "from is not in the past" : "from is not before until; exchange them")
        }
    }

    private static func time(_ stamp: Google_Protobuf_Timestamp?, _ name: String) throws(HubError) -> Int64? {
        guard let stamp else { return nil }
        let time = stamp.sinceEpoch.milliseconds
        guard stamp.isValid, time >= 0 else {
            throw HubError(.invalidArgument, "\(name) is not a valid time; use one in the years 1970 to 9999")
        }
        return time
    }
}
