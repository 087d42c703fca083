/// Which sides of a call stream messages.
public enum MethodKind: Hashable, Sendable {
    /// One request, one response.
    case unary
    /// Many requests, one response.
    case clientStreaming
    /// One request, many responses.
    case serverStreaming
    /// Many requests and many responses, independently of each other.
    case bidirectional

    /// Whether the client sends exactly one message.
    public var takesOneRequest: Bool { self == .unary || self == .serverStreaming }

    /// Whether the server answers with exactly one message.
    public var givesOneResponse: Bool { self == .unary || self == .clientStreaming }
}

/// A method's name, streaming kind and required right. Generated code has one for each method; descriptors for services
/// known only at run time are created the same way.
public struct MethodDescriptor: Hashable, Sendable {
    /// The service's full name, such as `hearth.v1.HomeService`.
    public let service: String
    /// The method's name, such as `Watch`.
    public let method: String
    /// Which side streams.
    public let kind: MethodKind
    /// The right a caller needs; nil leaves it to the server's ``RPCServer/Options/methodsWithoutRight``.
    public let right: Rights?
    /// The `:path` on the wire, such as `/hearth.v1.HomeService/Watch`.
    public let path: String

    /// Creates a descriptor; ``path`` is formed from `service` and `method`.
    public init(service: String, method: String, kind: MethodKind, right: Rights? = nil) {
        self.service = service
        self.method = method
        self.kind = kind
        self.right = right
        self.path = "/\(service)/\(method)"
    }
}
