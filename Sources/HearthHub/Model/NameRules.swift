internal import HearthRPC
internal import HearthTraitCore

/// What people may call structures, rooms and devices.
enum NameRules {
    static let maxLength = 64

    private static let maxBytes = maxLength * 16

    /// The name as it is kept: without blanks around it.
    ///
    /// - Throws: ``HubError`` `.invalidArgument`, saying what would be right.
    static func checked(_ name: String, for what: String) throws(HubError) -> String {
        // First of all, since whatever follows looks at every character.
        guard name.utf8.count <= maxBytes else {
            throw HubError(
                .invalidArgument, "the name of \(what) has \(name.utf8.count) bytes; at most \(maxBytes) are allowed")
        }
        let trimmed = trimming(name)
        guard trimmed.unicodeScalars.contains(where: isVisible) else {
            throw HubError(
                .invalidArgument,
                "the name of \(what) has nothing that can be seen; give one of 1 to \(maxLength) characters")
        }
        guard trimmed.count <= maxLength else {
            throw HubError(
                .invalidArgument,
                "the name of \(what) has \(trimmed.count) characters; at most \(maxLength) are allowed")
        }
        guard !trimmed.unicodeScalars.contains(where: \.controlsText) else {
            throw HubError(
                .invalidArgument, "the name of \(what) holds a control character (\(quoted(trimmed))); leave it out")
        }
        return trimmed
    }

    /// A provider's name made to fit, or `fallback`.
    static func fitted(_ name: String, fallback: String) -> String {
        let scalars = name.unicodeScalars.filter { !$0.controlsText }
        let fitted = trimming(String(trimming(String(String.UnicodeScalarView(scalars))).prefix(maxLength)))
        let isGood = fitted.unicodeScalars.contains(where: isVisible) && fitted.utf8.count <= maxBytes
        return isGood ? fitted : fallback
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// What two names must differ in.
    static func key(_ name: String) -> String { name.lowercased() }

    private static func trimming(_ name: String) -> String {
        String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
