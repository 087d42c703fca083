internal import HearthBase

/// Base64 as cameras write it: with all, some or no padding.
enum Base64Text {
    static func decode(_ text: Substring) -> [UInt8]? {
        Base64.decode(Array(text.utf8.prefix { $0 != UInt8(ascii: "=") })[...])
    }
}
