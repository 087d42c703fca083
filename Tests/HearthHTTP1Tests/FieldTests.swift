internal import HearthBase
internal import HearthHTTP1
internal import Expectations
internal import Testing

@Suite struct FieldTests {
    @Test(arguments: [
        [], ["Host:"], ["Host: "], ["Host: a", "Host: a"], ["Host: a", "host: b"], ["Host: a", "HOST:"],
        ["X-Host: a"],
    ])
    func hostFieldIsThereOnce(_ fields: [String]) {
        let talk = Talk((["GET / HTTP/1.1"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
        expect(talk.failure?.status, equals: 400)
        expect(talk.requests.isEmpty)
        expect(talk.connection.isFinished)
    }

    @Test(arguments: [
        "X : a", "X\t: a", " X: a", "\tX: a", ": a", "X", "X a: b", "X(y): a", "X\u{E9}: a", "X\u{0}: a",
        "X: a\u{0}b", "X: a\u{1}b", "X: a\u{7F}", "X: a\rb", "X: a\r", "X: \r", "X: a\nY: b", "X: a\n Y",
        "\u{FEFF}X: a",
        "X: a\r\n b", "X: a\r\n\tb", "X@y: a", "\"X\": a", "X: a\u{B}b", "X: a\u{C}b",
    ])
    func malformedFieldsAreRefused(_ field: String) {
        for fields in [[field, "Y: z"], ["Y: z", field]] {
            let text = (["GET / HTTP/1.1", "Host: h"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
            let talk = Talk(text)
            expect(talk.failure?.status == 400 && talk.statuses == [400], "\(field)")
            expect(talk.requests.isEmpty)
            expect(talk.connection.isFinished)
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.1\r\nHost: h\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\n",
        "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\rHost: h\r\r", "GET / HTTP/1.1\n\rHost: h\n\r\n\r",
    ])
    func linesEndInCRLF(_ text: String) {
        let talk = Talk(text)
        expect(talk.requests.isEmpty)
        expect((talk.failure?.status == 400 || talk.failure == nil && !text.contains("\n")))
    }

    @Test func fieldsAreGivenInTheFormOfHTTP2() throws {
        let talk = Talk(
            request(
                "POST /a?b HTTP/1.1", host: "HOST: H:1", "X-Mixed-Case:  a b\t", "Connection: Keep-Alive, Upgrade",
                "Keep-Alive: 1", "Upgrade: h2c", "Proxy-Connection: x", "Expect: 100-Continue", "Empty:",
                "X-UTF8: \u{E9}", "Content-Length: 2", "a: 1", "A: 2", body: "hi"))
        let block = try require(talk.requests.first).block
        var (position, fields) = (0, [String]())
        while let field = block.field(at: &position) {
            fields.append(block.text(field.name) + "=" + block.text(field.value))
        }
        expect(
            fields,
            equals: [
                ":method=POST", ":path=/a?b", ":authority=H:1", "x-mixed-case=a b", "empty=", "x-utf8=\u{E9}",
                "content-length=2", "a=1", "a=2",
            ])
        expect(position, equals: block.bytes.count)
    }

    @Test func headsHaveLimits() {
        // All but the last field, and then one that fills the head to the byte.
        let start = "GET / HTTP/1.1\r\nHost: h\r\n"
        func head(_ bytes: Int) -> String {
            start + "X: " + String(repeating: "a", count: bytes - start.utf8.count - 7) + "\r\n\r\n"
        }
        expect(Talk(head(16 << 10)).requests.count, equals: 1)
        expect(Talk(head(16 << 10 + 1)).failure?.status, equals: 431)
        expect(Talk(start + "X: " + String(repeating: "a", count: 17 << 10)).failure?.status, equals: 431)

        func fields(_ count: Int) -> String {
            start + (1..<count).map { "X\($0): a\r\n" }.joined() + "\r\n"
        }
        expect(Talk(fields(100)).requests.count, equals: 1)
        expect(Talk(fields(101)).failure?.status, equals: 431)
    }

    /// Options beyond the capacity of the field block are cut to it.
    @Test func aNameIsNeverLongerThanTheBlockCanSay() {
        var options = HTTP1Options()
        options.maxHeadBytes = .max
        let name = String(repeating: "a", count: 70_000)
        expect(Talk(request("GET / HTTP/1.1", name + ": b"), options).failure?.status, equals: 431)
    }

    @Test(arguments: ["close", "Close", "keep-alive, close", "close,upgrade", "\tclose , x"])
    func clientMayCloseTheConnection(_ value: String) {
        let talk = Talk(request("GET / HTTP/1.1", "Connection: " + value) + request())
        expect(talk.requests.count == 1 && talk.requests[0].wantsClose)
        expect(talk.text.contains("connection: close\r\n"))
        expect(talk.connection.isFinished)
    }

    @Test(arguments: ["keep-alive", "closed", "x-close", "upgrade", "", ",", "keep-alive, Upgrade"])
    func connectionStaysOpenOtherwise(_ value: String) {
        let talk = Talk(request("GET / HTTP/1.1", "Connection: " + value) + request())
        expect(talk.statuses, equals: [200, 200])
        expect(!talk.connection.isFinished)
        expect(!talk.text.contains("connection:"))
    }

    @Test func upgradesAreIgnored() {
        let talk = Talk(
            request(
                "GET / HTTP/1.1", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"))
        expect(talk.statuses, equals: [200])
        expect(!talk.connection.isFinished)
    }
}
