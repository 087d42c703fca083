internal import HearthBase
internal import HearthHTTP1
internal import Expectations
internal import Testing

@Suite struct RequestLineTests {
    @Test(arguments: HTTP1Method.allCases)
    func methodsAreAcceptedByTheOptions(_ method: HTTP1Method) {
        let line = "\(method.rawValue) /a HTTP/1.1"
        let talk = Talk(request(line))
        if !HTTP1Options().methods.contains(method) {
            expect(talk.failure?.status == 501 && talk.statuses == [501])
        } else {
            expect(talk.requests.first?.method, equals: method)
        }
        var options = HTTP1Options()
        options.methods = [.put]
        expect(Talk(request(line), options).requests.count, equals: (method == .put ? 1 : 0))
    }

    @Test(arguments: [
        ("DELETE / HTTP/1.1", 501), ("CONNECT h:1 HTTP/1.1", 501), ("get / HTTP/1.1", 501), ("GETS / HTTP/1.1", 501),
        ("PRI * HTTP/2.0", 505), ("GET / HTTP/1.0", 505), ("GET / HTTP/2.0", 505), ("GET / HTTP/0.9", 505),
        ("GET / HTTP/1.2", 505), ("GET /", 400), ("GET / http/1.1", 400), ("GET / HTTP/1.1 ", 400),
        ("GET / HTTP/1.10", 400), ("GET / HTTP/11", 400), ("GET / HTTP/1,1", 400), ("GET / HTTPS/1.1", 400),
        ("GET  / HTTP/1.1", 400), ("GET /  HTTP/1.1", 400), ("GET\t/ HTTP/1.1", 400), (" GET / HTTP/1.1", 400),
        ("GET HTTP/1.1", 400), ("GET", 400), ("GET / x HTTP/1.1", 400), ("(GET) / HTTP/1.1", 400), ("", 400),
        ("GET /\u{0} HTTP/1.1", 400), ("GET /\u{7F} HTTP/1.1", 400), ("GET /\u{E9} HTTP/1.1", 400),
        ("GET /#a HTTP/1.1", 400), ("GET / HTTP/1.1\r", 400), ("GET /\r HTTP/1.1", 400),
    ])
    func malformedRequestLineIsRefused(_ line: String, _ status: Int) {
        let talk = Talk(request(line))
        expect(talk.failure?.status, equals: status, "\(line)")
        expect(talk.statuses, equals: [status])
        expect(talk.connection.isFinished)
        expect(talk.text.contains("connection: close\r\n"))
    }

    @Test(arguments: ["http://h/", "http://127.0.0.1:4327/", "*", "h", "h:443", "?a", "a/b"])
    func targetsAreInOriginForm(_ target: String) {
        for method in ["GET", "OPTIONS"] {
            expect(Talk(request("\(method) \(target) HTTP/1.1")).failure?.status, equals: 400, "\(method) \(target)")
        }
    }

    @Test func targetsHaveALimit() {
        let most = 8 << 10
        let longest = "/" + String(repeating: "a", count: most - 1)
        expect(Talk(request("GET \(longest) HTTP/1.1")).requests.first?.target.path, equals: longest)
        expect(Talk(request("GET \(longest)a HTTP/1.1")).failure?.status, equals: 414)
        // An endless line is refused before its end.
        expect(Talk("GET /" + String(repeating: "a", count: most + 40)).failure?.status, equals: 414)
    }

    @Test func onlyTheQueryIsDecoded() throws {
        let talk = Talk(request("GET /a%2Fb/%2e%2e?message=%7B%22a%22%3A1%7D&x=a+b%2B&y&=z&&n%C3%A9= HTTP/1.1"))
        let target = try require(talk.requests.first).target
        expect(target.path, equals: "/a%2Fb/%2e%2e")
        let items = try require(target.items)
        expect(items.map(\.name), equals: ["message", "x", "y", "", "né"])
        expect(items.map(\.text), equals: ["{\"a\":1}", "a b+", "", "z", ""])
    }
}
