internal import HearthBase
@testable internal import HearthRPCHTTP2
internal import Expectations
internal import Testing

private let gate = WebGate(
    port: 4327, hosts: ["192.168.1.10", "fe80::1", "fd00::10", "hearth-1a2b", "hub.local", "hub.example:8443"])
private let open = WebGate(
    port: 4327, hosts: [], origins: ["https://app.example", "http://localhost:5173"].compactMap(WebOrigin.init))

/// The request of a browser on this machine, from the hub's own page.
private func request(
    _ method: String = "POST", host: String? = "127.0.0.1:4327", origin: String? = nil, site: String? = nil,
    type: String? = "application/json", _ change: (inout WebRequest) -> Void = { _ in }
) -> WebRequest {
    var request = WebRequest()
    request.method = method
    request.hosts = host.map { [$0] } ?? []
    request.origins = origin.map { [$0] } ?? []
    request.fetchSites = site.map { [$0] } ?? []
    request.contentTypes = type.map { [$0] } ?? []
    change(&request)
    return request
}

private func caller(
    _ place: WebCaller.Place = .loopback, address: String? = "127.0.0.1", isSecure: Bool = false, isHTTP1: Bool = true,
    hasCredential: Bool = false
) -> WebCaller {
    WebCaller(place: place, address: address, isSecure: isSecure, isHTTP1: isHTTP1, hasCredential: hasCredential)
}

private func judge(
    _ request: WebRequest, _ target: WebTarget = .call(isReadable: false), _ caller: WebCaller = caller(),
    at gate: WebGate = gate
) -> WebVerdict { gate.judge(request, for: target, from: caller) }

extension WebVerdict {
    /// The status of the gate's own answer; nil when the request passes.
    fileprivate var status: Int? {
        if case .answered(let answer) = self { answer.status } else { nil }
    }

    fileprivate var passage: WebPassage? {
        if case .passes(let passage) = self { passage } else { nil }
    }

    fileprivate var answer: WebAnswer? {
        if case .answered(let answer) = self { answer } else { nil }
    }
}

@Suite struct WebGateTests {
    // MARK: The host

    @Test(arguments: [
        "127.0.0.1:4327", "localhost:4327", "LocalHost:4327", "[::1]:4327", "[0:0:0:0:0:0:0:1]:4327",
        "192.168.1.10:4327",
        "[fe80::1]:4327", "[FD00:0:0::10]:4327", "hearth-1a2b:4327", "HEARTH-1A2B.local:4327", "hub:4327",
        "hub.local:4327",
        "hub.example:8443",
        // Through a tunnel, a container or a router.
        "localhost", "127.0.0.1", "[::1]", "localhost:80", "localhost:4328", "hub.example", "hub.example:4327",
        "localhost:8443", "192.168.1.10:80", "hub.local:8080",
    ])
    func hostIsOneOfOurs(_ host: String) {
        expect(judge(request(host: host)).passage != nil)
        expect(judge(request("GET", host: host, type: nil), .page).passage != nil)
    }

