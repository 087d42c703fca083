/// Why files are no page.
public enum AssetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no `index.html`.
    case noIndex
    /// A path that would read differently in a URL.
    case path(String)
    /// Two files have one path.
    case twice(String)
    /// A file whose name ends in `.base64` is not that (RFC 4648 section 4).
    case base64(String)
    /// The index names a file that is not there.
    case missing(String)

    /// One sentence about it.
    public var description: String {
        switch self {
        case .noIndex: "there is no index.html"
        case .path(let path):
            "the path \(path.debugDescription) has other characters than letters, digits, '-', '_' and '.'"
        case .twice(let path): "\(path) is there twice"
        case .base64(let path): "\(path) is not base64"
        case .missing(let path): "index.html names \(path.debugDescription), which is not there"
        }
    }
}
