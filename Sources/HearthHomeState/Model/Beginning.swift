internal import HearthTraitCore

/// Quotes a client's text for a message, cut to the first 64 scalars. A single character may have millions of them.
package func quotedBeginning(_ text: String) -> String {
    quoted(String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))))
}
