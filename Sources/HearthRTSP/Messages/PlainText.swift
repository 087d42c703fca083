extension String {
    /// The text without line breaks, escape sequences and other than ASCII characters, for messages.
    var plain: String { String(decoding: utf8.filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self) }
}
