extension String {
    /// The text with escapes for single Unicode scalars.
    ///
    /// Programs that read it, such as a shell, see bytes. A Swift character may hold several scalars: "\r\n" is one,
    /// and a quote with a combining mark differs from the quote, so `replacing` would leave it unchanged.
    package func escaped(_ escapes: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let escape = escapes[scalar] { result += escape } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
