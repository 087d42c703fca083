public import HearthRPC

/// The error that a case found.
public struct InteropFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// One of gRPC's interoperability test cases, as a client.
public struct InteropCase: Sendable {
    /// Its name in gRPC's test suite.
    public let name: String
    let body: @Sendable (InteropRun) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (InteropRun) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// All cases in the order of gRPC's description, without those that need Google's cloud, a cache, several servers
    /// or load reports.
    public static let all: [InteropCase] =
        unary + compression + streaming + metadataAndStatus + unimplemented + givingUp + load

    /// The case with a name.
    public static func named(_ name: String) -> InteropCase? { all.first { $0.name == name } }

    /// Runs the case.
    ///
    /// - Throws: ``InteropFailure`` for a wrong result; `RPCError` for a call that failed.
    public func run(_ run: InteropRun) async throws {
        try await body(run)
    }
}

/// The environment of a case: a channel, and a way to open others.
public struct InteropRun: Sendable {
    /// The channel that most cases use.
    public let client: RPCClient
    /// Opens another channel to the same server.
    public let connect: @Sendable () throws -> RPCClient
    /// The number of calls in each soak case, made one after the other.
    public var soakCalls = 10
    /// The longest time for each of them.
    public var soakLatency: Duration = .seconds(1)
    /// The number of concurrent calls in concurrent_large_unary.
    public var concurrentCalls = 200
    /// The number of answers in slow_consumer.
    public var slowAnswers = 2000

    public init(_ client: RPCClient, connect: @escaping @Sendable () throws -> RPCClient) {
        self.client = client
        self.connect = connect
    }

    var test: Grpc_Testing_TestClient { Grpc_Testing_TestClient(client) }

    /// A timeout for every call, so that no case hangs.
    static func options(_ compression: Compression = .none) -> CallOptions {
        CallOptions(timeout: .seconds(30), compression: compression)
    }
}

func check(_ isRight: Bool, _ failure: @autoclosure () -> String) throws {
    guard isRight else { throw InteropFailure(failure()) }
}

/// The error that a call must end with.
func failure<R: Sendable>(_ what: String, _ call: () async throws -> R) async throws -> RPCError {
    do {
        _ = try await call()
    } catch let error as RPCError {
        return error
    }
    throw InteropFailure("\(what) succeeded, but must fail")
}

func check(_ error: RPCError, is code: RPCError.Code, _ what: String) throws {
    try check(error.code == code, "\(what) ended with \(error), not \(code.name)")
}

extension Grpc_Testing_Payload {
    /// A payload of zeros.
    init(zeros: Int) { self.init(body: [UInt8](repeating: 0, count: zeros)) }
}

extension Grpc_Testing_StreamingOutputCallRequest {
    /// A request for answers of these sizes.
    init(sizes: [Int], payload: Int = 0) {
        self.init(
            responseParameters: sizes.map { Grpc_Testing_ResponseParameters(size: Int32(clamping: $0)) },
            payload: payload > 0 ? Grpc_Testing_Payload(zeros: payload) : nil)
    }
}

func check(_ payload: Grpc_Testing_Payload?, has size: Int, _ what: String) throws {
    try check(payload?.type == .compressable, "\(what): the payload's type is \(String(describing: payload?.type))")
    let body = payload?.body ?? []
    try check(body.count == size, "\(what): the payload has \(body.count) bytes, not \(size)")
    try check(body.allSatisfy { $0 == 0 }, "\(what): the payload is not all zeros")
}
