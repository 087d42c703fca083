internal import HearthBase
internal import HearthAssets
internal import HearthHTTP2
internal import HearthJSON
internal import HearthRPC

/// The checked headers of a request. A client mostly sends the same headers, so one head serves many calls, except with
/// a credential: that is authenticated for each call.
final class RequestHead {
    enum Verdict {
        case call(Route)
        /// Answered with a gRPC status.
        case refused(RPCError)
        /// The same, because the caller lacks the method's right.
        case denied(MethodDescriptor, RPCError)
        /// The messages have a compression that is not supported.
        case unreadable(RPCError)
        /// Not gRPC: answered as HTTP.
        case http(HTTPPage)
    }

    let block: HeaderBlock
    let generation: Int
    private(set) var verdict: Verdict
    /// The called method; nil if there is no such method.
    let route: Route?
    /// What the handlers of the server's shared routes work on.
    let host: (any AnyObject & Sendable)?
    /// The connection as the call sees it: as local only if its locality counts for this request.
    private(set) var connection: ConnectionInfo
    /// The caller.
    private(set) var principal: Principal
    /// Whether the verdict holds for the next request with the same headers.
    private(set) var isReusable: Bool
    private(set) var timeout: Duration?
    /// The length of the body, as far as the headers say it.
    let contentLength: Int
    private(set) var encoding = MessageEncoding.identity
    private(set) var acceptsGzip = false
    /// The call's form if it is gRPC-Web or Connect; nil for gRPC.
    private(set) var web: WebCall?
    /// The request of a call by GET, from its query.
    private(set) var request: RPCFrame?

    init(
        _ block: HeaderBlock, _ routes: RouteTable, generation: Int, caller: ConnectionCaller, server: RPCServer,
        settings: HTTP2Server.Settings, gate: WebGate
    ) {
        self.block = block
        self.generation = generation
        let fields = Fields(block)
        isReusable = fields.authorization.isEmpty
        connection = caller.info
        principal = .anonymous()
        timeout = fields.timeout
        contentLength = fields.contentLength
        verdict = .refused(RPCServer.unknownMethod(""))

        let whole = block.bytes[fields.path]
        let isRead = fields.method.map { !block.isEqual($0, "POST") } ?? true
        let end = isRead ? whole.firstIndex(of: UInt8(ascii: "?")) ?? whole.endIndex : whole.endIndex
        let path = fields.path.lowerBound..<end
        let route = routes.find(block.bytes.span.extracting(path))
        self.route = route
        host = routes.host
        let kind = route?.method.kind
        let name = route?.method.path ?? block.text(path)
        let isReadable =
            isRead && route != nil && settings.descriptors?.method(ofPath: name)?.hasNoSideEffects ?? false

        // The known message descriptors may change.
        if isRead, route != nil { isReusable = false }
        let target: WebTarget =
            route != nil ? .call(isReadable: isReadable) : AssetTable.owns(name) ? .page : .other
        let passage: WebPassage
        let asked = WebRequest(block)
        switch caller.judge(asked, for: target, gate, hasAuthorization: !fields.authorization.isEmpty) {
        case .answered(let answer):
            // gRPC clients do not show the text of an HTTP answer.
            let isGRPC = asked.contentTypes.first.flatMap(WebContentType.init) == .grpc && !caller.isHTTP1
            if answer.status == 421, isGRPC {
                verdict = .refused(RPCError(.permissionDenied, answer.text))
                return
            }
            verdict = .http(HTTPPage(answer, isWithoutBody: fields.method.map { block.isEqual($0, "HEAD") } ?? false))
            return
        case .passes(let passes): passage = passes
        }
        if !passage.mayBeLocalOwner { connection = caller.elsewhere }
        let known = Result { [connection] () throws(RPCError) in
            guard let value = fields.authorization.first else { return connection.principal }
            guard fields.authorization.count == 1 else {
                throw RPCError(.unauthenticated, "the call has two authorization headers; send one credential")
            }
            return try settings.authenticator.principal(authorization: block.text(value), of: connection.peer)
        }
        principal = (try? known.get()) ?? .anonymous()

        switch passage.contentType {
        case .grpc where caller.isHTTP1:
            verdict = .http(.grpcNeedsHTTP2)
            return
        case .grpc:
            guard fields.hasTrailers else {
                verdict = .http(HTTPPage("400", .text("a gRPC call needs the header te: trailers\n")))
                return
            }
            encoding = fields.encoding
            acceptsGzip = fields.acceptsGzip
            if let value = fields.badTimeout {
                verdict = .refused(RPCError(.internal, "the grpc-timeout \"\(value)\" is malformed"))
                return
            }
        case .some where kind == .bidirectional && caller.isHTTP1:
            verdict = .http(HTTPPage.needsHTTP2(passage.fields()))
            return
        case let type? where route != nil:
            guard beginWeb(type, passage, name, settings) else { return }
        case let type? where Self.isOfMethod(name) && !(settings.page != nil && AssetTable.owns(name)):
            web = WebCall(refusing: type, passage, descriptors: settings.descriptors)
        case nil where isReadable && block.isEqual(fields.method ?? 0..<0, "GET"):
            guard beginGET(RequestTarget(block.text(fields.path)), passage, name, settings) else { return }
        default:
            let (method, path) = (fields.method.map(block.text) ?? "", RequestTarget(name).path)
            if let page = settings.page, AssetTable.owns(path) {
                let request = AssetRequest(
                    method, path, ifNoneMatch: all("if-none-match"), acceptEncoding: all("accept-encoding"))
                verdict = .http(
                    HTTPPage(
                        page.answer(to: request), isWithoutBody: method == "HEAD",
                        fields: AssetTable.isShared(path) ? passage.fields() : []))
                return
            }
            let request = HTTPRequest(
                method: method, path: path,
                seesMetrics: ((try? known.get())?.rights ?? []).isSuperset(of: settings.metricsRight),
                accept: all("accept"))
            verdict = .http(request.page)
            return
        }
        judge(route, name, known, hasBinary: fields.hasBinary, server, settings)
    }

