/// When two names are the same to people who say or type them (HomeKit's rule).
package enum ObjectName {
    /// What two names must differ in: not only in case, spaces, apostrophes, what can't be seen, or how Unicode writes the
    /// same characters.
    ///
    /// Canonically equivalent texts are equal strings in Swift; upper case and then lower case of it makes what case
    /// folding makes of nearly all texts ("ß" and "SS" are one, and so are "ς" and "Σ").
    package static func key(_ name: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in name.uppercased().lowercased().unicodeScalars {
            let properties = scalar.properties
            let isIgnored =
                properties.isWhitespace || apostrophes.contains(scalar) || properties.isDefaultIgnorableCodePoint
            if !isIgnored { kept.append(narrow(scalar)) }
        }
        return String(kept)
    }

    /// All that people type or see as an apostrophe.
    package static let apostrophes: Set<Unicode.Scalar> = [
        "'", "\u{2018}", "\u{2019}", "\u{201B}", "\u{2032}", "`", "\u{B4}", "\u{FF07}", "\u{55A}", "\u{2B9}",
        "\u{2BB}", "\u{2BC}", "\u{2BD}", "\u{A78C}",
    ]

    /// Full-width forms of ASCII, as they are typed in East Asia, are the same characters.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }
}
