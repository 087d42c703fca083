internal import HearthJSON

/// The present time and the zone of the home, for templates.
package struct TemplateTime: Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package var now: Int
    /// The home's distance from UTC in seconds, positive in the east, at a time in seconds since 1970.
    package var offset: @Sendable (_ seconds: Int) -> Int

    package init(now: Int, offset: @escaping @Sendable (_ seconds: Int) -> Int) {
        self.now = now
        self.offset = offset
    }

    /// A moment in the home's zone; nil outside the years 1 to 9999.
    func local(_ microseconds: Int) -> TemplateMoment? {
        let seconds = microseconds.quotientRoundedDown(by: 1_000_000)
        return TemplateMoment(microseconds: microseconds, offset: offset(seconds))
    }
}

/// A point in time with its distance from UTC, as Python's `datetime` with a zone. Points in time are equal whatever
/// their zone.
package struct TemplateMoment: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package let microseconds: Int
    /// Seconds east of UTC.
    package let offset: Int

    /// Nil outside the years 1 to 9999, or for an offset of a day or more.
    package init?(microseconds: Int, offset: Int) {
        let (local, overflow) = microseconds.addingReportingOverflow(offset.multipliedClamped(by: 1_000_000))
        guard !overflow, (-86_399...86_399).contains(offset),
            ProtoTime(seconds: Int64(local.quotientRoundedDown(by: 1_000_000)), nanos: 0).isTimestamp
        else { return nil }
        self.microseconds = microseconds
        self.offset = offset
    }

    package static func == (one: TemplateMoment, other: TemplateMoment) -> Bool {
        one.microseconds == other.microseconds
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(microseconds) }

    /// Reads an ISO 8601 date with a time; without a zone it is a local time. Nil for other texts.
    init?(iso text: String, _ time: TemplateTime) {
        var bytes = Array(text.utf8)
        guard bytes.count >= 16, bytes.count <= 40 else { return nil }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        let hasSeconds = bytes.count > 16 && bytes[16] == UInt8(ascii: ":")
        if !hasSeconds { bytes.insert(contentsOf: ":00".utf8, at: 16) }
        let hasZone = bytes.last == UInt8(ascii: "Z") || bytes.dropFirst(19).contains { [43, 45].contains($0) }
        if !hasZone { bytes.append(UInt8(ascii: "Z")) }
        guard let read = ProtoTime(timestamp: bytes[...]) else { return nil }
        let seconds = Int(read.seconds)
        // The distance at the time in question, which differs from that at the same time of UTC near a change.
        let offset = hasZone ? 0 : time.offset(seconds - time.offset(seconds))
        let (utc, nanos) = (seconds - offset, Int(read.nanos))
        self.init(microseconds: utc * 1_000_000 + nanos / 1_000, offset: offset)
    }

    /// Seconds since 1970, as `timestamp()` returns.
    var timestamp: Double { Double(microseconds) / 1_000_000 }

    /// Python's `isoformat()`; `str()` has a space as the separator.
    func text(separator: String) -> String {
        let local = microseconds + offset * 1_000_000  // in range: as `init` requires
        let seconds = local.quotientRoundedDown(by: 1_000_000)
        let fraction = local - seconds * 1_000_000
        let days = seconds.quotientRoundedDown(by: 86_400)
        let rest = seconds - days * 86_400
        let date = ProtoTime.date(days)
        var text = "\(Self.padded(date.year, 4))-\(Self.padded(date.month))-\(Self.padded(date.day))\(separator)"
        text += "\(Self.padded(rest / 3_600)):\(Self.padded(rest / 60 % 60)):\(Self.padded(rest % 60))"
        if fraction > 0 { text += "." + Self.padded(fraction, 6) }
        let distance = Int(offset.magnitude)
        text += "\(offset < 0 ? "-" : "+")\(Self.padded(distance / 3_600)):\(Self.padded(distance / 60 % 60))"
        return distance % 60 == 0 ? text : text + ":" + Self.padded(distance % 60)
    }

    private static func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

extension Int {
    /// The quotient by a positive number, rounded towards minus infinity.
    func quotientRoundedDown(by divisor: Int) -> Int {
        let (quotient, rest) = quotientAndRemainder(dividingBy: Swift.max(divisor, 1))
        return rest < 0 ? quotient - 1 : quotient
    }

    fileprivate func multipliedClamped(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? (self < 0 ? .min : .max) : product
    }
}
