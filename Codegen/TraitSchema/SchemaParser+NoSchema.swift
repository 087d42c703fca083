internal import HearthBase

extension SchemaParser {
    /// A single error, instead of hundreds, for a text that is not a schema, such as a file named by mistake. nil for a
    /// schema, even a broken one: it has a line that begins like an item.
    static func noSchema(_ source: SourceText, _ tokens: [Token]) -> Diagnostic? {
        guard let first = tokens.first, first.kind != .end, !first.isMark("}") else { return nil }
        let words = fileWords + clusterOnlyWords
        // A typo in the first word counts as that word.
        if first.isName,
            words.contains(first.text.lowercased()) || Suggestion.nearest(to: first.text, among: words) != nil
        {
            return nil
        }
        let isSchema = zip(tokens, tokens.dropFirst()).contains { token, next in
            guard token.startsLine, token.isName, fileWords.contains(token.text.lowercased()) else { return false }
            if case .number = next.kind { return true }
            return next.isName
        }
        guard !isSchema else { return nil }
        return Diagnostic(
            .error, first.location, "this is no schema: no line begins with cluster, endpoint, struct, enum or bitmap",
            hint: "a .matter file holds items like 'cluster Spinner = 0xFFF1FC00 { … }'")
    }
}
