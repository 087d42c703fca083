/// The content types of calls. All of them make a browser ask before a foreign page may send them (SEC-04).
public enum WebContentType: Hashable, Sendable {
    /// gRPC itself, which HTTP/1.1 can't carry (H1-11).
    case grpc
    /// gRPC-Web, with frames as bytes or in base64 (WEB-01, WEB-02).
    case grpcWeb(isText: Bool)
    /// A call of Connect's with one request and one answer (WEB-03).
    case connect(isJSON: Bool)
    /// A call of Connect's with streams (WEB-05).
    case connectStream(isJSON: Bool)

    /// Reads a field's value; nil when it is none of these. Parameters mean nothing.
    public init?(_ value: String) {
        let type = value.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let lowerCase = type.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
        switch String(decoding: lowerCase, as: UTF8.self) {
        case "application/grpc", "application/grpc+proto": self = .grpc
        case "application/grpc-web", "application/grpc-web+proto": self = .grpcWeb(isText: false)
        case "application/grpc-web-text", "application/grpc-web-text+proto": self = .grpcWeb(isText: true)
        case "application/proto": self = .connect(isJSON: false)
        case "application/json": self = .connect(isJSON: true)
        case "application/connect+proto": self = .connectStream(isJSON: false)
        case "application/connect+json": self = .connectStream(isJSON: true)
        default: return nil
        }
    }
}
