internal import HearthTraitCore

/// What somebody else wrote, quoted for a message: of a long text the beginning. Cut by scalars, as a single character
/// may have millions of them.
func quotedBeginning(_ text: String) -> String {
    quoted(String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))))
}
