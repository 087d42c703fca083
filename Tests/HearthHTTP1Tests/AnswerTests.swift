internal import HearthHTTP1
internal import Expectations
internal import Testing

@Suite struct AnswerTests {
    private func talk(_ line: String = "GET / HTTP/1.1") -> Talk { Talk(request(line), answering: .never) }

    @Test func aWholeAnswerHasALength() {
        var talk = talk()
        talk.connection.answer(200, HTTP1Fields([("content-type", "text/plain")]), body: Array("hello".utf8))
        talk.turn()
        expect(talk.text, equals: "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nhello")
    }

    @Test func theAnswerToHEADHasNoBody() {
        var talk = talk("HEAD / HTTP/1.1")
        talk.connection.answer(200, body: Array("hello".utf8))
        talk.send(request("HEAD / HTTP/1.1"))
        talk.connection.head(200)
        talk.connection.body([1, 2, 3])
        talk.connection.end()
        talk.turn()
        expect(talk.statuses, equals: [200, 200])
        expect(talk.requests.count, equals: 2)
        expect(talk.text.hasSuffix("\r\n\r\n"))
        expect(talk.text.contains("content-length: 5\r\n"))
        expect(talk.text.contains("transfer-encoding: chunked\r\n"))
        expect(!talk.text.contains("hello"))
        expect(!talk.text.contains("0\r\n\r\n"))
    }

    @Test(arguments: [204, 304])
    func someStatusesHaveNoBody(_ status: Int) {
        var talk = talk()
        talk.connection.answer(status, body: [65])
        talk.turn()
        expect(talk.text.hasPrefix("HTTP/1.1 \(status) "))
        expect(talk.text.hasSuffix("\r\n\r\n"))
        expect(!talk.text.contains("content-length"))
        expect(!talk.text.contains("chunked"))
        talk.send(request())
        expect(talk.requests.count, equals: 2)
    }

    @Test func streamIsChunkedWithOneChunkPerTurn() {
        var talk = talk()
        talk.connection.head(200, HTTP1Fields([("content-type", "application/connect+proto")]))
        for piece in [[65, 66], [], [67]] as [[UInt8]] { talk.connection.body(piece) }
        talk.turn()
        expect(
            talk.text,
            equals: """
                HTTP/1.1 200 OK\r\ncontent-type: application/connect+proto\r\ntransfer-encoding: chunked\r\n\
                cache-control: no-store\r\nx-accel-buffering: no\r\n\r\n3\r\nABC\r\n
                """)
        talk.turn()
        talk.connection.body([UInt8](repeating: 68, count: 26))
        talk.connection.end()
        talk.turn()
        expect(talk.text.hasSuffix("\r\n1a\r\nDDDDDDDDDDDDDDDDDDDDDDDDDD\r\n0\r\n\r\n"))
        talk.send(request())
        expect(talk.requests.count, equals: 2)
    }

    @Test func anAnswerIsUnderWayFromItsHeadToItsEnd() {
        var talk = talk()
        expect(!talk.connection.isAnswering)
        talk.connection.head(200)
        expect(talk.connection.isAnswering)
        talk.connection.body([65])
        talk.turn()
        expect(talk.connection.isAnswering)
        talk.connection.end()
        // The output is not drained, but the answer is made.
        expect(!talk.connection.isAnswering)
        expect(talk.connection.hasOutput)
        talk.turn()
        talk.send(request())
        talk.connection.answer(200, body: [65])
        expect(!talk.connection.isAnswering)
    }

    @Test func aLargeBodyIsDrainedAsThereIsRoom() {
        var talk = talk()
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        talk.connection.head(200, length: body.count)
        talk.connection.body(Array(body[..<60_000]))
        talk.connection.body(Array(body[60_000...]))
        talk.connection.end()
        var (out, taken) = ([UInt8](), 0)
        while talk.connection.hasOutput {
            var more: [UInt8] = []
            taken += talk.connection.drain(into: &more, limit: 7_000, at: talk.now)
            expect(more.count, isAtMost: 7_000)
            out += more
        }
        expect(taken == body.count && out.suffix(body.count) == body[...])
        expect(talk.connection.waitingBytes, equals: 0)
    }

