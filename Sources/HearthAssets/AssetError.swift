/// The reason why files are not a valid page.
public enum AssetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no `index.html`.
    case noIndex
    /// A path that a URL would have to encode.
    case path(String)
    /// Two files have one path.
    case twice(String)
    /// A file named `….base64` is not base64 (RFC 4648, section 4).
    case base64(String)
    /// The index refers to a missing file.
    case missing(String)

    /// The error in one sentence.
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
