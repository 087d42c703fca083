internal import HearthHomeKitMapping
internal import HearthTraitCore

/// The rules for names of structures, rooms, zones, service groups, devices, their parts and services.
///
/// A name has letters, digits, marks, symbols (including punctuation), spaces and apostrophes. It begins with a letter,
/// a symbol or a digit, and ends with one of them or a mark. Two names are equal if they differ only in case, spaces,
/// apostrophes, invisible characters and Unicode normalization.
package enum NameRules {
    package static let maxLength = 64

    private static let maxBytes = maxLength * 16

    /// Checks a name. Returns it without surrounding spaces.
    ///
    /// - Throws: ``HubError`` `.invalidArgument`, saying what is allowed.
    package static func checked(_ name: String, for what: String) throws(HubError) -> String {
        // Checked first, since the other checks visit every character.
        guard name.utf8.count <= maxBytes else {
            throw HubError(
                homeKit: .stringLongerThanMaximum,
                "the name of \(what) has \(name.utf8.count) bytes; at most \(maxBytes) are allowed")
        }
        let trimmed = trimming(name)
        guard trimmed.unicodeScalars.contains(where: isVisible) else {
            throw HubError(
                homeKit: .stringShorterThanMinimum,
                "the name of \(what) has nothing that can be seen; give one of 1 to \(maxLength) characters")
        }
        guard trimmed.count <= maxLength else {
            throw HubError(
                homeKit: .stringLongerThanMaximum,
                "the name of \(what) has \(trimmed.count) characters; at most \(maxLength) are allowed")
        }
        if let scalar = prohibited(in: trimmed) {
            throw HubError(
                homeKit: .nameContainsProhibitedCharacters,
                "the name of \(what) holds \(point(scalar)) (\(quoted(trimmed))), which is no letter, digit, symbol, "
                    + "space or apostrophe; leave it out")
        }
        guard let first = trimmed.unicodeScalars.first, isBase(first) else {
            throw HubError(
                homeKit: .nameDoesNotStartWithValidCharacters,
                "the name of \(what), \(quoted(trimmed)), begins with a mark or an apostrophe; begin with a letter, a "
                    + "digit or a symbol")
        }
        guard let last = trimmed.unicodeScalars.last, isBase(last) || isMark(last) || isTag(last) else {
            throw HubError(
                homeKit: .nameDoesNotEndWithValidCharacters,
                "the name of \(what), \(quoted(trimmed)), ends with an apostrophe; end with a letter, a digit or a "
                    + "symbol")
        }
        return trimmed
    }

    /// The most aliases of an object.
    package static let mostAliases = 8

    /// Checks the other names of an object, each as a name. Returns them without surrounding spaces.
    ///
    /// - Throws: ``HubError`` for more than ``mostAliases``, for an invalid one, and for one that stands twice.
    package static func checked(aliases: [String], for what: String) throws(HubError) -> [String] {
        guard aliases.count <= mostAliases else {
            throw HubError(
                homeKit: .maximumObjectLimitReached,
                "\(what) would have \(aliases.count) aliases; at most \(mostAliases) are allowed")
        }
        var keys: Set<String> = []
        return try aliases.map { alias throws(HubError) in
            let name = try checked(alias, for: what)
            guard keys.insert(key(name)).inserted else {
                throw HubError(
                    homeKit: .objectWithSimilarNameExists,
                    "the alias \(quoted(name)) of \(what) stands twice; give it once")
            }
            return name
        }
    }

    /// The aliases of an object without the one that is its name, too.
    package static func aliases(_ aliases: [String], besides name: String) -> [String] {
        aliases.filter { key($0) != key(name) }
    }

    /// The name of an object after a rename: the former one if they differ only in Unicode normalization, as such a
    /// rename is neither reported nor stored.
    package static func kept(_ name: String, insteadOf former: String) -> String { name == former ? former : name }

    /// A provider's name made to fit, or `fallback`. It only has to be displayable, since a manufacturer's name must
    /// not keep a device out.
    package static func fitted(_ name: String, fallback: String) -> String {
        let scalars = name.unicodeScalars.filter { !$0.controlsText }
        let fitted = trimming(String(trimming(String(String.UnicodeScalarView(scalars))).prefix(maxLength)))
        let isGood = fitted.unicodeScalars.contains(where: isVisible) && fitted.utf8.count <= maxBytes
        return isGood ? fitted : fallback
    }

    /// The key in which two names must differ.
    package static func key(_ name: String) -> String { ObjectName.key(name) }

    // MARK: Characters

    private static let apostrophes = ObjectName.apostrophes

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// A letter, a digit or a symbol. Letters that look like an apostrophe are letters of some languages.
    private static func isBase(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
            !apostrophes.contains(scalar)
        default: false
        }
    }

    /// A tag character, as in the emoji of flags such as Scotland's.
    private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007F).contains(scalar.value) }

    /// The first character that no name may have, or nil.
    private static func prohibited(in name: String) -> Unicode.Scalar? {
        var last: Unicode.Scalar?
        for scalar in name.unicodeScalars {
            // A joiner needs a character on both sides; some flags are spelt in tags.
            if let joiner = last, isJoiner(joiner), !isBase(scalar), !isMark(scalar) { return joiner }
            guard isAllowed(scalar, after: last) else { return scalar }
            last = scalar
        }
        return last.flatMap { isJoiner($0) ? $0 : nil }
    }

    /// Zero-width joiner and non-joiner: emoji are made with them, and some scripts are written with them.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200D}" || scalar == "\u{200C}" }

    private static func isAllowed(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Bool {
        if isMark(scalar) || scalar.properties.generalCategory == .spaceSeparator { return true }
        if apostrophes.contains(scalar) { return true }
        if isBase(scalar) { return !scalar.properties.isDefaultIgnorableCodePoint }
        guard let last else { return false }
        if isJoiner(scalar) { return isBase(last) || isMark(last) }
        return isTag(scalar) && (isTag(last) || last == "\u{1F3F4}")
    }

    private static func point(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func trimming(_ name: String) -> String {
        String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
