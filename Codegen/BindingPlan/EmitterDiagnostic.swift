/// Why nothing is generated: one thing that stands in the way.
public struct EmitterDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// `file:line:column` in the schema.
    public var location: String
    /// What is wrong, as a sentence without its full stop.
    public var message: String
    /// What would help; nil where that is plain.
    public var hint: String?

    /// Creates a diagnostic.
    public init(location: String, _ message: String, hint: String? = nil) {
        self.location = location
        self.message = message
        self.hint = hint
    }

    /// As compilers write it: the place, the error, and the hint in a line of its own.
    public var description: String {
        let head = "\(location): error: \(message)"
        guard let hint else { return head }
        return head + "\n    hint: " + hint
    }
}
