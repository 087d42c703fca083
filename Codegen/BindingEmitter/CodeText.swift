/// Text that grows line by line, indented by blocks.
struct CodeText {
    private(set) var text = ""
    private var depth = 0
    private let unit: String

    init(indent: Int = 4) {
        unit = String(repeating: " ", count: indent)
    }

    mutating func line(_ content: String = "") {
        if !content.isEmpty {
            for _ in 0..<depth { text += unit }
            text += content
        }
        text += "\n"
    }

    mutating func lines(_ contents: [String]) {
        for content in contents { line(content) }
    }

    mutating func indented(_ body: (inout CodeText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// `head {`, the body, `}`.
    mutating func block(_ head: String, _ body: (inout CodeText) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// A comment, each line behind `mark`. Long lines are broken between words.
    mutating func comment(_ lines: [String], mark: String) {
        let width = 116 - depth * unit.count - mark.count
        for content in lines {
            for part in Self.wrapped(content, width: width) { line(part.isEmpty ? mark : mark + " " + part) }
        }
    }

    private static func wrapped(_ content: String, width: Int) -> [String] {
        guard content.count > width else { return [content] }
        var result: [String] = []
        var current = ""
        for word in content.split(separator: " ") {
            if !current.isEmpty, current.count + 1 + word.count > width {
                result.append(current)
                current = ""
            }
            current += (current.isEmpty ? "" : " ") + word
        }
        return current.isEmpty ? result : result + [current]
    }
}

extension String {
    /// As a literal in Swift or in a `.proto` file; control characters by number.
    var quoted: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
            }
        }
        return result + "\""
    }
}
