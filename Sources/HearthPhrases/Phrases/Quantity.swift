public import HearthTraitDescriptors

/// Converts between raw numbers and text with a unit: 2150 in a field with the unit "0.01 °C" is "21.50 °C".
public enum Quantity {
    /// A value with its unit; nil if the field has no unit or the value is not an integer.
    public static func text(_ value: TraitValue, _ field: FieldDescriptor) -> String? {
        guard let raw = value.integer else { return nil }
        guard let unit = field.unit else {
            return isLevel(field) ? Phrase.percent(Double(raw), of: 254) : nil
        }
        switch unit {
        case "10000·log10(lx)+1": return Phrase.illuminance(raw)
        case "1/min": return "\(raw) rpm"
        case "µs since 2000-01-01T00:00Z": return LocalTime.dateAndTime(secondsBefore2000 + Double(raw) / 1e6)
        case "s since 2000-01-01T00:00Z": return LocalTime.dateAndTime(secondsBefore2000 + Double(raw))
        default: break
        }
        // "1/254" is a fraction of a whole; "0.01 °C" and "360/254 °" are a factor and a unit.
        if unit.hasPrefix("1/") { return "\(raw)\(unit.dropFirst())" }
        if let milli = Scale.milli(unit) { return "\(trimmed(Double(raw), milli)) \(milli.unit)" }
        guard let scale = Scale(unit) else { return "\(raw) \(unit)" }
        return "\(Phrase.decimal(Double(raw) * scale.factor, digits: scale.digits)) \(scale.unit)"
    }

    /// A number in the field's unit, rounded as people read it: "21.5 °C", "12.3 W", "50 %"; nil if the field has no unit.
    /// The states of devices, histories and the log share it.
    ///
    /// - Parameter raw: the raw number, which a mean need not have as a whole one.
    public static func words(_ raw: Double, _ field: FieldDescriptor) -> String? {
        guard raw.isFinite else { return nil }
        if let whole = isLevel(field) ? 254 : field.unit.flatMap(whole(ofUnit:)), field.unit != "1/min" {
            return Phrase.percent(raw, of: whole)
        }
        guard let unit = field.unit else { return nil }
        if unit == "mired", let white = UInt16(exactly: raw.rounded()).flatMap(Phrase.white(mireds:)) { return white }
        guard let scale = Scale(unit) else {
            return Int64(exactly: raw.rounded()).flatMap { text(.signed($0), field) }
        }
        let number = raw * scale.factor
        if scale.unit == "Wh", number.magnitude >= 1_000 { return "\(Phrase.decimal(number / 1_000, digits: 2)) kWh" }
        return "\(Phrase.decimal(number, digits: scale.digitsInWords(number))) \(scale.unit)"
    }

    /// A raw number as a plain one in the unit that people use, for tables of numbers: 2150 in "0.01 °C" is "21.5" in "°C".
    ///
    /// - Returns: nil if the field's unit is not a factor with a unit.
    public static func plain(_ raw: Double, _ field: FieldDescriptor) -> (number: String, unit: String)? {
        guard let scale = field.unit.flatMap({ Scale($0) }), raw.isFinite else { return nil }
        return (trimmed(raw, scale), scale.unit)
    }

    /// A number in a unit, without zeros at the end.
    private static func trimmed(_ raw: Double, _ scale: Scale) -> String {
        var text = Phrase.decimal(raw * scale.factor, digits: scale.digits)
        if text.contains("."), !text.contains("e") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }

    /// A number in the field's unit for a sentence, even if it is out of range: "99 °C", "120 %"; nil if the field has
    /// no unit.
    static func measure(_ raw: Int64, _ field: FieldDescriptor) -> String? {
        if let whole = isLevel(field) ? 254 : field.unit.flatMap(whole(ofUnit:)) {
            return "\(Phrase.decimal(Double(raw) * 100 / whole, digits: 0)) %"
        }
        if field.unit == "mired", raw > 0 {
            return "\(raw) mired (\(Phrase.decimal(1_000_000 / Double(raw), digits: 0)) K)"
        }
        guard let text = text(.signed(raw), field) else { return nil }
        guard let unit = field.unit, Scale(unit) != nil else { return text }
        var number = text.prefix { $0 != " " }
        let rest = text.dropFirst(number.count)
        if number.contains(".") {
            while number.hasSuffix("0") { number.removeLast() }
            if number.hasSuffix(".") { number.removeLast() }
        }
        return String(number + rest)
    }

    /// A difference in the field's unit: "0.5 °C"; nil if the field has no unit or its unit is not linear.
    static func difference(_ raw: Int64, _ field: FieldDescriptor) -> String? {
        guard let unit = field.unit, unit != "mired", !unit.contains("log"), !unit.contains("since") else { return nil }
        return measure(raw, field)
    }

    /// The whole of a fractional unit: 254 for "1/254".
    private static func whole(ofUnit unit: String) -> Double? {
        unit.hasPrefix("1/") ? Double(unit.dropFirst(2)) : nil
    }

    /// Parses a number with a unit for a field that has one: `21.5C`, `50%`, `2s`, `90°`, `1h`, `2700K`.
    ///
    /// - Returns: the raw number, rounded to the field's steps; nil if the text is not a number with a suitable unit.
    public static func raw(_ text: String, _ field: FieldDescriptor) -> Int64? {
        let number = text.prefix { $0.isNumber || ".-+".contains($0) || $0 == "\u{2212}" }
        let typed = text.dropFirst(number.count).filter { !$0.isWhitespace }
        let digits = number.replacing("\u{2212}", with: "-")
        guard !typed.isEmpty, let value = Double(digits) else { return nil }
        let unit = String(typed).lowercased()
        // A Double holds only 53 bits of a whole number, which may have 64.
        if let whole = Int64(digits), steps(1, unit, field) == 1, steps(2, unit, field) == 2 { return whole }
        return steps(value, unit, field).flatMap { Int64(exactly: $0.rounded()) }
    }

