/// The classes of bytes in a head.
enum ByteClass {
    /// Part of a token (RFC 9110, section 5.6.2): methods and names.
    static let token: UInt8 = 1
    /// Part of a field's value (RFC 9110, section 5.5): all but control characters, and the tab.
    static let value: UInt8 = 2
    /// A letter in upper case.
    static let upperCase: UInt8 = 4
    /// Part of a target: visible ASCII except `#`, since fragments are never sent.
    static let target: UInt8 = 8

    /// The classes of each byte. Copy it into a local variable before many lookups.
    static let table: [UInt8] = (0...255).map { (byte: UInt8) in
        var classes: UInt8 = 0
        let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
        let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        if isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte) { classes |= token }
        if isLetter, byte & 0x20 == 0 { classes |= upperCase }
        if byte == UInt8(ascii: "\t") || byte >= 0x20 && byte != 0x7F { classes |= value }
        if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#") { classes |= target }
        return classes
    }
}