    @Test(arguments: [
        // DNS rebinding: another party's name that resolves to this machine.
        "evil.example:4327", "localhost.evil.com:4327", "evil.com.localhost:4327", "127.0.0.1.nip.io:4327",
        "127-0-0-1.nip.io:4327", "localtest.me:4327", "hub.local.evil.com:4327", "hub.example.evil.com:8443",
        "xhub.local:4327",
        "hub.evil.local:4327", "hearth-1a2b.evil:4327", "a.localhost:4327",
        // Other spellings.
        "localhost.:4327", "127.0.0.1.:4327", "hub.local.:4327", "127.1:4327", "127.0.0.2:4327", "0.0.0.0:4327",
        "2130706433:4327", "0x7f000001:4327", "0177.0.0.1:4327", "127.0.0.01:4327", "127.000.000.001:4327",
        "[::ffff:127.0.0.1]:4327", "[::]:4327", "[::1%25lo]:4327", "[::1%lo]:4327", "[fe80::1%eth0]:4327", "::1:4327",
        "fe80::1:4327", "[127.0.0.1]:4327", "[localhost]:4327", "[::1:4327", "::1]:4327", "[]:4327", "[::1]4327",
        // Ports.
        "localhost:", "localhost:04327",
        "localhost:+4327",
        "localhost:4327 ", "localhost: 4327", "localhost:69863", "localhost:4327:4327", "localhost:0",
        "localhost:٤٣٢٧",
        // Invalid hosts.
        "", " ", ":4327", "evil@localhost:4327", "localhost:4327@evil.com", "localhost:4327/",
        "localhost:4327,evil.com",
        "localhost:4327#", "localhost:4327?", "local host:4327", "localhost\u{0}:4327", "localhost\t:4327",
        "http://localhost:4327", "//localhost:4327", "localhost%2e:4327", "localhost%00.evil.com:4327", "*",
        "*.local:4327",
        // Letters that look like ours, or become ours by case folding or decoding.
        "locaⅼhost:4327", "localhoſt:4327", "ｌocalhost:4327", "hub。local:4327", "xn--localhost-:4327",
        "LOCALHOST\u{301}:4327",
        "127。0。0。1:4327", "１２７.0.0.1:4327", "\u{200B}localhost:4327", "localhost\u{FEFF}:4327",
    ])
    func otherHostGets421WithTheReason(_ host: String) {
        let name = WebHost(host).map { $0.name.contains(":") ? "[\($0.name)]" : $0.name }
        let text =
            name.map { "this hub is not known as \($0); if it is yours, start it with hearth serve --host \($0)" }
            ?? "the request needs exactly one host name; use the hub's name or address"
        for (target, type) in [(WebTarget.call(isReadable: true), "application/json"), (.page, nil), (.other, nil)] {
            let verdict = judge(request(type == nil ? "GET" : "POST", host: host, type: type), target)
            expect(verdict.status == 421 && verdict.answer?.text == text && verdict.answer?.fields == [], "\(host)")
        }
    }

    @Test func twoHostFieldsNameNoHost() {
        expect(judge(request(host: nil)).status, equals: 421)
        expect(judge(request { $0.hosts = ["localhost:4327", "evil.com:4327"] }).status, equals: 421)
        expect(judge(request { $0.hosts = ["evil.com:4327", "localhost:4327"] }).status, equals: 421)
        expect(judge(request { $0.hosts = ["localhost:4327", ""] }).status, equals: 421)
        // HTTP/2 may repeat it.
        expect(judge(request { $0.hosts = ["localhost:4327", "LOCALHOST:4327"] }).passage != nil)
    }

    /// A page that this machine serves at another port is recognized by its origin.
    @Test func tunnelAllowsOnlyItsOwnPage() {
        let tunnel = request(host: "localhost:8080", origin: "http://localhost:8080", site: "same-origin")
        expect(judge(tunnel).passage?.mayBeLocalOwner, equals: true)
        expect(judge(request(host: "localhost:8080", origin: "http://localhost:3000")).status, equals: 403)
        expect(judge(request(host: "evil.example:8080", origin: "http://evil.example:8080")).status, equals: 421)
    }

    @Test func gRPCOverLoopbackNeedsOneOfOurHosts() {
        let rebound = request(host: "evil.example:4327", type: "application/grpc")
        let http2 = { (place: WebCaller.Place, hasCredential: Bool) in
            caller(place, isHTTP1: false, hasCredential: hasCredential)
        }
        expect(judge(rebound, .call(isReadable: false), http2(.loopback, false)).status, equals: 421)
        expect(judge(rebound, .call(isReadable: false), http2(.loopback, true)).passage?.mayBeLocalOwner, equals: false)
        expect(judge(rebound, .call(isReadable: false), http2(.network, false)).passage?.mayBeLocalOwner, equals: false)
        expect(judge(rebound, .call(isReadable: false), http2(.unixSocket, false)).passage != nil)
        // Browsers can not send requests this way.
        let json = request(host: "evil.example:4327")
        expect(judge(json, .call(isReadable: false), http2(.loopback, true)).status, equals: 421)
        expect(judge(json, .call(isReadable: false), http2(.network, true)).status, equals: 421)
    }

    // MARK: The origin

    @Test(arguments: ["127.0.0.1:4327", "localhost:4327", "[::1]:4327", "hub.local:4327"])
    func pageOfOursMayCall(_ host: String) {
        expect(judge(request(host: host, origin: "http://" + host, site: "same-origin")).passage != nil)
        expect(judge(request(host: host, origin: "http://" + host)).passage != nil)
        expect(judge(request(host: host, origin: "https://" + host)).status, equals: 403)
        expect(
            judge(request(host: host, origin: "https://" + host), .page, caller(.network, isSecure: true)).passage
                != nil)
    }

