/// A place in a `.proto` text. Lines and columns count from 1; a column counts bytes.
public struct ProtoLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file's path below the import root.
    public var file: String
    public var line: Int
    public var column: Int

    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, the form editors follow.
    public var description: String { "\(file):\(line):\(column)" }
}

/// One thing wrong with a `.proto` text. All of a run are collected, and nothing is generated when there is one.
public struct ProtoDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    public var location: ProtoLocation
    /// What is wrong; names the thing.
    public var message: String
    /// The way out, where one is known.
    public var hint: String?

    public init(_ location: ProtoLocation, _ message: String, hint: String? = nil) {
        self.location = location
        self.message = message
        self.hint = hint
    }

    public var description: String {
        let head = "\(location): error: \(message)"
        guard let hint else { return head }
        return head + "\n    hint: " + hint
    }
}
