/// A `google.protobuf.Timestamp` or `google.protobuf.Duration`, with its text form.
package struct ProtoTime: Equatable {
    package var seconds: Int64
    package var nanos: Int64

    private static let second: Int64 = 1_000_000_000

    /// Whether it is between 0001-01-01T00:00:00Z and the end of 9999.
    package var isTimestamp: Bool {
        (-62_135_596_800...253_402_300_799).contains(seconds) && (0..<Self.second).contains(nanos)
    }

    /// Whether it is at most 10,000 years long, with the same sign in both parts.
    var isDuration: Bool {
        (-315_576_000_000...315_576_000_000).contains(seconds) && nanos.magnitude < UInt64(Self.second)
            && (seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0))
    }

    // MARK: Timestamps (RFC 3339, section 5.6)

    func writeTimestamp(to out: inout JSONWriter) {
        var days = Int(seconds / 86_400)
        var rest = Int(seconds % 86_400)
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        let date = Self.date(days)
        out.bytes.append(JSONWriter.quote)
        out.padded(date.year, 4)
        out.raw("-")
        out.padded(date.month, 2)
        out.raw("-")
        out.padded(date.day, 2)
        out.raw("T")
        out.padded(rest / 3600, 2)
        out.raw(":")
        out.padded(rest / 60 % 60, 2)
        out.raw(":")
        out.padded(rest % 60, 2)
        writeFraction(to: &out)
        out.raw("Z\"")
    }

    /// nil if the text is not RFC 3339 with capital letters, has more than nine digits of a second, or is out of range.
    package init?(timestamp text: ArraySlice<UInt8>) {
        var rest = text
        func number(_ digits: Int, then separator: UInt8? = nil, upTo most: Int = .max) -> Int? {
            guard rest.count >= digits, let value = Self.digits(rest.prefix(digits)), value <= most else { return nil }
            rest = rest.dropFirst(digits)
            guard let separator else { return value }
            return rest.popFirst() == separator ? value : nil
        }
        guard let year = number(4, then: UInt8(ascii: "-")), year >= 1,
            let month = number(2, then: UInt8(ascii: "-"), upTo: 12), month >= 1,
            let day = number(2, then: UInt8(ascii: "T"), upTo: Self.days(month, of: year)), day >= 1,
            let hour = number(2, then: UInt8(ascii: ":"), upTo: 23),
            let minute = number(2, then: UInt8(ascii: ":"), upTo: 59),
            let second = number(2, upTo: 59), let nanos = Self.fraction(&rest)
        else { return nil }
        var offset = 0
        switch rest.popFirst() {
        case UInt8(ascii: "Z"): break
        case let sign? where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
            guard let hours = number(2, then: UInt8(ascii: ":"), upTo: 23), let minutes = number(2, upTo: 59) else {
                return nil
            }
            offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "+") ? 60 : -60)
        default: return nil
        }
        guard rest.isEmpty else { return nil }
        let days = Self.daysSince1970(year, month, day)
        seconds = Int64(days * 86_400 + hour * 3600 + minute * 60 + second - offset)
        self.nanos = nanos
        guard isTimestamp else { return nil }
    }

    // MARK: Durations

    func writeDuration(to out: inout JSONWriter) {
        out.bytes.append(JSONWriter.quote)
        if seconds < 0 || nanos < 0 { out.raw("-") }
        out.number(seconds.magnitude)
        writeFraction(to: &out)
        out.raw("s\"")
    }

    /// nil if the text is not a number of seconds with `s`, has more than nine digits of a second, or is out of range.
    init?(duration text: ArraySlice<UInt8>) {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        let whole = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
        guard whole.count <= 18, let seconds = Self.digits(whole) else { return nil }
        rest = rest.dropFirst(whole.count)
        guard let nanos = Self.fraction(&rest), rest.elementsEqual("s".utf8) else { return nil }
        self.init(seconds: isNegative ? -Int64(seconds) : Int64(seconds), nanos: isNegative ? -nanos : nanos)
        guard isDuration else { return nil }
    }

    package init(seconds: Int64, nanos: Int64) { (self.seconds, self.nanos) = (seconds, nanos) }

    // MARK: Parts

    /// Writes no, three, six or nine digits.
    private func writeFraction(to out: inout JSONWriter) {
        let nanos = Int(nanos.magnitude)
        guard nanos > 0 else { return }
        out.raw(".")
        if nanos % 1_000_000 == 0 {
            out.padded(nanos / 1_000_000, 3)
        } else if nanos % 1000 == 0 {
            out.padded(nanos / 1000, 6)
        } else {
            out.padded(nanos, 9)
        }
    }

    /// The nanoseconds after a decimal point; 0 without one.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        rest.removeFirst()
        let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
        guard digits.count <= 9, var nanos = Self.digits(digits) else { return nil }
        rest = rest.dropFirst(digits.count)
        for _ in digits.count..<9 { nanos *= 10 }  // in range: nine digits at most
        return Int64(nanos)
    }

    /// The value of 1 to 18 digits; nil for anything else.
    private static func digits(_ text: ArraySlice<UInt8>) -> Int? {
        guard !text.isEmpty, text.count <= 18 else { return nil }
        var value = 0
        for byte in text {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    private static func days(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days of the Gregorian calendar from 1970-01-01, counted in years that begin in March.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let (yearOfEra, monthOfYear) = (year - era * 400, (month + 9) % 12)
        let dayOfYear = (153 * monthOfYear + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of the Gregorian calendar, a number of days after 1970-01-01.
    package static func date(_ daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSince1970 + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let (day, number) = (dayOfYear - (153 * month + 2) / 5 + 1, month < 10 ? month + 3 : month - 9)
        return (yearOfEra + era * 400 + (number <= 2 ? 1 : 0), number, day)
    }
}
