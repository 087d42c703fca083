internal import HearthBase
internal import HearthHTTP2
internal import HearthJSON
internal import HearthRPC
internal import HearthWeb

/// A call by gRPC-Web or Connect: how its messages and its end stand on HTTP. Its frames are gRPC's, but for a Connect call
/// with one request and one answer, whose bodies are the bare messages.
struct WebCall: Sendable {
    let type: WebContentType
    private let passage: WebPassage
    private let descriptors: SharedDescriptorPool?
    /// What is translated; nil where messages are protobuf.
    private let json: JSON?

    private struct JSON: Sendable {
        let descriptors: SharedDescriptorPool
        let method: DescriptorPool.Method
    }

    /// - Returns: nil when the messages are JSON and nothing is known of the method's.
    init?(_ type: WebContentType, _ passage: WebPassage, path: String, descriptors: SharedDescriptorPool?) {
        self.type = type
        self.passage = passage
        self.descriptors = descriptors
        guard type.isJSON else {
            json = nil
            return
        }
        guard let descriptors, let method = descriptors.current.method(ofPath: path) else { return nil }
        json = JSON(descriptors: descriptors, method: method)
    }

    /// The form in which a call of a method is refused of which nothing is known.
    init(refusing type: WebContentType, _ passage: WebPassage, descriptors: SharedDescriptorPool?) {
        self.type = type
        self.passage = passage
        self.descriptors = descriptors
        json = nil
    }

    /// The largest body that a message of so many bytes can have, where there is but one.
    func bodyBytes(ofMessage bytes: Int) -> Int {
        // In base64 each piece that was encoded by itself may end with padding.
        isBare ? bytes : isText ? (bytes + RPCFrame.prefixLength) * 2 : bytes + RPCFrame.prefixLength
    }

    /// Whether request and answer are bare messages.
    var isBare: Bool { type.isBareMessage }
    /// Whether bodies are base64.
    var isText: Bool { type == .grpcWeb(isText: true) }

    // MARK: Messages

    /// A request as handlers read it.
    func request(_ frame: RPCFrame) throws(RPCError) -> RPCFrame {
        guard let json else { return frame }
        do throws(JSONError) {
            let message = try JSONTranscoder(json.descriptors.current).message(
                from: frame.message, of: json.method.input, reserving: RPCFrame.prefixLength)
            return RPCFrame(reserved: message)
        } catch {
            throw RPCError(.invalidArgument, "the request is not \(json.method.input) in JSON: \(error)", cause: error)
        }
    }

    /// How requests that stream are read; nil when that is as they come.
    var reading: FrameQueue.Reading? {
        if json == nil { nil } else { { frame throws(RPCError) in try request(frame) } }
    }

    /// An answer as the client reads it.
    func answer(_ frame: RPCFrame) throws(RPCError) -> RPCFrame {
        guard let json else { return frame }
        do throws(JSONError) {
            let text = try JSONTranscoder(json.descriptors.current).json(
                from: frame.message, of: json.method.output, reserving: RPCFrame.prefixLength)
            var answer = RPCFrame(reserved: text)
            answer.mayCompress = frame.mayCompress
            return answer
        } catch {
            throw RPCError(.internal, "the answer cannot be written as JSON: \(error)", cause: error)
        }
    }

    /// How many bytes a frame has on the wire.
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

    /// What the body of a stream ends with.
    func end(_ error: RPCError?, _ trailers: Metadata?) -> [UInt8] {
        if case .connectStream = type {
            let json = ConnectJSON.end(error.map(Self.failure), metadata: Self.metadata(error, trailers), pool)
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

    /// An answer of which nothing was sent yet.
    ///
    /// - Parameter status: of a bare answer, instead of the one that goes with the error's code.
    func whole(
        _ frame: RPCFrame?, _ error: RPCError?, headers: Metadata?, trailers: Metadata?, isCompressed: Bool,
        status: Int? = nil
    ) -> (head: HeaderList, body: [UInt8]) {
        guard isBare else {
            if case .grpcWeb = type, let error, frame == nil, headers == nil {
                // The head has room for a status that nothing else goes with, and browsers show it.
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
            return (HeaderList(fields), ConnectJSON.error(Self.failure(error), pool))
        }
        if frame?.isCompressed ?? false { fields.append(("content-encoding", Array("gzip".utf8))) }
        return (HeaderList(fields), frame.map { Array($0.message) } ?? [])
    }

    private static let jsonType = WebContentType.connect(isJSON: true).name

    /// - Parameters:
    ///   - type: of the body, if it is not the call's own.
    ///   - trailers: fields of the answer that stand for trailers, which pages of other origins may read.
    private func start(
        _ status: Int, _ type: String? = nil, _ trailers: [String] = []
    ) -> [(name: String, value: [UInt8])] {
        var fields: [(name: String, value: [UInt8])] = [
            (":status", Array("\(status)".utf8)), ("content-type", Array((type ?? self.type.name).utf8)),
            ("x-content-type-options", Array("nosniff".utf8)),
        ]
        // Streams are kept by nobody anyway.
        if isBare { fields.append(("cache-control", Array("no-store".utf8))) }
        for field in passage.fields(trailers: trailers) { fields.append((field.name, Array(field.value.utf8))) }
        return fields
    }

    private var pool: DescriptorPool? { descriptors?.current }

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

extension DescriptorPool {
    /// What the method takes and gives to which a request's path leads.
    func method(ofPath path: String) -> Method? { method(String(path.dropFirst())) }
}
