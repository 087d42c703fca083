/// Which side of a call sends more than one message.
public enum MethodKind: Hashable, Sendable {
    /// One request, one response.
    case unary
    /// Many requests, one response.
    case clientStreaming
    /// One request, many responses.
    case serverStreaming
    /// Many of both, in any order.
    case bidirectional

    /// Whether the client sends exactly one message.
    public var takesOneRequest: Bool { self == .unary || self == .serverStreaming }

    /// Whether the server answers with exactly one message.
    public var givesOneResponse: Bool { self == .unary || self == .clientStreaming }
}

/// What is known of a method before it is called. Generated code holds one for each method; descriptors of services
/// that become known at run time are made the same way.
public struct MethodDescriptor: Hashable, Sendable {
    /// The service's full name: `hearth.v1.HomeService`.
    public let service: String
    /// The method's name: `Watch`.
    public let method: String
    /// Which side streams.
    public let kind: MethodKind
    /// The right a caller needs. Without one the server's ``RPCServer/Options/methodsWithoutRight`` decides.
    public let right: Rights?
    /// The name on the wire: `/hearth.v1.HomeService/Watch`.
    public let path: String

    public init(service: String, method: String, kind: MethodKind, right: Rights? = nil) {
        self.service = service
        self.method = method
        self.kind = kind
        self.right = right
        self.path = "/\(service)/\(method)"
    }
}
