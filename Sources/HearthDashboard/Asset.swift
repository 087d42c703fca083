internal import HearthBase

/// A file with all that is ever said of it.
struct Asset: Sendable {
    let bytes: [UInt8]
    /// nil where it would not be smaller.
    let gzip: [UInt8]?
    let tag: String
    /// Of an answer with the file, and of one that says that it is as it was.
    let fields: [(name: String, value: String)]
    /// Of an answer with the file only.
    let ofBody: [(name: String, value: String)]

    /// - Parameter type: the media type; nil for that of the path's extension.
    init(path: String, type: String? = nil, bytes: [UInt8], gzip: [UInt8]?, isImmutable: Bool) {
        self.bytes = bytes
        self.gzip = gzip.flatMap { $0.count < bytes.count ? $0 : nil }
        // Weak, as the file and its gzip share it.
        tag = "W/\"\(hex(stableHash(bytes), digits: 16))\""
        let life = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        fields =
            [("cache-control", life), ("etag", tag)] + (self.gzip == nil ? [] : [("vary", "accept-encoding")])
            + SecurityFields.all
        ofBody = [("content-type", type ?? Self.contentType(of: path))]
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
        case "ts": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
