internal import HearthBase

/// The files of a page, each under the one path that it has: `index.html` under `/`, all others under `/app/…`.
///
/// What is asked for is looked up as it stands, so that no path leads anywhere else. One hash of all files stands before
/// their names, as in `/app/0123456789abcdef/lib/wire.js`: modules find one another by relative paths, always in the same
/// version, and a browser may keep them for ever. Only the index is asked for each time, and names the files of its
/// version.
///
/// A service worker, `worker.js`, is `/worker.js`, as browsers want it, and is given the names of all files.
///
/// What pages elsewhere may use is of the folder's `sdk` and stays under one path, as in `/sdk/v1/hearth.js`: the script of
/// that name, and types. It is asked for each time too.
public struct AssetTable: Sendable {
    private let assets: [String: Asset]
    /// Before the names of all files but the index: `/app/0123456789abcdef/`.
    public let prefix: String
    /// What is served beside the page. It may change at any time.
    public let downloads = AssetDownloads()

    /// Makes the table of a folder's files; those that ``contains(_:)`` does not have are left out.
    ///
    /// - Parameters:
    ///   - files: each with its path below the folder.
    ///   - compress: makes gzip of a file; nil where that can't be done.
    /// - Throws: ``AssetError`` for a page that could not work.
    public init(_ files: [(path: String, bytes: [UInt8])], compress: ([UInt8]) -> [UInt8]?) throws(AssetError) {
        var named: [String: [UInt8]] = [:]
        for file in files where Self.contains(file.path) {
            guard WebFolder.isPlain(file.path) else { throw .path(file.path) }
            var (path, bytes) = (file.path, file.bytes)
            if path.hasSuffix(WebFolder.ofBytes) {
                // Its lines may end anywhere.
                let digits = bytes.filter { $0 != UInt8(ascii: "\n") }
                guard digits.count.isMultiple(of: 4), let decoded = Base64.decode(digits[...]) else {
                    throw .base64(path)
                }
                (path, bytes) = (String(path.dropLast(WebFolder.ofBytes.count)), decoded)
            }
            guard named.updateValue(bytes, forKey: path) == nil else { throw .twice(path) }
        }
        guard let page = named.removeValue(forKey: WebFolder.index) else { throw .noIndex }
        let shared = named.filter { $0.key.hasPrefix("sdk/") }
        for path in shared.keys { named[path] = nil }
        let prefix = "/app/\(Self.hash(of: named))/"
        self.prefix = prefix
        let worker = named.removeValue(forKey: Self.worker)
        let index = try IndexPage(page).bytes(naming: Set(named.keys), below: prefix)
        var assets: [String: Asset] = [
            "/": Asset(path: WebFolder.index, bytes: index, gzip: compress(index), isImmutable: false)
        ]
        for (path, bytes) in named {
            assets[prefix + path] = Asset(path: path, bytes: bytes, gzip: compress(bytes), isImmutable: true)
        }
        if let worker {
            // It can only care for what lies beside it or below, and so has a path of its own. With any file it changes too.
            let files = named.keys.ordered().map { "\"\(prefix)\($0)\"" }.joined(separator: ",")
            let bytes = Array("self.page={prefix:\"\(prefix)\",files:[\(files)]};\n".utf8) + worker
            assets["/" + Self.worker] = Asset(
                path: Self.worker, bytes: bytes, gzip: compress(bytes), isImmutable: false)
        }
        for (path, bytes) in shared where path == PageScripts.sdk || path.hasSuffix(Self.ofTypes) {
            // Types are large, and fetched once by who writes a page.
            let gzip = path.hasSuffix(Self.ofTypes) ? nil : compress(bytes)
            assets[Self.shared + path.dropFirst("sdk/".count)] = Asset(
                path: path, bytes: bytes, gzip: gzip, isImmutable: false)
        }
        self.assets = assets
    }

    /// The service worker, which keeps the page's files in a browser: `self.page` names them. Served as `/worker.js`.
    package static let worker = "worker.js"
    private static let shared = "/sdk/v1/"
    private static let ofTypes = ".d.ts"

    /// Whether a file of a folder is part of the page: the index, and scripts, styles, images and data that are text; not
    /// what is for those who work on the page, such as tests.
    public static func contains(_ path: String) -> Bool { WebFolder.contains(path) }

    /// Whether a path of a request is for a table to answer, be it with 404.
    public static func owns(_ path: String) -> Bool {
        path == "/" || path.hasPrefix("/app/") || isShared(path) || path == "/" + worker
            || AssetDownloads.contains(path)
    }

    /// Whether what is there is for pages elsewhere as well, as far as they are allowed to ask.
    package static func isShared(_ path: String) -> Bool { path.hasPrefix("/sdk/") }

    /// What a request gets.
    public func answer(to request: AssetRequest) -> AssetAnswer {
        // Texts of other letters may be equal to these without being the same bytes.
        guard request.path.utf8.allSatisfy({ $0 < 0x80 }),
            let asset = assets[request.path] ?? downloads[request.path]
        else {
            return .message(404, "there is no such file", method: request.method)
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .message(405, "files answer GET and HEAD", [("allow", "GET, HEAD")], method: request.method)
        }
        if let condition = request.ifNoneMatch, EntityTag.isNamed(asset.tag, in: condition) {
            return AssetAnswer(status: 304, fields: asset.fields)
        }
        let isZipped = asset.gzip != nil && AcceptEncoding.prefersGzip(request.acceptEncoding)
        return AssetAnswer(
            status: 200, fields: asset.fields + asset.ofBody + (isZipped ? [("content-encoding", "gzip")] : []),
            body: isZipped ? asset.gzip ?? asset.bytes : asset.bytes, method: request.method)
    }

    /// Of all files with their names, so that it changes with any of them.
    private static func hash(of files: [String: [UInt8]]) -> String {
        var all: [UInt8] = []
        for (path, bytes) in files.ordered(by: \.key) { all += Array("\(path):\(bytes.count)\n".utf8) + bytes }
        return hex(stableHash(all), digits: 16)
    }
}
