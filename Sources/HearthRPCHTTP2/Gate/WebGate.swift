internal import HearthBase

/// Decides which HTTP requests may pass, before the caller is authenticated. Every page that a user visits can reach a
/// hub on loopback: the gate lets a page's requests pass only if the hub served the page, or `--allow-origin` names it.
/// It checks the host, the origin, and then method and content type, for HTTP/1.1 and HTTP/2 alike. Ports of hosts are
/// ignored, because a tunnel, container or router may map the hub to another port. Checking the host's name stops DNS
/// rebinding.
package struct WebGate: Sendable {
    private let port: UInt16
    /// Names and addresses of this machine.
    private let names: Set<String>
    private let origins: Set<WebOrigin>
    private let proxies: Set<String>

    /// - Parameters:
    ///   - port: the port that the hub listens on.
    ///   - hosts: names and addresses of this machine beside `localhost`, `127.0.0.1` and `::1`, with those of
    ///     `--host`; ports are ignored. A name counts with and without `.local`.
    ///   - origins: the origins of `--allow-origin`.
    ///   - proxies: the addresses from which forwarded fields are trusted, of `--proxy`.
    package init(port: UInt16, hosts: [String], origins: [WebOrigin] = [], proxies: [String] = []) {
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
    package func judge(_ request: WebRequest, for target: WebTarget, from caller: WebCaller) -> WebVerdict {
        let isProxied = caller.address.map(proxies.contains) ?? false
        let isSecure = caller.isSecure || isProxied && request.forwardedSchemes == ["https"]
        // The type of a GET request means nothing, and must not make it pass for a gRPC client.
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

    /// The redirect to TLS for a client of another machine in clear text; nil unless it is GET or HEAD under a name or
    /// address of this machine.
    /// - Parameter path: the target in origin form.
    package func redirect(_ request: WebRequest, path: String) -> WebAnswer? {
        guard request.method == "GET" || request.method == "HEAD", path.hasPrefix("/"), let host = Self.host(request),
            names.contains(host.name)
        else { return nil }
        return WebAnswer(308, "", [WebField("location", "https://\(Self.text(host)):\(host.port ?? port)\(path)")])
    }

    // MARK: The host

    /// The host that a request names; nil when it names none, or two different ones.
    private static func host(_ request: WebRequest) -> WebHost? {
        guard let first = request.hosts.first.flatMap(WebHost.init) else { return nil }
        return request.hosts.dropFirst().allSatisfy { WebHost($0) == first } ? first : nil
    }

    /// gRPC clients are not browsers and may use any name for the hub, unless only their locality authenticates them: a
    /// page from a rebound DNS name could then pass for one. Over TLS it cannot, since no certificate covers that name
    /// together with the hub's key. Pages cannot reach a Unix socket.
    private func needsHost(_ type: WebContentType?, _ caller: WebCaller) -> Bool {
        switch caller.place {
        case .unixSocket: false
        case .loopback: type != .grpc || !caller.hasCredential && !caller.isSecure
        case .network: type != .grpc
        }
    }

    /// Whether the request can come from this machine.
    private static func isLocal(_ caller: WebCaller, _ host: WebHost?) -> Bool {
        switch caller.place {
        case .unixSocket: true
        case .loopback: host?.isLoopback ?? false
        case .network: false
        }
    }

    // MARK: The origin

    /// The CORS state of a request; nil when its page is foreign.
    private func crossOrigin(_ request: WebRequest, _ host: WebHost?, isSecure: Bool) -> CrossOrigin? {
        let own = origins.isEmpty ? CrossOrigin.off : .own
        guard let text = request.origins.first else { return own }
        guard request.origins.count == 1, let origin = WebOrigin(text) else { return nil }
        if let host, origin == WebOrigin(host, isSecure: isSecure) { return own }
        return origins.contains(origin) ? .allowed(text) : nil
    }

    // MARK: Refusals

    /// The host's name is validated, so nothing else of the request is echoed.
    private static func notOurs(_ host: WebHost?) -> WebAnswer {
        guard let host else {
            return WebAnswer(
                421, "the request needs exactly one host name; use the hub's name or address")
        }
        let name = text(host)
        return WebAnswer(
            421,
            "this hub is not known as \(name); if it is yours, start it with hearth serve --host \(ShellLine.word(name))"
        )
    }

    private static func text(_ host: WebHost) -> String { host.name.contains(":") ? "[\(host.name)]" : host.name }

    private static let foreign = WebAnswer(
        403, "this hub did not serve the page that sent this request; allow it with hearth serve --allow-origin")

    private static func notAllowed(_ methods: String, _ origins: CrossOrigin) -> WebAnswer {
        WebAnswer(405, "use one of the methods \(methods)", [WebField("allow", methods)] + origins.fields(trailers: []))
    }

    private static func unknownType(_ origins: CrossOrigin) -> WebAnswer {
        WebAnswer(415, "use curl --json '{…}'", origins.fields(trailers: []))
    }

    private static func grpcNeedsHTTP2(_ origins: CrossOrigin) -> WebAnswer {
        WebAnswer(
            505, "gRPC needs HTTP/2; over HTTP/1.1 use Connect or gRPC-Web", origins.fields(trailers: []))
    }
}
