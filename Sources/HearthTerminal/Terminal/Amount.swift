internal import HearthTraitCore

/// Lengths of time and sizes as people type them.
package enum Amount {
    private static let times: [String: Double] = [
        "ms": 0.001, "s": 1, "min": 60, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400,
    ]
    private static let sizes: [String: Double] = [
        "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 0x1p10, "mib": 0x1p20, "gib": 0x1p30, "tib": 0x1p40,
    ]

    /// The seconds of "200ms", "30min", "12h", "1.5d", "2w" or "1y"; nil for other text.
    package static func seconds(_ word: some StringProtocol) -> Double? { number(word, times) }

    /// The bytes of "500MB", "2 GB" or "1GiB"; nil for other text.
    package static func bytes(_ word: some StringProtocol) -> Double? { number(word, sizes) }

    private static func number(_ word: some StringProtocol, _ units: [String: Double]) -> Double? {
        let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = word.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let value = Double(digits), let factor = units[unit] else { return nil }
        return value * factor
    }
}
