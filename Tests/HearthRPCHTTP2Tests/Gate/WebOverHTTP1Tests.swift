internal import HearthHTTP1
internal import HearthRPCHTTP2
internal import Expectations
internal import Testing

/// The gate and the reader together, with real programs' requests.
@Suite struct WebOverHTTP1Tests {
    private func verdict(_ head: String) -> WebVerdict? {
        var connection = HTTP1Connection(at: .now)
        connection.receive(Array((head.replacing("\n", with: "\r\n") + "\r\n\r\n").utf8), at: .now)
        guard case .request(let request) = connection.next(at: .now) else { return nil }
        let caller = WebCaller(
            place: .loopback, address: "127.0.0.1", isSecure: false, isHTTP1: true, hasCredential: false)
        let gate = WebGate(port: 4327, hosts: [])
        return gate.judge(WebRequest(request.block), for: .call(isReadable: false), from: caller)
    }

    private func status(_ head: String) -> Int? {
        if case .answered(let answer) = verdict(head) { answer.status } else { nil }
    }

    @Test func curlComesInByJSONAndNotByForms() {
        let curl =
            "POST /hearth.v1.HomeService/List HTTP/1.1\nHost: localhost:4327\nUser-Agent: curl/7.88.1\nAccept: */*\n"
        guard case .passes(let passage) = verdict(curl + "Content-Type: application/json\nContent-Length: 2") else {
            Issue.record("curl --json was kept out")
            return
        }
        expect((passage.mayBeLocalOwner, passage.contentType), are: (true, .connect(isJSON: true)))
        expect(status(curl + "Content-Type: application/x-www-form-urlencoded\nContent-Length: 2"), equals: 415)
        expect(status(curl + "Content-Length: 2"), equals: 415)
        expect(status(curl + "Content-Type: application/grpc\nTE: trailers\nTransfer-Encoding: chunked"), equals: 505)
    }

    @Test func aForeignPageDoesNot() {
        let line = "POST /hearth.v1.HomeService/List HTTP/1.1\n"
        let type = "Content-Type: application/json\nContent-Length: 2"
        // DNS rebinding: the browser treats the page as its host's own.
        expect(status(line + "Host: evil.example:4327\nOrigin: http://evil.example:4327\n" + type), equals: 421)
        expect(status(line + "Host: 127.0.0.1:4327\nOrigin: http://evil.example\n" + type), equals: 403)
        expect(status(line + "Host: 127.0.0.1:4327\nOrigin: null\nSec-Fetch-Site: cross-site\n" + type), equals: 403)
        expect(status(line + "Host: 127.0.0.1:4327\nSec-Fetch-Site: same-site\n" + type), equals: 403)
        expect(
            status(line + "Host: 127.0.0.1:4327\nOrigin: http://127.0.0.1:4327\nOrigin: http://evil.example\n" + type),
            equals: 403)
    }

    @Test func aProxyThatSaysSoIsNoLocalOwner() {
        for field in ["Via: 1.1 x", "X-Forwarded-For: 1.2.3.4", "Forwarded: for=1.2.3.4", "X-REAL-IP: 1.2.3.4"] {
            let head =
                "POST /x HTTP/1.1\nHost: 127.0.0.1:4327\n\(field)\nContent-Type: application/proto\nContent-Length: 2"
            guard case .passes(let passage) = verdict(head) else {
                Issue.record("\(field) kept it out")
                continue
            }
            expect(!passage.mayBeLocalOwner, "\(field)")
        }
    }
}
