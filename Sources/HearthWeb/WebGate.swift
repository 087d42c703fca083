/// Who may come in by HTTP, before anybody asks who it is. A hub on loopback is within reach of every page that its users
/// visit: the gate lets a page's requests through only if the hub served the page itself, or was told to trust it
/// (SEC-01…06, WEB-07, WEB-11). It looks at the host first, then at the origin, then at what is sent, for HTTP/1.1 and
/// HTTP/2 alike. Of a host only the name counts: a tunnel, a container or a router gives the hub another port, and a
/// page whose name leads here is told by its name.
public struct WebGate: Sendable {
    private let port: UInt16
    /// Names and addresses of this machine.
    private let names: Set<String>
    private let origins: Set<WebOrigin>
    private let proxies: Set<String>

    /// - Parameters:
    ///   - port: where the hub listens.
    ///   - hosts: what this machine is called, beside `localhost`, `127.0.0.1` and `::1`: its addresses, its names, and what
    ///     `--host` says; a port with it means nothing. A name stands for itself with and without `.local`.
    ///   - origins: what `--allow-origin` says.
    ///   - proxies: the addresses from which forwarded fields are believed, as `--proxy` says (SEC-06).
    public init(port: UInt16, hosts: [String], origins: [WebOrigin] = [], proxies: [String] = []) {
        self.port = port
        var names: Set<String> = ["localhost", "127.0.0.1", "::1"]
        for text in hosts {
            guard let host = WebHost.named(text) else { continue }
            names.insert(host.name)
            if host.name.hasSuffix(".local") {
                names.insert(String(host.name.dropLast(6)))
            } else if !host.name.contains("."), !host.name.contains(":") {
                names.insert(host.name + ".local")
            }
        }
        self.names = names
        self.origins = Set(origins)
        self.proxies = Set(proxies)
    }

    /// Judges a request.
    public func judge(_ request: WebRequest, for target: WebTarget, from caller: WebCaller) -> WebVerdict {
        let isProxied = caller.address.map(proxies.contains) ?? false
        let isSecure = caller.isSecure || isProxied && request.forwardedSchemes == ["https"]
        // Of what is read, a type says nothing, and must not stand for a client that is no browser.
        let isSent = request.method == "POST" && request.contentTypes.count == 1
        let type = isSent ? request.contentTypes.first.flatMap(WebContentType.init) : nil

        let host = Self.host(request)
        if needsHost(type, caller) {
            guard let host, names.contains(host.name) else { return .answered(Self.notOurs(host)) }
        }

        guard let crossOrigin = crossOrigin(request, host, isSecure: isSecure) else { return .answered(Self.foreign) }
        let isForeign = if case .allowed = crossOrigin { true } else { false }

        if request.method == "OPTIONS" {
            guard case .allowed(let origin) = crossOrigin, request.isPreflight else {
                return .answered(Self.notAllowed("GET, HEAD, POST", crossOrigin))
            }
            return .answered(CrossOrigin.preflight(origin))
        }
        let isRead = request.method == "GET" || request.method == "HEAD"
        let isOfOurPage = request.fetchSites.allSatisfy { $0 == "same-origin" || $0 == "none" }
        guard isForeign || isOfOurPage || target == .page && isRead else { return .answered(Self.foreign) }

        if case .call(let isReadable) = target {
            if request.method == "POST" {
                guard let type else { return .answered(Self.unknownType(crossOrigin)) }
                if type == .grpc, caller.isHTTP1 { return .answered(Self.grpcNeedsHTTP2(crossOrigin)) }
            } else if request.method != "GET" || !isReadable {
                return .answered(Self.notAllowed(isReadable ? "GET, POST" : "POST", crossOrigin))
            }
        }
        return .passes(
            WebPassage(
                mayBeLocalOwner: !isProxied && !request.isForwarded && !isForeign && Self.isLocal(caller, host),
                contentType: request.method == "POST" ? type : nil, origins: crossOrigin))
    }

    /// Where a reader of this machine in clear text is sent who comes from another one: nil unless it reads, and by a name
    /// or address of ours (H1-13).
    /// - Parameter path: the target in origin form.
    public func redirect(_ request: WebRequest, path: String) -> WebAnswer? {
        guard request.method == "GET" || request.method == "HEAD", path.hasPrefix("/"), let host = Self.host(request),
            names.contains(host.name)
        else { return nil }
        return WebAnswer(308, "", [WebField("location", "https://\(Self.text(host)):\(host.port ?? port)\(path)")])
    }

    // MARK: The host

    /// The host that a request names; nil when it names none, or two.
    private static func host(_ request: WebRequest) -> WebHost? {
        guard let first = request.hosts.first.flatMap(WebHost.init) else { return nil }
        return request.hosts.dropFirst().allSatisfy { WebHost($0) == first } ? first : nil
    }

    /// gRPC's own clients are no browsers, and may call a hub by what they like, unless being on this machine is all that
    /// speaks for them: a page whose name leads here could call as they do. It can't by TLS, as nobody gives it a certificate
    /// for that name together with the hub's key. Through a Unix socket comes no page.
    private func needsHost(_ type: WebContentType?, _ caller: WebCaller) -> Bool {
        switch caller.place {
        case .unixSocket: false
        case .loopback: type != .grpc || !caller.hasCredential && !caller.isSecure
        case .network: type != .grpc
        }
    }

    /// Whether nothing about a request speaks against its coming from this machine.
    private static func isLocal(_ caller: WebCaller, _ host: WebHost?) -> Bool {
        switch caller.place {
        case .unixSocket: true
        case .loopback: host?.isLoopback ?? false
        case .network: false
        }
    }

    // MARK: The origin

    /// What the page that sends a request may do; nil when it is foreign.
    private func crossOrigin(_ request: WebRequest, _ host: WebHost?, isSecure: Bool) -> CrossOrigin? {
        let own = origins.isEmpty ? CrossOrigin.off : .own
        guard let text = request.origins.first else { return own }
        guard request.origins.count == 1, let origin = WebOrigin(text) else { return nil }
        if let host, origin == WebOrigin(host, isSecure: isSecure) { return own }
        return origins.contains(origin) ? .allowed(text) : nil
    }

    // MARK: Refusals

    /// The name is one of a host only, so that nothing else of the request comes back.
    private static func notOurs(_ host: WebHost?) -> WebAnswer {
        guard let host else {
            return WebAnswer(
                421, "the request does not say by one host name for whom it is; ask by the hub's name or address")
        }
        let name = text(host)
        return WebAnswer(
            421, "this hub is not known as \(name); if it is yours, start it with hearth serve --host \(name)")
    }

    private static func text(_ host: WebHost) -> String { host.name.contains(":") ? "[\(host.name)]" : host.name }

    private static let foreign = WebAnswer(
        403, "the page that sends this was not served here; hearth serve --allow-origin lets it in")

    private static func notAllowed(_ methods: String, _ origins: CrossOrigin) -> WebAnswer {
        WebAnswer(405, "this answers \(methods)", [WebField("allow", methods)] + origins.fields(trailers: []))
    }

    private static func unknownType(_ origins: CrossOrigin) -> WebAnswer {
        WebAnswer(415, "use curl --json '{…}'", origins.fields(trailers: []))
    }

    private static func grpcNeedsHTTP2(_ origins: CrossOrigin) -> WebAnswer {
        WebAnswer(
            505, "gRPC needs HTTP/2; over HTTP/1.1 there are Connect and gRPC-Web", origins.fields(trailers: []))
    }
}
