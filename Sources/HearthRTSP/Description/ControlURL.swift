/// Resolves the `control` values of a description (RFC 2326, appendix C.1.1).
///
/// The result is only the target of requests on the connection that is there, so no value leads to another machine.
struct ControlURL: Hashable, Sendable {
    /// The base: a `Content-Base`, a `Content-Location` or the URL that was asked for.
    let base: String

    init(base: String) { self.base = base }

    init(_ response: RTSPResponse, asked: CameraURL) {
        let named = [response.first("content-base"), response.first("content-location")]
        base = named.compactMap(\.self).first { Self.isAbsolute($0) } ?? asked.text
    }

    /// - Parameter control: nil and `*` stand for the base itself.
    func resolve(_ control: String?) -> String {
        guard let control, !control.isEmpty, control != "*" else { return base }
        if Self.isAbsolute(control) { return control }
        // As cameras and players do it, also after a query: not the rules of RFC 3986.
        return base.hasSuffix("/") || control.hasPrefix("/") ? base + control : "\(base)/\(control)"
    }

    private static func isAbsolute(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("rtsp://") || start.hasPrefix("rtsps://")
    }
}