    @Test func aBodyIsNeitherLongerNorShorterThanPromised() {
        var long = talk()
        long.connection.head(200, length: 3)
        long.connection.body([65, 66])
        long.connection.body([67, 68, 69])
        long.connection.end()
        long.turn()
        expect(long.text.hasSuffix("\r\n\r\nABC"))
        expect(!long.connection.isFinished)

        var short = talk()
        short.connection.head(200, length: 3)
        short.connection.body([65])
        short.connection.end()
        short.turn()
        expect(short.connection.isFinished)
    }

    @Test func fieldsCannotMakeOthers() {
        let fields = HTTP1Fields([
            ("a", "b\r\nc: d\u{0}\u{7F}"), ("bad name", "x"), ("bad\r\nname", "x"), ("", "x"), ("Content-Length", "7"),
            ("transfer-encoding", "chunked"), ("connection", "close"), ("e", "\u{E9}"),
        ])
        var talk = talk()
        talk.connection.answer(200, fields)
        talk.turn()
        expect(talk.text, equals: "HTTP/1.1 200 OK\r\na: b  c: d  \r\ne: \u{E9}\r\ncontent-length: 0\r\n\r\n")
    }

    @Test func nothingIsAnsweredTwiceOrUnasked() {
        var talk = talk()
        talk.connection.answer(200)
        talk.connection.answer(500)
        talk.connection.head(500)
        talk.connection.body([1])
        talk.connection.end()
        talk.turn()
        expect(talk.statuses, equals: [200])
        talk.connection.answer(200)
        talk.turn()
        expect(talk.statuses, equals: [200])
        expect(!talk.connection.isFinished)
    }

    @Test func aRefusalSaysWhyAndEndsTheConnection() {
        var talk = talk()
        talk.connection.refuse(HTTP1Error(505, "gRPC needs HTTP/2"))
        talk.turn()
        expect(
            talk.text,
            equals: """
                HTTP/1.1 505 HTTP Version Not Supported\r\ncontent-type: text/plain; charset=utf-8\r\n\
                content-length: 18\r\nconnection: close\r\n\r\ngRPC needs HTTP/2\n
                """)
        expect(talk.connection.isFinished)
    }

    // MARK: HomeKit events

    @Test func eventsOfHomeKitStandBetweenAnswers() {
        let fields = HTTP1Fields([("Content-Type", "application/hap+json")])
        let event = "EVENT/1.0 200 OK\r\nContent-Type: application/hap+json\r\ncontent-length: 2\r\n\r\n{}"
        var options = HTTP1Options()
        options.methods = [.get, .put, .post]
        var talk = Talk(options, answering: .never)
        // Between requests, and before an answer has begun, an event is sent at once.
        talk.connection.event(fields, body: Array("{}".utf8))
        talk.turn()
        expect(talk.text, equals: event)
        talk.send(request("PUT /characteristics HTTP/1.1", "Content-Length: 2", body: "{}"))
        talk.connection.event(fields, body: Array("{}".utf8))
        talk.turn()
        expect(talk.text, equals: event + event)
        // During an answer, it is sent after it.
        talk.connection.head(207, fields, length: 4)
        talk.connection.body(Array("ab".utf8))
        talk.connection.event(fields, body: Array("{}".utf8))
        talk.turn()
        expect(talk.text.hasSuffix("ab"))
        talk.connection.body(Array("cd".utf8))
        talk.connection.end()
        talk.turn()
        expect(
            talk.text,
            equals: event + event + "HTTP/1.1 207 Multi-Status\r\nContent-Type: application/hap+json\r\n"
                + "content-length: 4\r\n\r\nabcd" + event)
        talk.connection.closeOnceAnswered()
        talk.connection.event(fields, body: [])
        expect(!talk.connection.hasOutput)
    }
}
