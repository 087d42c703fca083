// Numbers and texts.

extension Lexer {
    /// Takes digits, with single underscores between them.
    private mutating func digits(_ isDigit: (Unicode.Scalar) -> Bool) -> String {
        var digits = ""
        while let next = scalar() {
            if isDigit(next) {
                digits.unicodeScalars.append(next)
            } else if next != "_" || digits.isEmpty || !(scalar(1).map(isDigit) ?? false) {
                break
            }
            position += 1
        }
        return digits
    }

    mutating func number() throws(TemplateError) -> Token {
        let start = position
        let isDecimal = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) }
        var radix = 10
        if scalar() == "0" {
            switch scalar(1) {
            case "x", "X": radix = 16
            case "o", "O": radix = 8
            case "b", "B": radix = 2
            default: break
            }
        }
        if radix != 10 {
            position += 2
            let number = digits { $0.isASCII && Int(String(Character($0)), radix: radix) != nil }
            return try integer(number, radix, start)
        }
        let whole = digits(isDecimal)
        var (text, isFloat) = (whole, false)
        // After a dot there is an index, as in `value_json.0.1`.
        if start == 0 || self.text[start - 1] != "." {
            if scalar() == ".", scalar(1).map(isDecimal) ?? false {
                position += 1
                (text, isFloat) = (text + "." + digits(isDecimal), true)
            }
            if scalar() == "e" || scalar() == "E" {
                let sign = scalar(1) == "+" || scalar(1) == "-"
                if scalar(sign ? 2 : 1).map(isDecimal) ?? false {
                    text += sign && scalar(1) == "-" ? "e-" : "e"
                    position += sign ? 2 : 1
                    (text, isFloat) = (text + digits(isDecimal), true)
                }
            }
        }
        if isFloat { return .float(Double(text) ?? 0) }
        if whole.utf8.count > 1, whole.utf8.first == UInt8(ascii: "0"), whole.utf8.contains(where: { $0 != 48 }) {
            throw TemplateError(.syntax, "a number begins with 0", start)
        }
        return try integer(whole, 10, start)
    }

    private func integer(_ digits: String, _ radix: Int, _ start: Int) throws(TemplateError) -> Token {
        guard !digits.isEmpty else { throw TemplateError(.syntax, "a number has no digits", start) }
        guard let value = Int(digits, radix: radix) else {
            throw TemplateError(.value, "an integer has more than 64 bits", start)
        }
        return .integer(value)
    }

    mutating func string(_ quote: Unicode.Scalar) throws(TemplateError) -> String {
        let start = position
        position += 1
        var content = String.UnicodeScalarView()
        while let next = scalar(), next != quote {
            position += 1
            if next == "\\" { try escape(into: &content, start) } else { content.append(next) }
        }
        guard position < text.count else { throw TemplateError(.syntax, "a text has no closing quote", start) }
        position += 1
        return String(content)
    }

    /// Reads what follows a backslash, as Python's texts have it. An unknown escape stays as it is.
    private mutating func escape(
        into content: inout String.UnicodeScalarView, _ start: Int
    ) throws(TemplateError) {
        guard let kind = scalar() else { throw TemplateError(.syntax, "a text has no closing quote", start) }
        position += 1
        switch kind {
        case "\n": break
        case "\\", "'", "\"": content.append(kind)
        case "a": content.append("\u{7}")
        case "b": content.append("\u{8}")
        case "f": content.append("\u{C}")
        case "n": content.append("\n")
        case "r": content.append("\r")
        case "t": content.append("\t")
        case "v": content.append("\u{B}")
        case "x": content.append(try code(16, 2...2, start))
        case "u": content.append(try code(16, 4...4, start))
        case "U": content.append(try code(16, 8...8, start))
        case "0"..."7":
            position -= 1
            content.append(try code(8, 1...3, start))
        case "N": throw TemplateError(.notSupported, "the escape '\\N' is not supported; write the character", start)
        default:
            content.append("\\")
            content.append(kind)
        }
    }

    private mutating func code(
        _ radix: UInt32, _ count: ClosedRange<Int>, _ start: Int
    ) throws(TemplateError) -> Unicode.Scalar {
        var (value, read): (UInt32, Int) = (0, 0)
        while read < count.upperBound, let next = scalar(), next.isASCII,
            let digit = UInt32(String(Character(next)), radix: Int(radix))
        {
            value = value &* radix &+ digit  // in range: eight digits at most
            read += 1
            position += 1
        }
        guard count.contains(read), let scalar = Unicode.Scalar(value) else {
            throw TemplateError(.syntax, "an escape in a text names no character", start)
        }
        return scalar
    }
}