    private static func steps(_ value: Double, _ typed: String, _ field: FieldDescriptor) -> Double? {
        guard let unit = field.unit else {
            // A level is a fraction of 254.
            return typed == "%" && isLevel(field) ? value * 254 / 100 : nil
        }
        if unit == "mired" {
            return typed == "k" ? (value > 0 ? 1_000_000 / value : nil) : typed.hasPrefix("mired") ? value : nil
        }
        if unit == "1/min" { return typed == "rpm" || typed == "1/min" ? value : nil }
        if let whole = whole(ofUnit: unit) {
            return typed == "%" ? value * whole / 100 : nil
        }
        if typed == unit.lowercased() { return value }
        guard let scale = Scale(unit) ?? Scale("1 " + unit) else { return nil }
        if let typedUnit = secondsByUnit[typed], let own = seconds(of: scale.unit) {
            return value * typedUnit / (own * scale.factor)
        }
        if scale.unit == "°C", typed == "f" || typed == "°f" { return (value - 32) / 1.8 / scale.factor }
        if let own = Scale.asWritten(unit), typed == own.unit.lowercased() { return value / own.factor }
        let names =
            [scale.unit.lowercased().filter { !$0.isWhitespace }]
            + (["°C": ["c", "°c"], "°": ["°", "deg"]][scale.unit] ?? [])
        return names.contains(typed) ? value / scale.factor : nil
    }

    /// An example of input for a field in its unit: "21.5C", or nil.
    public static func example(_ field: FieldDescriptor) -> String? {
        guard let unit = field.unit else { return isLevel(field) ? "50%" : nil }
        switch unit {
        case "mired": return "2700K"
        case "1/min": return "33rpm"
        default: break
        }
        if unit.hasPrefix("1/") { return "50%" }
        guard let scale = Scale(unit) ?? Scale("1 " + unit) else { return nil }
        switch scale.unit {
        case "°C": return "21.5C"
        case "°": return "90deg"
        case "%": return "50%"
        case "s", "ms": return "20s"
        case "min": return "20min"
        case "h": return "2h"
        default: return nil
        }
    }

    /// Whether the field is a level of LevelControl. Matter gives these no unit; 254 is 100 %.
    static func isLevel(_ field: FieldDescriptor) -> Bool {
        ["level", "stepSize", "onLevel", "currentLevel", "startUpCurrentLevel"].contains(field.name)
            && field.type == .unsigned(8) && field.unit == nil
    }

    /// A factor and a unit: "0.01 °C".
    private struct Scale {
        let factor: Double
        let unit: String
        /// The decimal places of the factor.
        let digits: Int

        /// The units that people use in place of those of the schemas.
        private static let usual: [String: Scale] = [
            "mW": Scale(factor: 0.001, unit: "W", digits: 3), "mV": Scale(factor: 0.001, unit: "V", digits: 3),
            "mA": Scale(factor: 0.001, unit: "A", digits: 3), "mHz": Scale(factor: 0.001, unit: "Hz", digits: 3),
            "mWh": Scale(factor: 0.001, unit: "Wh", digits: 3), "mVA": Scale(factor: 0.001, unit: "VA", digits: 3),
            "mvar": Scale(factor: 0.001, unit: "var", digits: 3), "mVAh": Scale(factor: 0.001, unit: "VAh", digits: 3),
            "mvarh": Scale(factor: 0.001, unit: "varh", digits: 3), "0.1 kPa": Scale(factor: 1, unit: "hPa", digits: 0),
        ]

        init?(_ text: String) {
            guard let scale = Self.usual[text] ?? Self.asWritten(text) else { return nil }
            self = scale
        }

        /// A unit of a thousandth, as the whole unit.
        static func milli(_ text: String) -> Scale? { usual[text].flatMap { $0.digits == 3 ? $0 : nil } }

        private init(factor: Double, unit: String, digits: Int) {
            self.factor = factor
            self.unit = unit
            self.digits = digits
        }

        /// The decimal places of a number for people.
        func digitsInWords(_ number: Double) -> Int {
            switch unit {
            case "°C": 1
            case "%", "hPa": 0
            case "W", "VA", "var", "Wh", "VAh", "varh": number.magnitude < 10 ? 1 : 0
            case "V": number.magnitude < 10 ? 2 : number.magnitude < 100 ? 1 : 0
            case "A": 2
            case "Hz": 1
            default: digits
            }
        }

        static func asWritten(_ text: String) -> Scale? {
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, let factor = Self.factor(parts[0]), factor != 0 else { return nil }
            return Scale(
                factor: factor, unit: parts[1], digits: parts[0].split(separator: ".").dropFirst().first?.count ?? 0)
        }

        private static func factor(_ text: String) -> Double? {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
            guard parts.count == 2 else { return Double(text) }
            guard let above = parts[0], let below = parts[1], below != 0 else { return nil }
            return above / below
        }
    }

    private static let secondsByUnit: [String: Double] = [
        "ms": 0.001, "s": 1, "sec": 1, "min": 60, "m": 60, "h": 3600, "d": 86_400,
    ]

    private static func seconds(of unit: String) -> Double? {
        ["ms", "s", "min", "h"].contains(unit) ? secondsByUnit[unit] : nil
    }

    /// The seconds from the Unix epoch to Matter's.
    private static let secondsBefore2000 = 946_684_800.0
}
