/// A script of a page that can't be joined to others.
package struct ScriptError: Error, Hashable, CustomStringConvertible {
    /// The file's path below the folder.
    package let path: String
    /// From 1 on.
    package let line: Int
    /// What is wrong, and what to write in its place.
    package let what: String

    package var description: String { "\(path):\(line): \(what)" }
}
