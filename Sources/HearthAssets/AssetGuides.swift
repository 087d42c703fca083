internal import HearthBase
internal import Synchronization

/// The guides beside a page, a static site below `/docs/`. A file is read when it is first asked for.
public final class AssetGuides: Sendable {
    private struct Site {
        let paths: Set<String>
        let read: @Sendable (String) -> [UInt8]?
        let compress: @Sendable ([UInt8]) -> [UInt8]?
        var assets: [String: Asset] = [:]
    }

    /// The site's address without the slash at its end, which leads to its index.
    static let root = "/docs"
    /// Whether there is a site, in JSON: a page that asked for the site itself would fill browsers' logs with errors.
    static let state = "/guides.json"
    private static let folder = root + "/"

    private let site = Mutex<Site?>(nil)

    init() {}

    /// Serves a site from now on.
    ///
    /// - Parameters:
    ///   - paths: its files, relative to its folder. Those whose names need escapes in URLs are left out.
    ///   - compress: compresses a file with gzip; nil if that fails.
    ///   - read: returns a file's bytes; nil if it can't be read any more. Called until it returns
    ///     the bytes.
    public func serve(
        _ paths: [String], compress: @escaping @Sendable ([UInt8]) -> [UInt8]?,
        read: @escaping @Sendable (String) -> [UInt8]?
    ) {
        site.withLock { $0 = Site(paths: Set(paths.filter(WebFolder.isPlain)), read: read, compress: compress) }
    }

    static func contains(_ path: String) -> Bool { path == root || path == state || path.hasPrefix(folder) }

    /// The reason why a path has no file.
    var absence: String {
        site.withLock { $0 == nil }
            ? "this hub serves no guides; start it with --guides FOLDER, which scripts/guides writes"
            : "there is no such guide; all are listed at \(Self.folder)"
    }

    /// The file at a requested path: a folder's is its index.
    subscript(_ path: String) -> Asset? {
        if path == Self.state {
            let isServed = site.withLock { $0 != nil }
            return Asset(
                path: path, bytes: Array("{\"isServed\":\(isServed)}\n".utf8), isImmutable: false)
        }
        guard path.hasPrefix(Self.folder) else { return nil }
        let file = String(path.dropFirst(Self.folder.count)) + (path.hasSuffix("/") ? WebFolder.index : "")
        return site.withLock { site in
            guard let found = site, found.paths.contains(file) else { return nil }
            if let asset = found.assets[file] { return asset }
            guard let bytes = found.read(file) else { return nil }
            let asset = Asset(path: file, bytes: bytes, isImmutable: false, compress: found.compress)
            site?.assets[file] = asset
            return asset
        }
    }
}
