extension CodeText {
    /// A documentation comment, on one line if it fits: a description, then facts as a paragraph of their own, then the
    /// items of a list. All are optional.
    mutating func jsDoc(_ description: String?, _ facts: String? = nil, items: [String] = []) {
        let paragraphs = [description, facts].compactMap { $0 }.joined(separator: "\n\n")
        // An end of comment in a description would turn the rest into code.
        let text = paragraphs.replacing("*/", with: "*\\/")
        let list = items.map { "- " + $0.replacing("*/", with: "*\\/") }
        guard !(text.isEmpty && list.isEmpty) else { return }
        let brief = "/** \(text) */"
        if list.isEmpty, !text.contains(where: \.isNewline), fits(brief) { return line(brief) }
        line("/**")
        if !text.isEmpty { comment([text], mark: " *") }
        if !(text.isEmpty || list.isEmpty) { line(" *") }
        if !list.isEmpty { comment(list, mark: " *", hanging: "  ") }
        line(" */")
    }
}
