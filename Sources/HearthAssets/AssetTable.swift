internal import HearthBase

/// The files of a page, each under one path: `index.html` at `/`, all others under `/app/…`.
///
/// Requested paths are looked up literally, so that no path leads outside. A hash of all files precedes their names, as
/// in `/app/0123456789abcdef/lib/wire.js`: modules import each other by relative paths, always in the same version, and
/// a browser may cache them for ever. Only the index is revalidated each time, and refers to the files of its version.
///
/// A service worker, `worker.js`, is served as `/worker.js`, as browsers require, and gets the names of all files.
///
/// Files for pages elsewhere are in the folder's `sdk` and keep their path, as in `/sdk/v1/hearth.js`: the script of
/// that name, and types. They are revalidated each time, too.
public struct AssetTable: Sendable {
    private let assets: [String: Asset]
    /// The prefix of all files but the index: `/app/0123456789abcdef/`.
    public let prefix: String
    /// Files served beside the page, which may change at any time.
    public let downloads = AssetDownloads()
    /// Pictures below `/media/`.
    public let pictures = AssetPictures()
    /// Guides below `/docs/`.
    public let guides = AssetGuides()

    /// Creates the table of a folder's files; others than ``contains(_:)`` accepts are left out.
    ///
    /// - Parameters:
    ///   - files: each with its path relative to the folder.
    ///   - compress: compresses a file with gzip; nil if that fails. Called for a file's first request, on its thread.
    /// - Throws: ``AssetError`` for a page that cannot work.
    public init(
        _ files: [(path: String, bytes: [UInt8])], compress: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) throws(AssetError) {
        var named: [String: [UInt8]] = [:]
        for file in files where Self.contains(file.path) {
            guard WebFolder.isPlain(file.path) else { throw .path(file.path) }
            var (path, bytes) = (file.path, file.bytes)
            if path.hasSuffix(WebFolder.ofBytes) {
                // Line breaks may be anywhere in base64.
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
            "/": Asset(path: WebFolder.index, bytes: index, isImmutable: false, compress: compress)
        ]
        for (path, bytes) in named {
            assets[prefix + path] = Asset(path: path, bytes: bytes, isImmutable: true, compress: compress)
        }
        if let worker {
            // A worker only controls paths beside or below its own, so it has a fixed path. It changes with any file.
            let files = named.keys.ordered().map { "\"\(prefix)\($0)\"" }.joined(separator: ",")
            let bytes = Array("self.page={prefix:\"\(prefix)\",files:[\(files)]};\n".utf8) + worker
            assets["/" + Self.worker] = Asset(
                path: Self.worker, bytes: bytes, isImmutable: false, compress: compress)
        }
        for (path, bytes) in shared where path == Self.sdk || path.hasSuffix(Self.ofTypes) {
            // Type declarations are large, and only developers fetch them.
            let isCompressed = !path.hasSuffix(Self.ofTypes)
            assets[Self.shared + path.dropFirst("sdk/".count)] = Asset(
                path: path, bytes: bytes, isImmutable: false, compress: { isCompressed ? compress($0) : nil })
        }
        self.assets = assets
    }

    /// The service worker, which caches the page's files in a browser: `self.page` names them. Served as `/worker.js`.
    package static let worker = "worker.js"
    /// The script that pages elsewhere import: one file, however the page is served.
    package static let sdk = "sdk/hearth.js"
    private static let shared = "/sdk/v1/"
    private static let ofTypes = ".d.ts"

    /// Whether a file of a folder is part of the page: the index, and scripts, styles, images and data as text; not
    /// files for its developers, such as tests.
    public static func contains(_ path: String) -> Bool { WebFolder.contains(path) }

    /// Whether the table answers requests for a path, if only with 404.
    public static func owns(_ path: String) -> Bool {
        path == "/" || path.hasPrefix("/app/") || isShared(path) || path == "/" + worker
            || AssetDownloads.contains(path) || AssetPictures.contains(path) || AssetGuides.contains(path)
    }

    /// Whether a path is also for pages elsewhere, if their origins are allowed.
    package static func isShared(_ path: String) -> Bool { path.hasPrefix("/sdk/") }

    /// The answer to a request.
    public func answer(to request: AssetRequest) -> AssetAnswer {
        if AssetPictures.contains(request.path) { return pictures.answer(to: request) }
        // Swift strings may be equal without having the same bytes, unless they are ASCII.
        guard request.path.utf8.allSatisfy({ $0 < 0x80 }),
            let asset = assets[request.path] ?? downloads[request.path] ?? guides[request.path]
        else {
            if request.path == AssetGuides.root {
                let index = AssetGuides.root + "/"
                return .message(308, "the guides are at \(index)", [("location", index)], method: request.method)
            }
            let reason = AssetGuides.contains(request.path) ? guides.absence : "there is no such file"
            return .message(404, reason, method: request.method)
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .message(405, "files accept only GET and HEAD", [("allow", "GET, HEAD")], method: request.method)
        }
        let form = asset.form
        if let condition = request.ifNoneMatch, EntityTag.isNamed(form.tag, in: condition) {
            return AssetAnswer(status: 304, fields: form.fields)
        }
        let isZipped = form.gzip != nil && AcceptEncoding.prefersGzip(request.acceptEncoding)
        return AssetAnswer(
            status: 200, fields: form.fields + asset.ofBody + (isZipped ? [("content-encoding", "gzip")] : []),
            body: isZipped ? form.gzip ?? asset.bytes : asset.bytes, method: request.method)
    }

    /// A hash of all files with their names, which changes with any of them.
    private static func hash(of files: [String: [UInt8]]) -> String {
        var all: [UInt8] = []
        for (path, bytes) in files.ordered(by: \.key) { all += Array("\(path):\(bytes.count)\n".utf8) + bytes }
        return hex(stableHash(all), digits: 16)
    }
}
