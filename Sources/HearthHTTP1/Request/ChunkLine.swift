internal import HearthBase

/// The line before a chunk: its size, and extensions, which are ignored (RFC 9112, section 7.1). Size and extensions
/// are limited.
struct ChunkLine {
    let size: Int

    /// The most digits of a size.
    static let maxDigits = 8
    /// The most bytes of extensions, from the first semicolon on.
    static let maxExtensionBytes = 64
    /// The longest line in bytes, with its CRLF.
    static let maxBytes = maxDigits + maxExtensionBytes + 2

    /// - Parameter line: the range of the line, without its CRLF.
    init(_ bytes: [UInt8], _ line: Range<Int>) throws(HTTP1Error) {
        var (index, size) = (line.lowerBound, 0)
        while index < line.upperBound, let digit = hexValue(bytes[index]) {
            guard index &- line.lowerBound < Self.maxDigits else { throw Self.notASize }
            size = size << 4 | Int(digit)
            index &+= 1
        }
        guard index > line.lowerBound else { throw Self.notASize }
        guard line.upperBound &- index <= Self.maxExtensionBytes else { throw Self.tooLong }
        guard Self.areExtensions(bytes, index..<line.upperBound) else {
            throw .malformed("the size of a chunk is followed by a malformed extension")
        }
        self.size = size
    }

    static let tooLong = HTTP1Error.malformed("the line before a chunk is too long")
    private static let notASize = HTTP1Error.malformed(
        "the size of a chunk must have 1 to 8 hexadecimal digits")

    /// Whether bytes are `*( ";" token [ "=" ( token / quoted-string ) ] )`, without spaces outside of the quotes.
    private static func areExtensions(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let classes = ByteClass.table
        var index = range.lowerBound
        func isNext(_ byte: UInt8) -> Bool { index < range.upperBound && bytes[index] == byte }
        func skipToken() -> Bool {
            let start = index
            while index < range.upperBound, classes[Int(bytes[index])] & ByteClass.token != 0 { index &+= 1 }
            return index > start
        }
        while index < range.upperBound {
            guard isNext(UInt8(ascii: ";")) else { return false }
            index &+= 1
            guard skipToken() else { return false }
            guard isNext(UInt8(ascii: "=")) else { continue }
            index &+= 1
            guard isNext(UInt8(ascii: "\"")) else {
                guard skipToken() else { return false }
                continue
            }
            index &+= 1
            while index < range.upperBound, !isNext(UInt8(ascii: "\"")) {
                if isNext(UInt8(ascii: "\\")) { index &+= 1 }
                guard index < range.upperBound, classes[Int(bytes[index])] & ByteClass.value != 0 else { return false }
                index &+= 1
            }
            guard isNext(UInt8(ascii: "\"")) else { return false }
            index &+= 1
        }
        return true
    }
}
