internal import HearthBase
internal import Synchronization

/// A file and what is sent with it. Its first request compresses it, because a page has half a megabyte, and few starts
/// of a hub are followed by a browser's visit.
final class Asset: Sendable {
    /// What all answers with a file share.
    struct Form: Sendable {
        /// nil if gzip would not be smaller.
        let gzip: [UInt8]?
        let tag: String
        /// Fields for answers with the file, and for 304.
        let fields: [(name: String, value: String)]
    }

    let bytes: [UInt8]
    /// Fields for answers with the file only.
    let ofBody: [(name: String, value: String)]
    private let isImmutable: Bool
    private let compress: @Sendable ([UInt8]) -> [UInt8]?
    private let computed = Mutex<Form?>(nil)

    /// - Parameters:
    ///   - type: the media type; nil to derive it from the path's extension.
    ///   - compress: compresses the file with gzip; nil if that fails. Called at most once.
    init(
        path: String, type: String? = nil, bytes: [UInt8], isImmutable: Bool,
        compress: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil }
    ) {
        self.bytes = bytes
        self.isImmutable = isImmutable
        self.compress = compress
        ofBody = [("content-type", type ?? Self.contentType(of: path))]
    }

    /// The same for all requests.
    var form: Form {
        computed.withLock { computed in
            if let computed { return computed }
            let gzip = compress(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
            // A weak tag, because the file and its gzip share it.
            let tag = "W/\"\(hex(stableHash(bytes), digits: 16))\""
            let life = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
            let form = Form(
                gzip: gzip, tag: tag,
                fields: [("cache-control", life), ("etag", tag)]
                    + (gzip == nil ? [] : [("vary", "accept-encoding")]) + SecurityFields.all)
            computed = form
            return form
        }
    }

    private static func contentType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        case "ts", "txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
