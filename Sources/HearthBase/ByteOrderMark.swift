extension String {
    /// The text without the byte order mark that some editors, such as Windows Notepad, put before UTF-8.
    package var withoutByteOrderMark: String {
        unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    }
}
