@testable internal import HearthRPCHTTP2
internal import Expectations
internal import Foundation
internal import Testing
internal import TranscriptTestSupport

/// The request of a browser on this machine, from the hub's own page.
private func request(
    _ method: String = "POST", host: String = "127.0.0.1:4327", origins: [String] = [], sites: [String] = [],
    type: String? = "application/json", isPreflight: Bool = false
) -> WebRequest {
    var request = WebRequest()
    request.method = method
    request.hosts = [host]
    request.origins = origins
    request.fetchSites = sites
    request.contentTypes = type.map { [$0] } ?? []
    request.isPreflight = isPreflight
    return request
}

/// The gate's own answer; nil when the request passes.
private func answer(
    to request: WebRequest, _ target: WebTarget = .call(isReadable: false), at gate: WebGate = GateStage.usual
) -> WebAnswer? {
    let caller = WebCaller(
        place: .loopback, address: "127.0.0.1", isSecure: false, isHTTP1: true, hasCredential: false)
    if case .answered(let answer) = gate.judge(request, for: target, from: caller) { return answer }
    return nil
}

/// Verdicts of the gate: in the files of Transcripts, which HEARTH_RECORD=1 writes, and those of texts that a file of
/// lines can't have.
@Suite struct WebGateTests {
    private static let transcripts = Transcript.read(
        "Gate", in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Transcripts"))

    @Test(arguments: transcripts) func verdicts(_ transcript: Transcript) { transcript.check(GateStage.play) }

    @Test(.enabled(if: Transcript.isRecording, "only writes the transcripts")) func record() throws {
        try Transcript.record(Self.transcripts) { GateStage.play }
    }

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
        let answers = [answer(to: request(host: host)), answer(to: request("GET", host: host, type: nil), .page)]
        expect(answers, equals: [nil, nil])
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
            name.map { name in
                // zsh takes brackets for a pattern.
                let word = name.hasPrefix("[") ? "'\(name)'" : name
                return "this hub is not known as \(name); if it is yours, start it with hearth serve --host \(word)"
            }
            ?? "the request needs exactly one host name; use the hub's name or address"
        let answers = [
            answer(to: request(host: host), .call(isReadable: true)),
            answer(to: request("GET", host: host, type: nil), .page),
            answer(to: request("GET", host: host, type: nil), .other),
        ]
        expect(answers, equals: Array(repeating: WebAnswer(421, text), count: 3))
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
                for sites in [[], ["same-origin"], ["none"]] {
                    let answer = answer(to: request(method, origins: [origin], sites: sites), target)
                    expect((answer?.status, answer?.fields), are: (403, []), "\(method) from \(origin)")
                }
            }
        }
    }

    @Test(arguments: ["cross-site", "same-site", "", "None", "same-origin, none", "x"])
    func secFetchSiteOfAForeignPageCounts(_ site: String) {
        for target in [WebTarget.call(isReadable: true), .other] {
            for method in ["GET", "POST"] {
                expect(answer(to: request(method, sites: [site]), target)?.status, equals: 403, "\(method) \(target)")
            }
        }
        // A link may lead to the page, but not send data to it.
        let toPage = ["GET", "HEAD", "POST"].map { answer(to: request($0, sites: [site], type: nil), .page)?.status }
        expect(toPage, equals: [nil, nil, 403])
        expect(answer(to: request(sites: ["same-origin", site]))?.status, equals: 403)
    }

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
        let refusal = answer(to: request(type: type))
        expect((refusal?.status, refusal?.text), are: (415, "use curl --json '{…}'"), "\(type)")
        // A page whose browser would send such a type without a preflight is refused earlier.
        let foreign = request(origins: ["http://evil.example"], sites: ["cross-site"], type: type)
        expect(answer(to: foreign)?.status, equals: 403)
    }

    @Test(arguments: [
        "https://app.example.evil.com", "https://evil-app.example", "http://app.example", "https://app.example:444",
        "null",
        "https://app.example.", "https://sub.app.example", "https://app.exampl", "http://localhost:5174", "*",
    ])
    func unlistedPagesAreRefused(_ origin: String) {
        for method in ["GET", "POST", "OPTIONS"] {
            let answer = answer(to: request(method, origins: [origin], isPreflight: true), at: GateStage.open)
            expect((answer?.status, answer?.fields), are: (403, []), "\(method)")
        }
    }

    @Test func originsThatCannotBeListed() {
        expect(["null", "*", "https://a/"].map(WebOrigin.init), equals: [nil, nil, nil])
    }
}
