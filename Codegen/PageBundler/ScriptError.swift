/// An error in a page's script that prevents joining.
package struct ScriptError: Error, Hashable, CustomStringConvertible {
    /// The file's path relative to the folder.
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// The problem, and how to write it instead.
    package let what: String

    package var description: String { "\(path):\(line): \(what)" }
}
