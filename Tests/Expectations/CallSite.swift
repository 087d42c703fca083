import FoundationEssentials
package import Testing

/// The position of an expectation in a test's source.
package struct CallSite {
    let location: SourceLocation

    package init(_ location: SourceLocation?, _ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
        self.location =
            location ?? SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Records an issue: the expectation as written, what is wrong, and the test's own comment.
    package func record(_ failure: String, _ comment: Comment?) {
        let parts = [statement.map { "\($0)\n" }, failure, comment.map { "\n\($0.rawValue)" }]
        Issue.record(Comment(rawValue: parts.compactMap(\.self).joined()), sourceLocation: location)
    }

    /// The lines of the statement in the source, or nil where the file is missing. A statement ends with the line that
    /// closes its parentheses; longer ones are cut after eight lines.
    private var statement: String? {
        guard let source = try? String(contentsOfFile: location.filePath, encoding: .utf8) else { return nil }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(location.line - 1)
        var statement: [Substring] = []
        var open = 0
        for line in lines.prefix(8) {
            statement.append(line)
            open += line.count { $0 == "(" } - line.count { $0 == ")" }
            if open <= 0 { break }
        }
        guard let first = statement.first else { return nil }
        let indentation = first.prefix { $0 == " " }.count
        return statement.map { $0.dropFirst(min(indentation, $0.prefix { $0 == " " }.count)) }.joined(separator: "\n")
    }
}