    @Test(arguments: [
        "null", "", "http://evil.example", "http://evil.example:4327", "https://127.0.0.1:4327", "http://127.0.0.1",
        "http://127.0.0.1:80", "http://127.0.0.1:4328", "http://localhost:4327", "http://[::1]:4327", "127.0.0.1:4327",
        "//127.0.0.1:4327", "http:127.0.0.1:4327", "http://127.0.0.1:4327/", "http://127.0.0.1:4327/x",
        "http://127.0.0.1:4327?", "http://127.0.0.1:4327#", "http://evil@127.0.0.1:4327",
        "http://127.0.0.1:4327@evil.com",
        "http://127.0.0.1:4327 http://evil.com", "http://evil.com http://127.0.0.1:4327",
        "http://127.0.0.1:4327,http://evil.com",
        "http://127.0.0.1.nip.io:4327", "http://127.0.0.1.:4327", "ftp://127.0.0.1:4327", "file://",
        "chrome-extension://abc",
        "http://127.0.0.1:04327", "http://127.0.0.1:4327\u{0}", " http://127.0.0.1:4327", "http://127.0.0.1:4327 ",
        "http://127.0.0.1:", "http://", "http://[::1%25lo]:4327", "http://localhost.evil.com:4327", "*",
        "HTTP://127.0.0.1:4327", "http://１27.0.0.1:4327",
    ])
    func anyOtherPageIsForeign(_ origin: String) {
        for target in [WebTarget.page, .other, .call(isReadable: true), .call(isReadable: false)] {
            for method in ["GET", "HEAD", "POST", "OPTIONS"] {
                for site in [nil, "same-origin", "none"] {
                    let verdict = judge(request(method, origin: origin, site: site), target)
                    expect(verdict.status, equals: 403, "\(method) from \(origin)")
                    expect(verdict.answer?.fields, equals: [])
                }
            }
        }
    }

    @Test func twoOriginsAreForeign() {
        let own = "http://127.0.0.1:4327"
        expect(judge(request { $0.origins = [own, own] }).status, equals: 403)
        expect(judge(request { $0.origins = [own, "http://evil.com"] }).status, equals: 403)
    }

    @Test(arguments: ["cross-site", "same-site", "", "None", "same-origin, none", "x"])
    func secFetchSiteOfAForeignPageCounts(_ site: String) {
        for target in [WebTarget.call(isReadable: true), .other] {
            for method in ["GET", "POST"] {
                expect(judge(request(method, site: site), target).status, equals: 403)
            }
        }
        // A link may lead to the page, but not send data to it.
        expect(judge(request("GET", site: site, type: nil), .page).passage != nil)
        expect(judge(request("HEAD", site: site, type: nil), .page).passage != nil)
        expect(judge(request("POST", site: site, type: nil), .page).status, equals: 403)
        expect(judge(request("POST") { $0.fetchSites = ["same-origin", site] }).status, equals: 403)
    }

    @Test func absentFieldsProveNothing() {
        // curl, Prometheus and scripts send neither Origin nor Sec-Fetch-Site.
        expect(judge(request()).passage?.mayBeLocalOwner, equals: true)
        expect(judge(request("GET", type: nil), .other).passage != nil)
        expect(judge(request(site: "none")).passage != nil)
        expect(judge(request(site: "same-origin")).passage != nil)
    }

    // MARK: Content types

    @Test(arguments: [
        "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x",
        "text/plain;charset=UTF-8",
        "text/plain; application/json", "text/plain,application/json", "application/json,text/plain", "", " ",
        "application/json/x", "application/jsonx", "xapplication/json", "text/json", "application/ld+json", "*/*",
        "application/grpc-webx", "application/grpc+json", "application/connect", "application/protobuf", "json",
        ";application/json",
        "application/\u{212A}son",
    ])
    func typesThatForeignPagesMaySendCallNothing(_ type: String) {
        let verdict = judge(request(type: type))
        expect(verdict.status, equals: 415, "\(type)")
        expect(verdict.answer?.text, equals: "use curl --json '{…}'")
        // A page whose browser would send such a type without a preflight is refused earlier.
        expect(judge(request(origin: "http://evil.example", site: "cross-site", type: type)).status, equals: 403)
    }

