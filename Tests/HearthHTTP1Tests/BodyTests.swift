internal import HearthHTTP1
internal import Expectations
internal import Testing

@Suite struct BodyTests {
    private func post(_ fields: String..., body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: h\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    private func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body: body) }

    @Test(arguments: ["3", "003", "0000000000000000003", " 3", "\t3"])
    func contentLengthIsDigits(_ length: String) {
        let talk = Talk(post("Content-Length: " + length, body: "abc") + post())
        expect(talk.body == "abc" && talk.statuses == [200, 200])
    }

    @Test(arguments: [
        ["Content-Length: "], ["Content-Length: 3 "], ["Content-Length: 3\t"], ["Content-Length: +3"],
        ["Content-Length: -3"], ["Content-Length: 0x3"],
        ["Content-Length: 3 3"], ["Content-Length: 3, 3"], ["Content-Length: 3,"], ["Content-Length: 3.0"],
        ["Content-Length: 3e0"], ["Content-Length: \u{FF13}"], ["Content-Length: a"], ["Content-Length: 3;"],
        ["Content-Length: 3", "Content-Length: 3"], ["Content-Length: 3", "content-length: 4"],
        ["Content-Length: 3", "Transfer-Encoding: chunked"], ["Transfer-Encoding: chunked", "Content-Length: 3"],
        ["Content-Length: 3", "Transfer-Encoding: identity"], ["Content-Length: 0", "Transfer-Encoding: "],
    ])
    func anyOtherLengthIsRefused(_ fields: [String]) {
        let text = (["POST / HTTP/1.1", "Host: h"] + fields).joined(separator: "\r\n") + "\r\n\r\nabc"
        let talk = Talk(text)
        expect(talk.failure?.status, equals: 400, "\(fields)")
        expect(talk.requests.isEmpty, "\(fields)")
        expect(talk.connection.isFinished, "\(fields)")
    }

    @Test(arguments: [4_194_305, 9_223_372_036_854_775_807])
    func bodiesHaveALimit(_ length: Int) {
        let talk = Talk(post("Content-Length: \(length)", "Expect: 100-continue"))
        expect(talk.failure?.status == 413 && talk.statuses == [413] && talk.requests.isEmpty)
        expect(Talk(post("Content-Length: 99999999999999999999999999")).failure?.status, equals: 413)
        expect(Talk(post("Content-Length: 4194304")).requests.count, equals: 1)
    }

    @Test(arguments: [
        "gzip, chunked", "chunked, chunked", "chunked ", "chunked\t", "identity", "Chunked", "CHUNKED", "chunked;q=1",
        "xchunked", "chunked,",
        "", "\"chunked\"", "chunke\u{212A}d", "chunked\u{B}", "chunked gzip",
    ])
    func onlyChunkedTransferEncodingIsAccepted(_ encoding: String) {
        let talk = Talk(post("Transfer-Encoding: " + encoding, body: "0\r\n\r\n"))
        expect([400, 501].contains(talk.failure?.status))
        expect(talk.requests.isEmpty)
        expect(talk.connection.isFinished)
        expect(encoding.contains("\u{B}") || talk.failure?.status == 501)
        let twice = Talk(post("Transfer-Encoding: chunked", "Transfer-Encoding: " + encoding, body: "0\r\n\r\n"))
        expect(twice.requests.isEmpty)
        expect(twice.failure != nil)
    }

    @Test(arguments: [
        ("0\r\n\r\n", ""), ("3\r\nabc\r\n0\r\n\r\n", "abc"), ("0003\r\nabc\r\n1\r\nd\r\n00000000\r\n\r\n", "abcd"),
        ("a\r\n0123456789\r\n0\r\n\r\n", "0123456789"), ("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
        ("3;a\r\nabc\r\n0;b=c\r\n\r\n", "abc"), ("3;a=\"b;\\\" c\";d\r\nabc\r\n0\r\n\r\n", "abc"),
        ("0\r\nX: y\r\nZ:\r\n\r\n", ""), ("5\r\n\r\n0\r\n\r\n0\r\n\r\n", "\r\n0\r\n"),
    ])
    func chunksAreRead(_ body: String, _ expected: String) {
        let talk = Talk(chunked(body) + request())
        expect(talk.body == expected && talk.statuses == [200, 200], "\(body)")
        expect(talk.events.count, equals: (expected.isEmpty ? 3 : 4))
    }

    @Test(arguments: [
        "\r\n", " 3\r\nabc\r\n", "3 \r\nabc\r\n", "g\r\n", "0x3\r\nabc\r\n", "+3\r\nabc\r\n", "-1\r\n", "3\nabc\r\n",
        "3\r\nabcd\r\n", "3\r\nabc\n0\r\n\r\n", "3\r\nab\r\n0\r\n\r\n", "3\r\nabc0\r\n\r\n", "000000003\r\nabc\r\n",
        "FFFFFFFFF\r\n", "3;\r\nabc\r\n", "3;a=\r\nabc\r\n", "3;a=\"b\r\nabc\r\n", "3;a b\r\nabc\r\n",
        "3;a\u{0}\r\nabc\r\n",
        "3; a\r\nabc\r\n", "3 ;a\r\nabc\r\n", "3,a\r\nabc\r\n", "3\r\r\nabc\r\n", "3;a\rb\r\nabc\r\n", "3\r\nabc\r\r\n",
        "0\r\nContent-Length: 3\r\n\r\n", "0\r\nX: y\r\ntransfer-encoding: chunked\r\n\r\n",
        "0\r\nHOST: h\r\n\r\n", "0\r\nX : y\r\n\r\n", "0\r\n X\r\n\r\n", "0\r\nX\r\n\r\n", "0\r\nX: y\n\r\n", "0\r\n\n",
        "0\r\n\rX: y\r\n\r\n",
        "0\r\nX: \u{0}\r\n\r\n", "3;" + String(repeating: "a", count: 200),
    ])
    func malformedChunksAreRefused(_ body: String) {
        let talk = Talk(chunked(body))
        expect(talk.failure?.status == 400 && talk.statuses == [400] && talk.connection.isFinished, "\(body)")
        expect(!talk.events.contains(.end))
    }

    @Test func extensionsAndTrailersHaveLimits() {
        func extended(_ bytes: Int) -> String {
            chunked("3;" + String(repeating: "a", count: bytes - 1) + "\r\nabc\r\n0\r\n\r\n")
        }
        expect(Talk(extended(64)).body, equals: "abc")
        expect(Talk(extended(65)).failure?.status, equals: 400)
        func trailing(_ bytes: Int) -> String {
            chunked("0\r\nX: " + String(repeating: "a", count: bytes - 7) + "\r\n\r\n")
        }
        expect(Talk(trailing(4 << 10)).statuses, equals: [200])
        expect(Talk(trailing(4 << 10 + 1)).failure?.status, equals: 431)
        expect(Talk(chunked("0\r\n" + String(repeating: "X: a\r\n", count: 800))).failure?.status, equals: 431)
        expect(Talk(chunked("0\r\nX: " + String(repeating: "a", count: 5_000))).failure?.status, equals: 431)
    }

    @Test func chunksCountBeforeTheyArrive() {
        var options = HTTP1Options()
        options.maxBodyBytes = 10
        expect(Talk(chunked("a\r\n0123456789\r\n0\r\n\r\n"), options).statuses, equals: [200])
        expect(Talk(chunked("b\r\n"), options).failure?.status, equals: 413)
        expect(Talk(chunked("5\r\n01234\r\n5\r\n01234\r\n1\r\n"), options).failure?.status, equals: 413)
        expect(Talk(chunked("ffffffff\r\n"), options).failure?.status, equals: 413)
    }

    @Test func expectedBodyIsAskedForWhenWanted() {
        var talk = Talk(post("Expect: 100-continue", "Content-Length: 3"))
        expect(talk.requests.first?.expectsContinue, equals: true)
        expect(talk.text, equals: "HTTP/1.1 100 Continue\r\n\r\n")
        talk.send("abc")
        expect(talk.statuses, equals: [100, 200])
        expect(talk.body, equals: "abc")
    }

    @Test func receivedBodyIsNotAskedFor() {
        expect(Talk(post("Expect: 100-continue", "Content-Length: 3", body: "a")).statuses, equals: [])
        expect(Talk(post("Expect: 100-continue", "Content-Length: 0")).statuses, equals: [200])
        expect(Talk(request("GET / HTTP/1.1", "Expect: 100-continue")).statuses, equals: [200])
    }

    @Test func refusalAnswersBeforeTheBody() {
        let talk = Talk(post("Expect: 100-continue", "Content-Length: 3"), answering: .begun)
        expect(talk.statuses, equals: [200])
        expect(talk.connection.isFinished)
        expect(talk.text.contains("connection: close\r\n"))
        expect(Talk(post("Expect: something", "Content-Length: 3")).failure?.status, equals: 417)
    }

    @Test func theRestOfARequestThatIsAnsweredIsDropped() {
        var talk = Talk(post("Content-Length: 10", body: "abc"), answering: .begun)
        expect(talk.statuses, equals: [200])
        expect(!talk.connection.isFinished)
        talk.send("defghij" + request())
        expect(talk.statuses, equals: [200, 200])
        expect(talk.body.isEmpty)

        let large = Talk(post("Content-Length: 100000"), answering: .begun)
        expect(large.connection.isFinished)
        expect(large.text.contains("connection: close\r\n"))

        var endless = Talk(chunked(""), answering: .begun)
        for _ in 0..<8 { endless.send("2000\r\n" + String(repeating: "a", count: 8192) + "\r\n") }
        expect(!endless.connection.isFinished)
        endless.send("1\r\na\r\n")
        expect(endless.connection.isFinished && endless.statuses == [200])
    }

    /// Bad bytes after an answer get no answer: the client would take it for the answer to another request.
    @Test func badRestOfAnAnsweredRequestClosesSilently() {
        var talk = Talk(chunked("3\r\nabc\r\n"), answering: .begun)
        talk.send("x\r\n")
        expect(talk.failure?.status == 400 && talk.statuses == [200] && talk.connection.isFinished)
    }
}
