/// A location in a file that people write, counted as in editors and compilers: lines and columns from 1. Columns in
/// Matter schemas count Unicode scalars, so that a tab or an accented letter is one; those in `.proto` files count
/// bytes.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as given, for messages only; never opened.
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1.
    public var column: Int

    /// Creates a location.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, which editors turn into a link.
    public var description: String { "\(file):\(line):\(column)" }
}