    @Test func contentTypeIsThereOnce() {
        expect(judge(request(type: nil)).status, equals: 415)
        expect(judge(request { $0.contentTypes = ["application/json", "application/json"] }).status, equals: 415)
        expect(judge(request { $0.contentTypes = ["text/plain", "application/json"] }).status, equals: 415)
    }

    @Test(arguments: [
        ("application/grpc-web", WebContentType.grpcWeb(isText: false)),
        ("application/grpc-web+proto", .grpcWeb(isText: false)),
        ("application/grpc-web-text", .grpcWeb(isText: true)),
        ("application/grpc-web-text+proto", .grpcWeb(isText: true)),
        ("application/proto", .connect(isJSON: false)), ("application/json", .connect(isJSON: true)),
        ("application/json; charset=utf-8", .connect(isJSON: true)), ("Application/JSON", .connect(isJSON: true)),
        ("application/connect+proto", .connectStream(isJSON: false)),
        ("application/connect+json", .connectStream(isJSON: true)),
    ])
    func ourTypesCall(_ text: String, _ type: WebContentType) {
        expect(judge(request(type: text)).passage?.contentType, equals: type)
    }

    @Test func gRPCNeedsHTTP2() {
        for type in ["application/grpc", "application/grpc+proto", "application/grpc; x"] {
            expect(judge(request(type: type)).status, equals: 505)
            expect(
                judge(request(type: type), .call(isReadable: false), caller(isHTTP1: false)).passage?.contentType,
                equals: .grpc)
        }
    }

    @Test func getIsForMethodsWithoutSideEffects() {
        expect(judge(request("GET", type: nil), .call(isReadable: true)).passage != nil)
        let refused = judge(request("GET", type: nil), .call(isReadable: false))
        expect(refused.status == 405 && refused.answer?.fields == [WebField("allow", "POST")])
        for method in ["HEAD", "PUT", "DELETE", "TRACE", "post", ""] {
            for isReadable in [false, true] {
                expect(judge(request(method), .call(isReadable: isReadable)).status, equals: 405)
            }
        }
    }

    // MARK: Local ownership

    @Test func localOwnerComesWithoutAProxy() {
        for host in ["127.0.0.1:4327", "localhost:4327", "[::1]:4327"] {
            expect(judge(request(host: host)).passage?.mayBeLocalOwner, equals: true)
            expect(judge(request(host: host) { $0.isForwarded = true }).passage?.mayBeLocalOwner, equals: false)
        }
        for host in ["192.168.1.10:4327", "hub.local:4327", "hub.example:8443"] {
            expect(judge(request(host: host)).passage?.mayBeLocalOwner, equals: false)
        }
        expect(judge(request(), .page, caller(.network)).passage?.mayBeLocalOwner, equals: false)
        expect(judge(request(), .page, caller(.unixSocket)).passage?.mayBeLocalOwner, equals: true)
        expect(
            judge(request { $0.isForwarded = true }, .page, caller(.unixSocket)).passage?.mayBeLocalOwner, equals: false
        )
    }

    @Test func trustedProxyIsBelievedButOwnsNothing() {
        let gate = WebGate(port: 4327, hosts: ["hub.example"], proxies: ["127.0.0.1"])
        func proxied(_ host: String, _ origin: String?, scheme: [String]) -> WebRequest {
            request(host: host, origin: origin) {
                $0.isForwarded = !scheme.isEmpty
                $0.forwardedSchemes = scheme
            }
        }
        let secure = proxied("hub.example", "https://hub.example", scheme: ["https"])
        expect(judge(secure, at: gate).passage?.mayBeLocalOwner, equals: false)
        expect(judge(proxied("hub.example", "http://hub.example", scheme: []), at: gate).passage != nil)
        expect(judge(proxied("hub.example", "https://hub.example", scheme: []), at: gate).status, equals: 403)
        expect(
            judge(proxied("hub.example", "https://hub.example", scheme: ["https", "https"]), at: gate).status,
            equals: 403)
        expect(judge(proxied("evil.example", "https://evil.example", scheme: ["https"]), at: gate).status, equals: 421)
        // A proxy that names no client, and passes on a loopback host.
        expect(judge(proxied("127.0.0.1:4327", nil, scheme: []), at: gate).passage?.mayBeLocalOwner, equals: false)
        // From elsewhere the same fields are ignored.
        let other = caller(address: "127.0.0.2")
        expect(judge(secure, .call(isReadable: false), other, at: gate).status, equals: 403)
    }

