/// A place in a schema file, as editors and compilers count: lines and columns from 1, columns in characters of UTF-8
/// text (Unicode scalars), so that a tab or an accented letter is one column.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as it was given, used in messages only; never opened from here.
    public var file: String
    public var line: Int
    public var column: Int

    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, the form editors turn into a link.
    public var description: String { "\(file):\(line):\(column)" }
}
