internal import HearthBase
internal import HearthHTTP2
internal import HearthJSON
internal import HearthRPC

/// A call by gRPC-Web or Connect: converts its messages and its end to and from HTTP. Its frames are gRPC's, except in
/// a unary Connect call, whose bodies are bare messages.
struct WebCall: Sendable {
    let type: WebContentType
    private let passage: WebPassage
    private let descriptors: SharedDescriptorPool?
    /// Transcodes messages; nil where they are protobuf.
    private let json: JSON?

    private struct JSON: Sendable {
        let descriptors: SharedDescriptorPool
        let method: DescriptorPool.Method
    }

    /// - Returns: nil when messages are JSON and the method's descriptors are unknown.
    init?(_ type: WebContentType, _ passage: WebPassage, path: String, descriptors: SharedDescriptorPool?) {
        self.type = type
        self.passage = passage
        self.descriptors = descriptors
        guard type.isJSON else {
            json = nil
            return
        }
        guard let descriptors, let method = descriptors.method(ofPath: path) else { return nil }
        json = JSON(descriptors: descriptors, method: method)
    }

    /// The form for refusing a call of an unknown method.
    init(refusing type: WebContentType, _ passage: WebPassage, descriptors: SharedDescriptorPool?) {
        self.type = type
        self.passage = passage
        self.descriptors = descriptors
        json = nil
    }

    /// The largest body of a request with one message of this length.
    func bodyBytes(ofMessage bytes: Int) -> Int {
        // In base64 each separately encoded piece may end with padding.
        isBare ? bytes : isText ? (bytes + RPCFrame.prefixLength) * 2 : bytes + RPCFrame.prefixLength
    }

    /// Whether request and answer are bare messages.
    var isBare: Bool { type.isBareMessage }
    /// Whether bodies are base64.
    var isText: Bool { type == .grpcWeb(isText: true) }

    // MARK: Messages

    /// A request in the encoding that handlers read.
    func request(_ frame: RPCFrame) throws(RPCError) -> RPCFrame {
        guard let json else { return frame }
        do throws(JSONError) {
            let message = try json.descriptors.message(
                from: frame.message, of: json.method.input, reserving: RPCFrame.prefixLength)
            return RPCFrame(reserved: message)
        } catch {
            throw RPCError(.invalidArgument, "the request is not \(json.method.input) in JSON: \(error)", cause: error)
        }
    }

    /// The conversion of streamed requests; nil if they need none.
    var reading: FrameQueue.Reading? {
        if json == nil { nil } else { { frame throws(RPCError) in try request(frame) } }
    }

    /// An answer in the encoding that the client reads.
    func answer(_ frame: RPCFrame) throws(RPCError) -> RPCFrame {
        guard let json else { return frame }
        do throws(JSONError) {
            let text = try json.descriptors.json(
                from: frame.message, of: json.method.output, reserving: RPCFrame.prefixLength)
            var answer = RPCFrame(reserved: text)
            answer.mayCompress = frame.mayCompress
            return answer
        } catch {
            throw RPCError(.internal, "the answer cannot be written as JSON: \(error)", cause: error)
        }
    }

    /// The size of a frame on the wire, in bytes.
    func size(_ frame: RPCFrame) -> Int { isText ? (frame.bytes.count + 2) / 3 * 4 : frame.bytes.count }

    func body(_ frame: RPCFrame) -> [UInt8] { body(frame.bytes) }

    private func body(_ frame: [UInt8]) -> [UInt8] { isText ? Base64.encode(frame) : frame }

    // MARK: Streams

    func head(_ metadata: Metadata?, isCompressed: Bool) -> HeaderList {
        var fields = start(200)
        if isCompressed {
            let name = if case .connectStream = type { "connect-content-encoding" } else { "grpc-encoding" }
            fields.append((name, Array("gzip".utf8)))
        }
        if let metadata { MetadataCoding.append(metadata, to: &fields) }
        return HeaderList(fields)
    }