    // MARK: Other origins

    @Test func listedPageMayCall() throws {
        for origin in ["https://app.example", "http://localhost:5173"] {
            let verdict = judge(request(origin: origin, site: "cross-site"), at: open)
            let passage = try require(verdict.passage)
            expect(!passage.mayBeLocalOwner)
            expect(passage.contentType, equals: .connect(isJSON: true))
            expect(
                passage.fields(trailers: ["trailer-x"]),
                equals: [
                    WebField("access-control-allow-origin", origin),
                    WebField(
                        "access-control-expose-headers",
                        "grpc-status, grpc-message, grpc-status-details-bin, trailer-x"),
                    WebField("vary", "origin"),
                ])
            // It may read the reason of a refusal.
            let refused = try require(judge(request(origin: origin, type: "text/plain"), at: open).answer)
            expect(refused.status, equals: 415)
            expect(refused.fields.contains(WebField("access-control-allow-origin", origin)))
        }
    }

    @Test func preflightAnswersWhatIsAllowed() throws {
        let asked = request("OPTIONS", origin: "https://app.example", site: "cross-site", type: nil) {
            $0.isPreflight = true
        }
        let answer = try require(judge(asked, at: open).answer)
        expect(answer.status, equals: 204)
        expect(answer.text, equals: "")
        expect(
            answer.fields,
            equals: [
                WebField("access-control-allow-origin", "https://app.example"),
                WebField("access-control-allow-methods", "GET, POST"),
                WebField(
                    "access-control-allow-headers",
                    """
                    authorization, content-type, connect-protocol-version, connect-timeout-ms, grpc-timeout, x-grpc-web, \
                    x-user-agent, traceparent
                    """),
                WebField("access-control-max-age", "7200"),
                WebField("vary", "origin, access-control-request-method, access-control-request-headers"),
            ])
        expect(judge(asked, at: gate).status, equals: 403)
        expect(judge(request("OPTIONS", origin: "https://app.example", type: nil), at: open).status, equals: 405)
        expect(judge(request("OPTIONS", type: nil) { $0.isPreflight = true }, at: open).status, equals: 405)
    }

    @Test(arguments: [
        "https://app.example.evil.com", "https://evil-app.example", "http://app.example", "https://app.example:444",
        "null",
        "https://app.example.", "https://sub.app.example", "https://app.exampl", "http://localhost:5174", "*",
    ])
    func unlistedPagesAreRefused(_ origin: String) {
        for method in ["GET", "POST", "OPTIONS"] {
            let verdict = judge(request(method, origin: origin) { $0.isPreflight = true }, at: open)
            expect(verdict.status == 403 && verdict.answer?.fields == [])
        }
    }

    @Test func listedPagesNeedOurHostToo() {
        expect(judge(request(host: "evil.example:4327", origin: "https://app.example"), at: open).status, equals: 421)
        expect(judge(request(), at: open).passage?.fields(), equals: [WebField("vary", "origin")])
        expect(judge(request(), at: gate).passage?.fields(), equals: [])
        expect(judge(request(origin: "https://APP.example:443"), at: open).passage != nil)
        expectNil(WebOrigin("null"))
        expectNil(WebOrigin("*"))
        expectNil(WebOrigin("https://a/"))
    }

    // MARK: Clear text from other machines

    @Test func readerIsRedirectedToHTTPS() {
        func redirect(_ method: String, _ host: String, _ path: String = "/a?b") -> WebAnswer? {
            gate.redirect(request(method, host: host, type: nil), path: path)
        }
        expect(redirect("GET", "hub.local:4327")?.status, equals: 308)
        expect(redirect("GET", "hub.local:4327")?.fields, equals: [WebField("location", "https://hub.local:4327/a?b")])
        expect(
            redirect("HEAD", "[fd00::10]:4327")?.fields, equals: [WebField("location", "https://[fd00::10]:4327/a?b")])
        expect(
            redirect("GET", "hub.local:4327", "//evil.com")?.fields,
            equals: [
                WebField("location", "https://hub.local:4327//evil.com")
            ])
        expectNil(redirect("POST", "hub.local:4327"))
        expectNil(redirect("GET", "evil.example:4327"))
        expectNil(redirect("GET", "hub.local:4327", "@evil.com/"))
    }
}
