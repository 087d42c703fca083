/// Paths of modules relative to the page's folder.
enum ScriptPath {
    /// Resolves a relative path in a file; nil if it is outside the folder.
    static func resolve(_ text: String, from path: String) -> String? {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            switch part {
            case ".": break
            case "..": if parts.popLast() == nil { return nil }
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    /// The relative path of a file from another one.
    static func relative(_ target: String, from path: String) -> String {
        var folders = path.split(separator: "/").dropLast()[...]
        var parts = target.split(separator: "/")[...]
        while let first = folders.first, first == parts.first, parts.count > 1 {
            folders = folders.dropFirst()
            parts = parts.dropFirst()
        }
        let up = folders.isEmpty ? "./" : String(repeating: "../", count: folders.count)
        return up + parts.joined(separator: "/")
    }
}
