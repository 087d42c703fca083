internal import HearthBase

/// A file with its precomputed header fields.
struct Asset: Sendable {
    let bytes: [UInt8]
    /// nil if gzip would not be smaller.
    let gzip: [UInt8]?
    let tag: String
    /// Fields for answers with the file, and for 304.
    let fields: [(name: String, value: String)]
    /// Fields for answers with the file only.
    let ofBody: [(name: String, value: String)]

    /// - Parameter type: the media type; nil to derive it from the path's extension.
    init(path: String, type: String? = nil, bytes: [UInt8], gzip: [UInt8]?, isImmutable: Bool) {
        self.bytes = bytes
        self.gzip = gzip.flatMap { $0.count < bytes.count ? $0 : nil }
        // A weak tag, because the file and its gzip share it.
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
