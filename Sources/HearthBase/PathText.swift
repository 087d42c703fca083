/// Parts of a path, by its text alone.
package enum PathText {
    /// The name of the file or the folder: "home.db" of "/var/home.db" and of "home.db/"; "/" of the root.
    package static func name(of path: String) -> String {
        let path = withoutSlashes(path)
        guard path.count > 1, let slash = path.lastIndex(of: "/") else { return String(path) }
        return String(path[path.index(after: slash)...])
    }

    /// The folder that has it: "/var" of "/var/home.db"; "." of "home.db"; "/" of the root.
    package static func folder(of path: String) -> String {
        let path = withoutSlashes(path)
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return String(withoutSlashes(path[...slash]))
    }

    /// The name without what follows its last full stop: "home" of "/var/home.db".
    package static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// The path without slashes at its end, except the root's.
    private static func withoutSlashes(_ path: some StringProtocol) -> Substring {
        var path = Substring(path)
        while path.count > 1, path.last == "/" { path.removeLast() }
        return path
    }
}
