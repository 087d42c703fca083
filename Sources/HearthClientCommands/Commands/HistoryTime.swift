internal import Foundation
internal import HearthWire

/// Times of a history on the wire.
enum HistoryTime {
    static func stamp(_ seconds: Double) -> Google_Protobuf_Timestamp {
        Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(Int64(exactly: (seconds * 1_000).rounded()) ?? 0))
    }

    /// In UTC to the millisecond: "2026-01-31T20:04:09.000Z".
    static func utc(_ stamp: Google_Protobuf_Timestamp?) -> String {
        guard let stamp, var seconds = time_t(exactly: stamp.seconds) else { return "" }
        var fields = tm()
        guard gmtime_r(&seconds, &fields) != nil else { return "" }
        func digits(_ number: Int32, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(fields.tm_year &+ 1900, 4))-\(digits(fields.tm_mon &+ 1))-\(digits(fields.tm_mday))"
            + "T\(digits(fields.tm_hour)):\(digits(fields.tm_min)):\(digits(fields.tm_sec))"
            + ".\(digits(stamp.nanos / 1_000_000, 3))Z"
    }
}
