internal import HearthTraitCore

/// Raw numbers as people read them: 2150 with the unit "0.01 °C" is "21.50 °C".
enum Units {
    /// nil when the field has no unit, or the value is no number.
    static func text(_ value: TraitValue, _ field: FieldDescriptor) -> String? {
        guard let unit = field.unit, let raw = value.integer else { return nil }
        let parts = unit.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let factor = Double(parts[0]) else { return "\(raw) \(unit)" }
        let digits = parts[0].split(separator: ".").dropFirst().first?.count ?? 0
        return "\(fixed(Double(raw) * factor, digits: digits)) \(parts[1])"
    }

    static func fixed(_ value: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard let scaled = Int64(exactly: (value * scale).rounded()) else { return "\(value)" }
        guard digits > 0 else { return String(scaled) }
        let text = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return (scaled < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}
