public import HearthRPC

/// What a case found wrong.
public struct InteropFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// One of gRPC's interoperability test cases, as a client.
public struct InteropCase: Sendable {
    /// Its name, as everywhere in gRPC.
    public let name: String
    let body: @Sendable (InteropRun) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (InteropRun) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// All, in the order of gRPC's description. What needs Google's cloud, a cache, several servers or load reports is
    /// not among them.
    public static let all: [InteropCase] =
        unary + compression + streaming + metadataAndStatus + unimplemented + givingUp + load

    /// The case of a name.
    public static func named(_ name: String) -> InteropCase? { all.first { $0.name == name } }

    /// Runs it.
    /// - Throws: ``InteropFailure`` with what is not as it should be; `RPCError` for a call that failed.
    public func run(_ run: InteropRun) async throws {
        try await body(run)
    }
}

/// What the cases need: a channel, and the way to more.
public struct InteropRun: Sendable {
    /// The channel that most cases use.
    public let client: RPCClient
    /// Opens another channel to the same server.
    public let connect: @Sendable () throws -> RPCClient
    /// How many calls the soak cases make one after the other.
    public var soakCalls = 10
    /// How long each of them may take.
    public var soakLatency: Duration = .seconds(1)
    /// How many calls concurrent_large_unary makes at once.
    public var concurrentCalls = 200
    /// How many answers slow_consumer asks for.
    public var slowAnswers = 2000

    public init(_ client: RPCClient, connect: @escaping @Sendable () throws -> RPCClient) {
        self.client = client
        self.connect = connect
    }

    var test: Grpc_Testing_TestClient { Grpc_Testing_TestClient(client) }

    /// No case may hang: what takes longer fails with DEADLINE_EXCEEDED.
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
    throw InteropFailure("\(what) went well and should not have")
}

func check(_ error: RPCError, is code: RPCError.Code, _ what: String) throws {
    try check(error.code == code, "\(what) ended with \(error), not \(code.name)")
}

extension Grpc_Testing_Payload {
    /// As many zeros.
    init(zeros: Int) { self.init(body: [UInt8](repeating: 0, count: zeros)) }
}

extension Grpc_Testing_StreamingOutputCallRequest {
    /// Asks for answers of these sizes.
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