    /// Whether a path has the form of a method's: `/package.Service/Method`.
    private static func isOfMethod(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].isEmpty && !parts[1].isEmpty && !parts[2].isEmpty
    }

    /// All values of a field as one list; nil if it is absent.
    private func all(_ name: StaticString) -> String? {
        var values: [String] = []
        var position = 0
        while let field = block.field(at: &position) {
            if block.isEqual(field.name, name) { values.append(block.text(field.value)) }
        }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Handles a call by gRPC-Web or Connect.
    /// - Returns: false when the verdict is already an answer.
    private func beginWeb(
        _ type: WebContentType, _ passage: WebPassage, _ path: String, _ settings: HTTP2Server.Settings
    ) -> Bool {
        guard let web = WebCall(type, passage, path: path, descriptors: settings.descriptors) else {
            isReusable = false
            return isWrongType("this method cannot be called in JSON; send application/proto", passage)
        }
        self.web = web
        let fields = WebFields(block, type)
        timeout = fields.timeout
        encoding = fields.encoding
        acceptsGzip = fields.acceptsGzip
        if type.isBareMessage, route?.method.kind != .unary {
            return isWrongType("this method streams; send application/connect+proto or +json", passage)
        }
        if case .connectStream = type, route?.method.kind == .unary {
            return isWrongType("this method does not stream; send application/proto or application/json", passage)
        }
        if let error = fields.error {
            verdict = .refused(error)
            return false
        }
        return true
    }

    private func isWrongType(_ text: String, _ passage: WebPassage) -> Bool {
        verdict = .http(HTTPPage("415", .text(text + "\n"), fields: passage.fields()))
        return false
    }

    /// Handles a Connect call by GET, whose request is in the query.
    private func beginGET(
        _ target: RequestTarget, _ passage: WebPassage, _ path: String, _ settings: HTTP2Server.Settings
    ) -> Bool {
        do throws(ConnectQuery.Refusal) {
            let query = try ConnectQuery(target)
            guard beginWeb(.connect(isJSON: query.isJSON), passage, path, settings) else { return false }
            encoding = query.encoding
            request = query.request
            return true
        } catch {
            switch error {
            case .unreadable(let status, let text):
                verdict = .http(HTTPPage(status, .text(text + "\n"), fields: passage.fields()))
            case .refused(let isJSON, let error):
                if beginWeb(.connect(isJSON: isJSON), passage, path, settings) { verdict = .refused(error) }
            }
            return false
        }
    }

    private func judge(
        _ route: Route?, _ path: String, _ known: Result<Principal, RPCError>, hasBinary: Bool, _ server: RPCServer,
        _ settings: HTTP2Server.Settings
    ) {
        if hasBinary, let name = MetadataCoding.malformed(block) {
            verdict = .refused(RPCError(.internal, "the value of \(name) is not base64"))
        } else if case .failure(let error) = known {
            verdict = .refused(error)
        } else if let error = encoding.refusal {
            verdict = .unreadable(error)
        } else if encoding.isGzip, principal.isAnonymous, !settings.anonymous.acceptsGzip {
            verdict = .refused(
                RPCError(
                    .unimplemented,
                    "requests of unauthenticated callers must not be compressed; send identity"))
        } else if let route {
            if let error = server.refusal(route.method, principal) {
                verdict = .denied(route.method, error)
            } else {
                verdict = .call(route)
            }
        } else {
            verdict = .refused(RPCServer.unknownMethod(path))
        }
    }

    /// The fields with a meaning in gRPC or HTTP.
    private struct Fields {
        var path = 0..<0
        var method: Range<Int>?
        var hasTrailers = false
        var timeout: Duration?
        var badTimeout: String?
        var encoding = MessageEncoding.identity
        var acceptsGzip = false
        var hasBinary = false
        var contentLength = 0
        var authorization: [Range<Int>] = []

        init(_ block: HeaderBlock) {
            var position = 0
            while let field = block.field(at: &position) {
                if block.isEqual(field.name, ":path") {
                    path = field.value
                } else if block.isEqual(field.name, ":method") {
                    method = field.value
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
                } else if block.isEqual(field.name, "content-length") {
                    // A number that exceeds `Int` is larger than any limit. The HTTP layer refuses other text.
                    contentLength = Int(block.text(field.value)) ?? .max
                } else if block.bytes[field.name].suffix(4).elementsEqual("-bin".utf8) {
                    hasBinary = true
                }
            }
        }
    }
}
