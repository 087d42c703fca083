/// Decides whether two names are the same to people who say or type them (HomeKit's rule).
package enum ObjectName {
    /// The part in which two names must differ. Case, spaces, apostrophes, invisible characters and Unicode forms of
    /// the same characters are ignored.
    ///
    /// Swift compares canonically equivalent texts as equal. Upper-casing and then lower-casing is case folding for
    /// nearly all texts ("ß" equals "SS", and "ς" equals "Σ").
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

    /// All characters that people type as or take for an apostrophe.
    package static let apostrophes: Set<Unicode.Scalar> = [
        "'", "\u{2018}", "\u{2019}", "\u{201B}", "\u{2032}", "`", "\u{B4}", "\u{FF07}", "\u{55A}", "\u{2B9}",
        "\u{2BB}", "\u{2BC}", "\u{2BD}", "\u{A78C}",
    ]

    /// The ASCII character for its full-width form, which is common in East Asian input.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }
}
