internal import HearthBase

/// `grpc-timeout`: at most eight digits and a unit (gRPC over HTTP/2, "Requests").
enum TimeoutCoding {
    /// Uses the finest unit that fits; rounds down, because a peer should rather be early.
    static func encode(_ timeout: Duration) -> [UInt8] {
        let (seconds, attoseconds) = timeout.wholeAndRest
        guard seconds >= 0, attoseconds >= 0 else { return Array("0n".utf8) }
        let limit: Int64 = 99_999_999
        let text: String
        if seconds == 0, attoseconds < 1_000_000_000_000 {
            // gRPC's grammar has no timeout of zero.
            text = "\(max(attoseconds / 1_000_000_000, 1))n"
        } else if seconds < 99 {
            text = "\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)u"
        } else if seconds < 99_999 {
            text = "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)m"
        } else if seconds <= limit {
            text = "\(seconds)S"
        } else if seconds / 60 <= limit {
            text = "\(seconds / 60)M"
        } else {
            text = "\(min(seconds / 3600, limit))H"
        }
        return Array(text.utf8)
    }

    /// nil if the text is not a timeout.
    static func decode(_ text: ArraySlice<UInt8>) -> Duration? {
        guard let unit = text.last, text.count >= 2, text.count <= 9 else { return nil }
        var value: Int64 = 0
        for byte in text.dropLast() {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        switch unit {
        case UInt8(ascii: "H"): return .seconds(value * 3600)
        case UInt8(ascii: "M"): return .seconds(value * 60)
        case UInt8(ascii: "S"): return .seconds(value)
        case UInt8(ascii: "m"): return .milliseconds(value)
        case UInt8(ascii: "u"): return .microseconds(value)
        case UInt8(ascii: "n"): return .nanoseconds(value)
        default: return nil
        }
    }
}
