internal import HearthRPC
internal import HearthTraitCore

/// What people may call structures, rooms and devices.
enum NameRules {
    static let maxLength = 64

    /// The name as it is kept: without blanks around it.
    ///
    /// - Throws: ``HubError`` `.invalidArgument`, saying what would be right.
    static func checked(_ name: String, for what: String) throws(HubError) -> String {
        let trimmed = trimming(name)
        guard !trimmed.isEmpty else {
            throw HubError(.invalidArgument, "the name of \(what) is empty; give one of 1 to \(maxLength) characters")
        }
        guard trimmed.count <= maxLength, trimmed.utf8.count <= maxLength * 16 else {
            throw HubError(
                .invalidArgument,
                "the name of \(what) has \(trimmed.count) characters; at most \(maxLength) are allowed")
        }
        guard trimmed.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw HubError(
                .invalidArgument, "the name of \(what) holds a control character (\(quoted(trimmed))); leave it out")
        }
        return trimmed
    }

    /// A provider's name made to fit, or `fallback`.
    static func fitted(_ name: String, fallback: String) -> String {
        let scalars = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let fitted = trimming(String(trimming(String(String.UnicodeScalarView(scalars))).prefix(maxLength)))
        return fitted.isEmpty || fitted.utf8.count > maxLength * 16 ? fallback : fitted
    }

    /// What two names must differ in.
    static func key(_ name: String) -> String { name.lowercased() }

    private static func trimming(_ name: String) -> String {
        String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
