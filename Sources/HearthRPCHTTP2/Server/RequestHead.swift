internal import HearthBase
internal import HearthHTTP2
internal import HearthRPC

/// What the headers of a request say, checked. The same client mostly sends the same headers, so one head serves many
/// calls, unless it brings a credential: that is asked for each time.
final class RequestHead {
    enum Verdict {
        case call(Route)
        /// Answered by gRPC's status.
        case refused(RPCError)
        /// The same, as the caller has no right to call the method.
        case denied(MethodDescriptor, RPCError)
        /// The messages are compressed by what cannot be read here.
        case unreadable(RPCError)
        /// Not gRPC: answered as HTTP.
        case http(HTTPPage)
    }

    let block: HeaderBlock
    let generation: Int
    let verdict: Verdict
    /// The kind of the method that is called, if there is such a method.
    let kind: MethodKind?
    /// Who makes the call.
    let principal: Principal
    /// Whether the verdict holds for the next request with the same headers.
    let isReusable: Bool
    let timeout: Duration?
    let encoding: MessageEncoding
    let acceptsGzip: Bool

    init(
        _ block: HeaderBlock, _ routes: RouteTable, generation: Int, connection: ConnectionInfo, server: RPCServer,
        settings: HTTP2Server.Settings
    ) {
        self.block = block
        self.generation = generation
        var (path, method) = (0..<0, 0..<0)
        var (isPost, isGRPC, hasTrailers) = (false, false, false)
        var timeout: Duration?
        var (encoding, acceptsGzip) = (MessageEncoding.identity, false)
        var badTimeout: String?
        var hasBinary = false
        var authorization: [Range<Int>] = []
        var position = 0
        while let field = block.field(at: &position) {
            if block.isEqual(field.name, ":path") {
                path = field.value
            } else if block.isEqual(field.name, ":method") {
                method = field.value
                isPost = block.isEqual(field.value, "POST")
            } else if block.isEqual(field.name, "content-type") {
                isGRPC = Self.isGRPC(block.bytes[field.value])
            } else if block.isEqual(field.name, "te") {
                hasTrailers = block.isEqual(field.value, "trailers")
            } else if block.isEqual(field.name, "grpc-timeout") {
                timeout = TimeoutCoding.decode(block.bytes[field.value])
                if timeout == nil { badTimeout = block.text(field.value) }
            } else if block.isEqual(field.name, "grpc-encoding") {
                encoding = MessageEncoding(block.text(field.value))
            } else if block.isEqual(field.name, "grpc-accept-encoding") {
                acceptsGzip = MessageEncoding.acceptsGzip(block.bytes[field.value])
            } else if block.isEqual(field.name, "authorization") {
                authorization.append(field.value)
            } else if block.bytes[field.name].suffix(4).elementsEqual("-bin".utf8) {
                hasBinary = true
            }
        }
        self.timeout = timeout
        self.encoding = encoding
        self.acceptsGzip = acceptsGzip
        isReusable = authorization.isEmpty
        let caller = Result { () throws(RPCError) in
            guard let value = authorization.first else { return connection.principal }
            guard authorization.count == 1 else {
                throw RPCError(.unauthenticated, "the call brings authorization twice; send one credential")
            }
            return try settings.authenticator.principal(authorization: block.text(value), of: connection.peer)
        }
        principal = (try? caller.get()) ?? .anonymous()
        let route = routes.find(block.bytes.span.extracting(path))
        kind = route?.method.kind
        if !isPost || !isGRPC {
            let text = block.text(path)
            let request = HTTPRequest(
                method: block.text(method), path: String(text.prefix { $0 != "?" }), isMethod: route != nil,
                seesMetrics: connection.peer.isLocal || principal.rights.isSuperset(of: settings.metricsRight))
            verdict = .http(request.page)
        } else if !hasTrailers {
            verdict = .http(HTTPPage("400", .text("a gRPC call has the header te: trailers\n")))
        } else if let badTimeout {
            verdict = .refused(RPCError(.internal, "the grpc-timeout \"\(badTimeout)\" is malformed"))
        } else if hasBinary, let name = MetadataCoding.malformed(block) {
            verdict = .refused(RPCError(.internal, "the value of \(name) is not base64"))
        } else if case .failure(let error) = caller {
            verdict = .refused(error)
        } else if case .unknown(let name) = encoding {
            verdict = .unreadable(
                RPCError(
                    .unimplemented, "messages compressed by \"\(name)\" cannot be read here; send identity or gzip"))
        } else if encoding.isGzip, principal.isAnonymous, !settings.anonymous.acceptsGzip {
            verdict = .refused(
                RPCError(
                    .unimplemented,
                    "requests of a caller who has not said who they are may not be compressed; send identity"))
        } else if let route {
            if let error = server.refusal(route.method, principal) {
                verdict = .denied(route.method, error)
            } else {
                verdict = .call(route)
            }
        } else {
            verdict = .refused(RPCServer.unknownMethod(block.text(path)))
        }
    }

    /// `application/grpc`, `application/grpc+proto`, each with parameters or not.
    static func isGRPC(_ contentType: ArraySlice<UInt8>) -> Bool {
        let type = contentType.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        return type.elementsEqual("application/grpc".utf8) || type.elementsEqual("application/grpc+proto".utf8)
    }
}
