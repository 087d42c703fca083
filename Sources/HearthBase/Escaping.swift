extension String {
    /// The text with escapes in place of single Unicode scalars.
    ///
    /// Programs that read it, such as a shell, look at bytes. Swift's characters may hold several scalars: "\r\n" is one,
    /// and a quote with a combining mark is another character than the quote, which `replacing` would leave as it is.
    package func escaped(_ escapes: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let escape = escapes[scalar] { result += escape } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
