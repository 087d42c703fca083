/// A place in a file that people write, as editors and compilers count: lines and columns from 1. Columns of Matter schemas
/// count characters (Unicode scalars), so that a tab or an accented letter is one; those of `.proto` files count bytes.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as it was given, used in messages only; never opened from here.
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1.
    public var column: Int

    /// Creates a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, the form editors turn into a link.
    public var description: String { "\(file):\(line):\(column)" }
}
