/// Which files of a folder with a web page are part of it: the same when the folder is built into the program and when it
/// is served as it lies.
package enum WebFolder {
    /// The page that everything begins with.
    package static let index = "index.html"
    /// What is added to the name of a file that is no text.
    package static let ofBytes = ".base64"

    /// Whether a file is part of the page; nothing else of the folder leaves it. Types are for pages elsewhere.
    /// - Parameter path: below the folder, with slashes.
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

    /// Whether a path reads the same in a file system, in HTML and in a URL: letters, digits, `-`, `_` and `.`, in parts
    /// that are neither empty nor begin with a dot.
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

    /// All of them text, so that a page is read in the repository as it is served; what is none, such as `icon.png`, is text
    /// by base64 there: `icon.png.base64`.
    private static let extensions: Set<String> = ["js", "css", "svg", "json", "webmanifest", "base64"]
    /// What is for those who work on the page.
    private static let beside: Set<String> = ["node_modules", "test", "tests", "tools"]
    private static let ofTools: Set<String> = ["package-lock.json", "package.json", "tsconfig.json"]
}