    /// The last part of a stream's body, with its status.
    func end(_ error: RPCError?, _ trailers: Metadata?) -> [UInt8] {
        if case .connectStream = type {
            let failure = error.map(Self.failure)
            let json = ConnectJSON.end(failure, metadata: Self.metadata(error, trailers), failure.flatMap(pool))
            return Self.frame(flag: 0x02, json)
        }
        var lines: [UInt8] = []
        for field in StatusCoding.fields(error, trailers: trailers) {
            lines += field.name.utf8
            lines += ": ".utf8
            lines += field.value
            lines += "\r\n".utf8
        }
        return body(Self.frame(flag: 0x80, lines))
    }

    private static func frame(flag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var bytes = RPCFrame(message: content).bytes
        bytes[0] = flag
        return bytes
    }

    // MARK: Whole answers

    /// A complete answer of a call that has sent nothing yet.
    ///
    /// - Parameter status: the HTTP status of a bare answer, if not the one of the error's code.
    func whole(
        _ frame: RPCFrame?, _ error: RPCError?, headers: Metadata?, trailers: Metadata?, isCompressed: Bool,
        status: Int? = nil
    ) -> (head: HeaderList, body: [UInt8]) {
        guard isBare else {
            if case .grpcWeb = type, let error, frame == nil, headers == nil {
                // A status without anything else fits into the headers, where browsers show it.
                return (HeaderList(start(200) + StatusCoding.fields(error, trailers: trailers)), [])
            }
            let body = frame.map(body) ?? []
            return (head(headers, isCompressed: isCompressed), body + end(error, trailers))
        }
        var behind: [(name: String, value: [UInt8])] = []
        if let trailers { MetadataCoding.append(trailers, to: &behind) }
        for index in behind.indices { behind[index].name = "trailer-" + behind[index].name }
        var fields = start(
            status ?? error?.code.httpStatus ?? 200, error.map { _ in Self.jsonType }, behind.map(\.name))
        if let headers { MetadataCoding.append(headers, to: &fields) }
        fields += behind
        if let error {
            MetadataCoding.append(error.metadata, to: &fields)
            let failure = Self.failure(error)
            return (HeaderList(fields), ConnectJSON.error(failure, pool(failure)))
        }
        if frame?.isCompressed ?? false { fields.append(("content-encoding", Array("gzip".utf8))) }
        return (HeaderList(fields), frame.map { Array($0.message) } ?? [])
    }

    private static let jsonType = WebContentType.connect(isJSON: true).name

    /// - Parameters:
    ///   - type: the type of the body, if it is not the call's own.
    ///   - trailers: header fields that stand for trailers, which pages of other origins may read.
    private func start(
        _ status: Int, _ type: String? = nil, _ trailers: [String] = []
    ) -> [(name: String, value: [UInt8])] {
        var fields: [(name: String, value: [UInt8])] = [
            (":status", Array("\(status)".utf8)), ("content-type", Array((type ?? self.type.name).utf8)),
            ("x-content-type-options", Array("nosniff".utf8)),
        ]
        // Streams are not cached anyway.
        if isBare { fields.append(("cache-control", Array("no-store".utf8))) }
        for field in passage.fields(trailers: trailers) { fields.append((field.name, Array(field.value.utf8))) }
        return fields
    }

    /// A pool that knows the details of a failure; nil for one without details.
    private func pool(_ failure: ConnectJSON.Failure) -> DescriptorPool? {
        let types = failure.detailTypes
        return types.isEmpty ? nil : descriptors?.pool(knowing: types)
    }

    private static func failure(_ error: RPCError) -> ConnectJSON.Failure {
        ConnectJSON.Failure(code: error.code.connectName, message: error.message, status: error.details)
    }

    private static func metadata(_ error: RPCError?, _ trailers: Metadata?) -> [(name: String, value: String)] {
        var fields: [(name: String, value: [UInt8])] = []
        if let trailers { MetadataCoding.append(trailers, to: &fields) }
        if let error { MetadataCoding.append(error.metadata, to: &fields) }
        return fields.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }
    }
}

extension SharedDescriptorPool {
    /// The method for a request's path.
    func method(ofPath path: String) -> DescriptorPool.Method? { method(String(path.dropFirst())) }
}
