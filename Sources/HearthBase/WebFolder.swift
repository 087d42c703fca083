/// Decides which files of a web page's folder are part of the page: the same when the folder is built into the program
/// and when it is served directly.
package enum WebFolder {
    /// The page's main file.
    package static let index = "index.html"
    /// The suffix of files that hold other data as base64.
    package static let ofBytes = ".base64"

    /// Whether a file is part of the page; others are never served. Type declarations are for pages elsewhere.
    /// - Parameter path: relative to the folder, with slashes.
    package static func contains(_ path: String) -> Bool {
        if path == index { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] == "sdk", parts[1].hasSuffix(".d.ts"), !parts[1].hasPrefix(".") { return true }
        guard let name = parts.last, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        guard extensions.contains(String(name[name.index(after: dot)...])), !ofTools.contains(String(name)),
            !name.hasSuffix(".test.js")
        else { return false }
        return parts.allSatisfy { !$0.hasPrefix(".") } && parts.dropLast().allSatisfy { !beside.contains(String($0)) }
    }

    /// Whether a path reads the same in a file system, in HTML and in a URL: letters, digits, `-`, `_` and `.`, in
    /// parts that are neither empty nor begin with a dot.
    package static func isPlain(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.first, first != UInt8(ascii: ".") else { return false }
            return part.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        }
    }

    /// All text files, so that the repository's files are the served ones; other data, such as `icon.png`, is stored as
    /// base64: `icon.png.base64`.
    private static let extensions: Set<String> = ["js", "css", "svg", "json", "txt", "webmanifest", "base64"]
    /// Folders for developers of the page.
    private static let beside: Set<String> = ["node_modules", "test", "tests", "tools"]
    private static let ofTools: Set<String> = ["package-lock.json", "package.json", "tsconfig.json"]
}
