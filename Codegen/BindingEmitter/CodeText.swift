internal import HearthTraitDescriptors

/// Text that is built line by line, indented by blocks.
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

    /// `head { body }`, on three lines if one would be too long.
    mutating func brief(_ head: String, _ body: String) {
        let whole = "\(head) { \(body) }"
        if fits(whole) { return line(whole) }
        if fits(head + " {") { return block(head) { $0.statement(body) } }
        // A property with a type that is too long for its line.
        let parts = head.split(separator: ": ", maxSplits: 1)
        line(parts[0] + ":")
        indented { $0.line(String(parts.dropFirst().joined())) }
        line("{")
        indented { $0.statement(body) }
        line("}")
    }

    /// A variable. Its type gets a line of its own if one line would be too long.
    mutating func declaration(_ head: String, type: String) {
        if fits("\(head): \(type)") { return line("\(head): \(type)") }
        line(head + ":")
        indented { $0.line(type) }
    }

    /// A statement that may end in a closure or a call, on several lines if one would be too long.
    mutating func statement(_ content: String) {
        if fits(content) { return line(content) }
        guard content.hasSuffix(" }"), let brace = content.firstRange(of: " { ") else {
            let opening = content.indices.first { index in
                content[index] == "(" && fits(String(content[...index]))
                    && fits(String(repeating: unit, count: 1) + content[content.index(after: index)...])
            }
            guard content.hasSuffix(")"), let opening else { return line(content) }
            line(String(content[...opening]))
            return indented { $0.line(String(content[content.index(after: opening)...])) }
        }
        block(String(content[..<brace.lowerBound])) { $0.line(String(content[brace.upperBound...].dropLast(2))) }
    }

    /// `head(parameters)tail`, with one parameter a line if one line would be too long.
    mutating func signature(_ head: String, _ parameters: [String], _ tail: String) {
        let whole = "\(head)(\(parameters.joined(separator: ", ")))\(tail)"
        if whole.count + depth * unit.count <= Self.width { return line(whole) }
        if parameters.isEmpty, whole.hasSuffix(" {") {
            let parts = fits(String(whole.dropLast(2))) ? [] : whole.split(separator: " -> ", maxSplits: 1)
            line(String(parts.first ?? whole.dropLast(2)))
            if parts.count == 2 { indented { $0.line("-> " + parts[1].dropLast(2)) } }
            return line("{")
        }
        line(head + "(")
        indented { text in
            for (index, parameter) in parameters.enumerated() {
                text.line(parameter + (index == parameters.count - 1 ? "" : ","))
            }
        }
        line(")" + tail)
    }

    /// `head(items)tail`. If one line would be too long, the items fill lines of their own, as swift-format does.
    mutating func call(_ head: String, _ items: [String], _ tail: String = "", brackets: (String, String) = ("(", ")"))
    {
        let whole = head + brackets.0 + items.joined(separator: ", ") + brackets.1 + tail
        if fits(whole) { return line(whole) }
        line(head + brackets.0)
        let isArray = brackets.0 == "["
        let end = isArray ? "," : brackets.1 + tail
        indented { $0.filled(items, end: end) }
        if isArray { line(brackets.1 + tail) }
    }

    /// Items with commas between them, as many in each line as fit.
    mutating func filled(_ items: [String], end: String) {
        var current = ""
        for (index, item) in items.enumerated() {
            let next = item + (index == items.count - 1 ? end : ",")
            if !current.isEmpty, !fits(current + " " + next) {
                line(current)
                current = ""
            }
            current += (current.isEmpty ? "" : " ") + next
        }
        // If the last item exceeds the line, the closing bracket gets a line of its own.
        guard !fits(current), end.hasPrefix(")"), current.hasSuffix(end), !items.isEmpty else { return line(current) }
        line(String(current.dropLast(end.count)))
        depth -= 1
        line(end)
        depth += 1
    }

    /// Whether a line fits at the current indentation.
    func fits(_ content: String) -> Bool { content.count + depth * unit.count <= Self.width }

    /// `head = base.member.member`, broken before the last member that does not fit.
    mutating func chain(_ content: String) {
        if fits(content) { return line(content) }
        let dots = content.indices.filter { content[$0] == "." }
        guard let dot = dots.last(where: { fits(String(content[..<$0])) }) else { return line(content) }
        line(String(content[..<dot]))
        indented { $0.line(String(content[dot...])) }
    }

    /// A line of source that may be broken after commas; further lines are indented.
    mutating func folded(_ content: String) {
        var rest = content[...]
        var isFirst = true
        let indent = content.prefix { $0 == " " }
        while true {
            let room = Self.width - (depth + (isFirst ? 0 : 1)) * unit.count - (isFirst ? 0 : indent.count)
            let head = rest.count <= room ? rest.endIndex : Self.lastBreak(in: rest, within: room)
            let part = String(rest[..<head])
            if isFirst { line(part) } else { indented { $0.line(indent + part) } }
            rest = rest[head...].drop { $0 == " " }
            isFirst = false
            if rest.isEmpty { return }
        }
    }

    /// The best comma outside of strings to break after: among those within the width, the one in the fewest brackets,
    /// and of these the last. If none is within the width, the first comma.
    private static func lastBreak(in text: Substring, within width: Int) -> String.Index {
        var isQuoted = false
        var isEscaped = false
        var depth = 0
        var best: (index: String.Index, depth: Int)?
        for (column, index) in text.indices.enumerated() {
            let character = text[index]
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            guard !isQuoted else { continue }
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            let next = text.index(after: index)
            guard character == ",", next < text.endIndex, text[next] == " " else { continue }
            if column + 1 > width, let best { return best.index }
            if best.map({ depth <= $0.depth }) ?? true { best = (next, depth) }
        }
        return best?.index ?? text.endIndex
    }

    static let width = 120

    mutating func lines(_ contents: [String]) {
        for content in contents { line(content) }
    }

    /// The elements of an array literal, one on each line. A single one has no comma, as the formatter writes it.
    mutating func elements(_ contents: [String]) {
        let mark = contents.count == 1 ? "" : ","
        for content in contents { line(content + mark) }
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

    /// A comment, with `mark` before each line. Long lines are broken between words.
    ///
    /// - Parameter hanging: the indentation of the continuation of a broken line.
    mutating func comment(_ lines: [String], mark: String, hanging: String = "") {
        let width = Self.width - 2 - depth * unit.count - mark.count
        // A carriage return ends a comment in Swift, so the rest of the line would be code.
        let lines = lines.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
        for content in lines {
            for (index, part) in Self.wrapped(String(content), width: width - hanging.count).enumerated() {
                line(part.isEmpty ? mark : mark + " " + (index == 0 ? "" : hanging) + part)
            }
        }
    }

    /// The parameters section of a documentation comment.
    mutating func parameters(_ parameters: [(name: String, words: String)]) {
        if parameters.count == 1 {
            comment(["- Parameter \(parameters[0].name): \(parameters[0].words)"], mark: "///", hanging: "  ")
        } else if !parameters.isEmpty {
            line("/// - Parameters:")
            for parameter in parameters {
                comment(["  - \(parameter.name): \(parameter.words)"], mark: "///", hanging: "    ")
            }
        }
    }

    /// A description and facts, as two paragraphs; either may be missing.
    mutating func documentation(_ description: String?, _ facts: String? = nil, mark: String = "///") {
        comment([description, facts].compactMap { $0 }.joined(separator: "\n\n"), mark: mark)
    }

    private mutating func comment(_ text: String, mark: String) {
        guard !text.isEmpty else { return }
        comment([text], mark: mark)
    }

    private static func wrapped(_ content: String, width: Int) -> [String] {
        guard content.count > width else { return [content] }
        var result: [String] = []
        var current = ""
        let indent = content.prefix { $0 == " " }
        for (index, word) in content.split(separator: " ").enumerated() {
            if index == 0 { current += indent }
            if current.contains(where: { $0 != " " }), current.count + 1 + word.count > width {
                result.append(current)
                current = ""
            }
            current += (current.allSatisfy { $0 == " " } ? "" : " ") + word
        }
        return current.isEmpty ? result : result + [current]
    }
}

extension String {
    /// A string literal for Swift, TypeScript or a `.proto` file. C0 control characters other than newline, tab and
    /// carriage return become spaces.
    var quoted: String { inQuotes(self) { $0.value < 0x20 ? " " : nil } }
}
