internal import Foundation
internal import HearthJSON
internal import HearthMessage
internal import HearthRPC
internal import InteropService
@testable internal import HearthRPCHTTP2

/// A call of `ConformanceService`, independent of any protocol.
struct Asked: Sendable, CustomStringConvertible {
    enum Method: String, Sendable {
        case ask = "Ask", look = "Look", watch = "Watch", collect = "Collect", converse = "Converse"
    }

    var name: String
    var method: Method
    var requests: [Grpc_Testing_AskRequest]
    var metadata: [WireField] = []
    /// In milliseconds.
    var timeout: Int?

    init(
        _ name: String, _ method: Method, _ plan: Grpc_Testing_AnswerPlan? = nil, more: Int = 0,
        metadata: [WireField] = [], timeout: Int? = nil
    ) {
        self.name = name
        self.method = method
        self.metadata = metadata
        self.timeout = timeout
        requests = [Grpc_Testing_AskRequest(plan: plan)]
        for _ in 0..<more { requests.append(Grpc_Testing_AskRequest(padding: Array("more".utf8))) }
    }

    var description: String { name }
    var path: String { "/grpc.testing.ConformanceService/\(method.rawValue)" }
    var hasOneAnswer: Bool { method != .watch && method != .converse }
    var isUnary: Bool { method == .ask || method == .look }
    var plan: Grpc_Testing_AnswerPlan { requests.first?.plan ?? Grpc_Testing_AnswerPlan() }
}

/// The forms of a call in HTTP: protocol and codec.
enum CallForm: Sendable, CaseIterable {
    case grpc, grpcWeb, grpcWebText, connectProto, connectJSON

    var isConnect: Bool { self == .connectProto || self == .connectJSON }
    var isText: Bool { self == .grpcWebText }

    func contentType(isUnary: Bool) -> String {
        switch self {
        case .grpc: "application/grpc"
        case .grpcWeb: "application/grpc-web+proto"
        case .grpcWebText: "application/grpc-web-text"
        case .connectProto: isUnary ? "application/proto" : "application/connect+proto"
        case .connectJSON: isUnary ? "application/json" : "application/connect+json"
        }
    }

    /// Whether request and answer are bare messages.
    func isBare(_ call: Asked) -> Bool { isConnect && call.isUnary }

    func encodingField(isUnary: Bool) -> String {
        isConnect ? isUnary ? "content-encoding" : "connect-content-encoding" : "grpc-encoding"
    }

    func acceptField(isUnary: Bool) -> String {
        isConnect ? isUnary ? "accept-encoding" : "connect-accept-encoding" : "grpc-accept-encoding"
    }

    func message(_ request: Grpc_Testing_AskRequest) throws -> RPCFrame {
        guard self == .connectJSON else { return request.frame }
        let transcoder = JSONTranscoder(ConformanceServer.descriptors.current)
        return RPCFrame(message: try transcoder.json(from: request.frame.message, of: "grpc.testing.AskRequest"))
    }

    func response(_ message: [UInt8]) throws -> Grpc_Testing_AskResponse {
        guard self == .connectJSON else { return try Grpc_Testing_AskResponse(frame: RPCFrame(message: message)) }
        let transcoder = JSONTranscoder(ConformanceServer.descriptors.current)
        return try Grpc_Testing_AskResponse(
            frame: RPCFrame(message: try transcoder.message(from: message[...], of: "grpc.testing.AskResponse")))
    }
}

/// A form, its HTTP version, and whether both ends compress.
struct CallWay: Sendable, CustomStringConvertible {
    var form: CallForm
    var version: HTTPVersion
    var isCompressed = false

    var description: String { "\(form), \(version)\(isCompressed ? ", gzip" : "")" }

    /// Every combination, except gRPC over HTTP/1.1.
    static let all = CallForm.allCases.flatMap { form in
        HTTPVersion.allCases.filter { form != .grpc || $0 == .http2 }.flatMap { version in
            [false, true].map { CallWay(form: form, version: version, isCompressed: $0) }
        }
    }
    static let plain = all.filter { !$0.isCompressed }
    static let connect = plain.filter(\.form.isConnect)

    /// The fields and the body of a call.
    func request(_ call: Asked) throws -> WireRequest {
        var request = head(call)
        for message in call.requests {
            var frame = try form.message(message)
            if isCompressed { frame = Gzip.deflated(frame) }
            // A bare message is compressed if the head says so.
            request.body += form.isBare(call) ? Array(frame.message) : frame.bytes
            if isCompressed, !form.isBare(call) || frame.isCompressed {
                let name = form.encodingField(isUnary: call.isUnary)
                if request.fields[name] == nil { request.fields.append(WireField(name, "gzip")) }
            }
        }
        if form.isText { request.body = Array(Data(request.body).base64EncodedData()) }
        return request
    }

    /// A call without its messages.
    func head(_ call: Asked) -> WireRequest {
        var request = WireRequest(path: call.path)
        request.fields = [WireField("content-type", form.contentType(isUnary: call.isUnary))]
        if form == .grpc { request.fields.append(WireField("te", "trailers")) }
        if form.isConnect { request.fields.append(WireField("connect-protocol-version", "1")) }
        if isCompressed { request.fields.append(WireField(form.acceptField(isUnary: call.isUnary), "gzip")) }
        if let timeout = call.timeout {
            request.fields.append(
                form.isConnect
                    ? WireField("connect-timeout-ms", "\(timeout)") : WireField("grpc-timeout", "\(timeout)m"))
        }
        request.fields += call.metadata
        return request
    }

    func outcome(_ call: Asked, from address: String) async throws -> CallOutcome {
        try await outcome(try request(call), of: call, from: address)
    }

    /// The outcome of a call that is sent as another request.
    func outcome(_ request: WireRequest, of call: Asked, from address: String) async throws -> CallOutcome {
        try CallOutcome(try await request.answer(version, from: address), call, form)
    }
}
