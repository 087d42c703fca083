internal import HearthJSON

/// Points in time of devices, as moments of the home.
package enum LocalMoment {
    /// The local moment of a point in time in ISO 8601, such as `2026-11-29T07:30:00` of `2026-11-29 06:30:00.5Z`. A text
    /// without a zone is a local time already.
    ///
    /// - Parameter secondsEast: the home's distance from UTC in seconds at an instant in seconds since 1970.
    /// - Returns: nil for another form, or outside the years 1 to 9999.
    package static func text(of text: String, secondsEast: (_ instant: Int64) -> Int64) -> String? {
        var bytes = Array(text.utf8)
        guard (16...40).contains(bytes.count) else { return nil }
        if bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "t") { bytes[10] = UInt8(ascii: "T") }
        let signs = [UInt8(ascii: "+"), UInt8(ascii: "-")]
        let zone = bytes[16...].firstIndex { signs.contains($0) || $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "z") }
        var time = bytes[..<(zone ?? bytes.endIndex)]
        if time.count == 16 { time += Array(":00".utf8) }
        guard let east = zone.map({ normal(bytes[$0...]) }) ?? Array("Z".utf8),
            let read = ProtoTime(timestamp: time + east)
        else { return nil }
        let (local, overflow) = read.seconds.addingReportingOverflow(zone == nil ? 0 : secondsEast(read.seconds))
        guard !overflow, ProtoTime(seconds: local, nanos: 0).isTimestamp else { return nil }
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        let date = ProtoTime.date(Int(day))
        let second = Int(local - day * 86_400)
        let parts = [date.month, date.day, second / 3_600, second / 60 % 60, second % 60].map { digits($0, 2) }
        return "\(digits(date.year, 4))-\(parts[0])-\(parts[1])T\(parts[2]):\(parts[3]):\(parts[4])"
    }

    /// A zone as `Z` or `+01:00`, of one that also is `z`, `+0100` or `+01`; nil for another form.
    private static func normal(_ zone: ArraySlice<UInt8>) -> [UInt8]? {
        let bytes = Array(zone)
        switch bytes.count {
        case 1: return Array("Z".utf8)
        case 3: return bytes + Array(":00".utf8)
        case 5: return Array(bytes[..<3]) + Array(":".utf8) + Array(bytes[3...])
        case 6: return bytes
        default: return nil
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
