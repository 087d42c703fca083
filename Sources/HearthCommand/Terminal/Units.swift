internal import Foundation
internal import HearthTraitCore

/// Formats raw numbers with their unit: 2150 with the unit "0.01 °C" is "21.50 °C".
enum Units {
    /// nil if the field has no unit or the value isn't a number.
    static func text(_ value: TraitValue, _ field: FieldDescriptor) -> String? {
        guard let unit = field.unit, let raw = value.integer else { return nil }
        switch unit {
        case "10000·log10(lx)+1": return illuminance(raw)
        case "1/min": return "\(raw) rpm"
        case "µs since 2000-01-01T00:00Z": return localTime(secondsBefore2000 + Double(raw) / 1e6)
        case "s since 2000-01-01T00:00Z": return localTime(secondsBefore2000 + Double(raw))
        default: break
        }
        // "1/254" is a fraction of a whole; "0.01 °C" and "360/254 °" are a factor and a unit.
        if unit.hasPrefix("1/") { return "\(raw)\(unit.dropFirst())" }
        let parts = unit.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let factor = factor(parts[0]) else { return "\(raw) \(unit)" }
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

    /// Seconds between the Unix epoch and Matter's.
    private static let secondsBefore2000 = 946_684_800.0

    private static func factor(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2 else { return Double(text) }
        guard let above = parts[0], let below = parts[1], below != 0 else { return nil }
        return above / below
    }

    /// 10,000 · log10(lux) + 1; 0 is too dark to measure (Matter, IlluminanceMeasurement).
    private static func illuminance(_ measured: Int64) -> String {
        guard measured > 0 else { return "dark" }
        let lux = pow(10, Double(measured - 1) / 10_000)
        return "\(fixed(lux, digits: lux < 10 ? 1 : 0)) lx"
    }
}
