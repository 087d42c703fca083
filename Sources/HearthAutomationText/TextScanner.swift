internal import HearthAutomation
internal import HearthTraitDescriptors

/// Reads a line from left to right.
struct TextScanner {
    private let bytes: [UInt8]
    private let line: TextLine
    private(set) var at: Int

    init(_ bytes: [UInt8], _ line: TextLine) {
        self.bytes = bytes
        self.line = line
        at = line.start
    }

    /// An error at a place of the line; at the present position by default.
    func failure(_ message: String, at place: Int? = nil) -> AutomationTextError {
        AutomationTextError(line: line.number, column: column(of: place ?? at), message: message)
    }

    /// The present position: the character in the line, counted from 1.
    var column: Int { column(of: at) }

    private func column(of place: Int) -> Int {
        let end = min(max(place, line.beginning), line.end)
        return String(decoding: bytes[line.beginning..<end], as: UTF8.self).count + 1
    }

    // MARK: Words and signs

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    mutating func skipBlanks() { while at < line.end, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 } }

    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return at >= line.end
        }
    }

    /// The byte at an offset from the present position, without skipping blanks.
    func peek(_ ahead: Int = 0) -> UInt8? { at + ahead < line.end ? bytes[at + ahead] : nil }

    /// Takes a sign if it is next.
    mutating func take(_ sign: String) -> Bool {
        skipBlanks()
        let end = at + sign.utf8.count
        guard end <= line.end, bytes[at..<end].elementsEqual(sign.utf8) else { return false }
        at = end
        return true
    }

    /// Takes words if they are next, in upper or lower case.
    mutating func takeWords(_ words: String...) -> Bool {
        let before = at
        for word in words {
            guard let next = takeName(), next.lowercased() == word else {
                at = before
                return false
            }
        }
        return true
    }

    /// Takes a word of letters, digits and underscores.
    mutating func takeName() -> String? {
        skipBlanks()
        let start = at
        while at < line.end, Self.isWord(bytes[at]) { at += 1 }
        return at > start ? String(decoding: bytes[start..<at], as: UTF8.self) : nil
    }

    /// The next word, without taking it.
    func nextName() -> String? {
        var ahead = self
        return ahead.takeName()
    }

    /// Whether a quoted text is next.
    var isQuoteNext: Bool {
        var ahead = self
        ahead.skipBlanks()
        return ahead.peek() == 0x22
    }

    var lineNumber: Int { line.number }

    mutating func expect(_ sign: String, _ message: @autoclosure () -> String) throws(AutomationTextError) {
        guard take(sign) else { throw failure(message()) }
    }

    mutating func expectEnd() throws(AutomationTextError) {
        guard isAtEnd else { throw failure("\(quoted(takenRest)) does not belong here; remove it") }
    }

    private var takenRest: String { String(decoding: bytes[at..<line.end].prefix(40), as: UTF8.self) }

    // MARK: Numbers

    /// Takes digits, whatever follows them.
    mutating func takeDigits() -> String? {
        skipBlanks()
        let start = at
        while at < line.end, Self.isDigit(bytes[at]) { at += 1 }
        return at > start ? String(decoding: bytes[start..<at], as: UTF8.self) : nil
    }

    mutating func takeNatural() -> UInt64? {
        let before = at
        guard let word = takeName() else { return nil }
        if let number = UInt64(word) { return number }
        at = before
        return nil
    }

    /// Takes a number such as "5", "0.5" or "1e-7", and the letters directly after it as `mark`.
    mutating func takeNumber() -> (digits: String, isFraction: Bool, mark: String)? {
        skipBlanks()
        guard let first = peek(), Self.isDigit(first) else { return nil }
        let start = at
        var isFraction = false
        func digits(_ scanner: inout TextScanner) {
            while let next = scanner.peek(), Self.isDigit(next) { scanner.at += 1 }
        }
        digits(&self)
        if peek() == 0x2E, let next = peek(1), Self.isDigit(next) {
            isFraction = true
            at += 1
            digits(&self)
        }
        if peek() == 0x65 || peek() == 0x45 {
            let sign = peek(1) == 0x2B || peek(1) == 0x2D ? 1 : 0
            if let next = peek(1 + sign), Self.isDigit(next) {
                isFraction = true
                at += 1 + sign
                digits(&self)
            }
        }
        let number = String(decoding: bytes[start..<at], as: UTF8.self)
        let mark = at
        while let next = peek(), Self.isWord(next) { at += 1 }
        return (number, isFraction, String(decoding: bytes[mark..<at], as: UTF8.self))
    }

    // MARK: Texts

    /// Takes a quoted text.
    mutating func takeString() throws(AutomationTextError) -> String? {
        skipBlanks()
        guard peek() == 0x22 else { return nil }
        let start = at
        at += 1
        var result: [UInt8] = []
        while let byte = peek() {
            at += 1
            switch byte {
            case 0x22: return String(decoding: result, as: UTF8.self)
            case 0x5C:
                guard let scalar = takeEscape() else {
                    throw failure(#"a backslash must be followed by one of " \ n r t, or by u{…} with hex digits"#)
                }
                result += Array(String(Character(scalar)).utf8)
            default: result.append(byte)
            }
        }
        throw failure("the text that begins here has no end; put a quotation mark after it", at: start)
    }

    private mutating func takeEscape() -> Unicode.Scalar? {
        guard let byte = peek() else { return nil }
        at += 1
        switch byte {
        case 0x22: return "\""
        case 0x5C: return "\\"
        case 0x6E: return "\n"
        case 0x72: return "\r"
        case 0x74: return "\t"
        case 0x75 where peek() == 0x7B:
            at += 1
            guard let digits = takeName(), digits.utf8.count <= 6, peek() == 0x7D else { return nil }
            at += 1
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
        default: return nil
        }
    }

    /// The text in quotes, with control characters escaped.
    static func quote(_ text: String) -> String {
        inQuotes(text) { $0.controlsText ? "\\u{\(String($0.value, radix: 16))}" : nil }
    }

    /// Whether an id can be written without quotes.
    static func isPlainID(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.allSatisfy { isWord($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x3A }
    }

    /// Takes an id, with or without quotes.
    mutating func takeID() throws(AutomationTextError) -> String? {
        if let text = try takeString() { return text }
        skipBlanks()
        let start = at
        while let byte = peek(), Self.isPlainID(String(UnicodeScalar(byte))) { at += 1 }
        return at > start ? String(decoding: bytes[start..<at], as: UTF8.self) : nil
    }

    // MARK: Bytes

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.isEmpty ? "nothing" : bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func bytes(hex text: String) -> [UInt8]? {
        if text.isEmpty || text == "nothing" { return [] }
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digit(digits[place]), let low = digit(digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }
}
