/// The content types of calls. For each of them a browser sends a preflight request before a foreign page may send it.
package enum WebContentType: Hashable, Sendable {
    /// gRPC itself, which HTTP/1.1 cannot carry.
    case grpc
    /// gRPC-Web, with frames as bytes or in base64.
    case grpcWeb(isText: Bool)
    /// A unary Connect call.
    case connect(isJSON: Bool)
    /// A streaming Connect call.
    case connectStream(isJSON: Bool)

    /// Reads a Content-Type field; nil for other types. Parameters are ignored.
    package init?(_ value: String) {
        let type = value.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let lowerCase = type.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
        let name = String(decoding: lowerCase, as: UTF8.self)
        guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
        self = known.type
    }

    /// The type as answers name it.
    package var name: String { Self.names.first { $0.type == self }?.name ?? "application/octet-stream" }

    /// Whether messages are JSON.
    package var isJSON: Bool { self == .connect(isJSON: true) || self == .connectStream(isJSON: true) }

    /// Whether the body is one message without a frame.
    package var isBareMessage: Bool { if case .connect = self { true } else { false } }

    /// All names; the first name of a type is the one written.
    private static let names: [(name: String, type: WebContentType)] = [
        ("application/grpc", .grpc), ("application/grpc+proto", .grpc),
        ("application/json", .connect(isJSON: true)), ("application/proto", .connect(isJSON: false)),
        ("application/connect+proto", .connectStream(isJSON: false)),
        ("application/connect+json", .connectStream(isJSON: true)),
        ("application/grpc-web+proto", .grpcWeb(isText: false)), ("application/grpc-web", .grpcWeb(isText: false)),
        ("application/grpc-web-text+proto", .grpcWeb(isText: true)),
        ("application/grpc-web-text", .grpcWeb(isText: true)),
    ]
}
