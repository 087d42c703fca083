extension String {
    /// The text without the byte order mark that some editors, Windows' Notepad among them, put in front of UTF-8.
    package var withoutByteOrderMark: String {
        unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    }
}
