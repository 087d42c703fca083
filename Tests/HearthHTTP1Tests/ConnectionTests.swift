internal import HearthBase
internal import HearthHTTP1
internal import Expectations
internal import Testing

@Suite struct ConnectionTests {
    @Test func pipelinedRequestsWaitForTheirTurn() {
        var talk = Talk(answering: .never)
        talk.send(request("GET /1 HTTP/1.1") + request("POST /2 HTTP/1.1", "Content-Length: 2", body: "hi"))
        expect(talk.requests.count, equals: 1)
        talk.connection.answer(200, body: [1])
        // It is made, but not sent to the client.
        expectNil(talk.connection.next(at: talk.now))
        talk.turn()
        expect(talk.requests.map(\.target.path), equals: ["/1", "/2"])
        expect(talk.body, equals: "hi")
        expect(talk.events.last, equals: .end)
    }

    @Test func pipelinedBytesAreBounded() {
        var talk = Talk(answering: .never)
        talk.send(request())
        expect(talk.connection.wantsBytes)
        talk.send([UInt8](repeating: 65, count: 64 << 10 - 1))
        expect(talk.connection.wantsBytes)
        talk.send([65])
        expect(!talk.connection.wantsBytes)
        talk.connection.answer(204)
        talk.turn()
        expect(talk.failure?.status, equals: 414)
        expect(talk.connection.isFinished)
    }

    @Test func untakenBodyIsNotReadForEver() {
        var connection = HTTP1Connection(at: .now)
        connection.receive(Array(request("POST / HTTP/1.1", "Content-Length: 1000000").utf8), at: .now)
        _ = connection.next(at: .now)
        var count = 0
        while connection.wantsBytes {
            connection.receive([UInt8](repeating: 1, count: 10_000), at: .now)
            count += 10_000
        }
        expect(count, equals: 70_000)
        var taken = 0
        while case .body(let bytes) = connection.next(at: .now) { taken += bytes.count }
        expect(taken, equals: count)
        expect(connection.wantsBytes)
    }

    // MARK: Timeouts

    @Test func headTimesOutAfterFiveSeconds() throws {
        var talk = Talk()
        talk.wait(.seconds(30))
        talk.send("GET / HTTP/1.1\r\n")
        expect(talk.connection.nextDeadline, equals: talk.now + .seconds(5))
        talk.wait(.seconds(4))
        talk.send("Host: h\r\n")
        talk.wait(.milliseconds(999))
        expectNil(talk.failure)
        talk.wait(.milliseconds(1))
        expect(talk.failure?.status == 408 && talk.statuses == [408] && talk.connection.isFinished)
        expectNil(talk.connection.nextDeadline)
        talk.send("\r\n")
        expect(talk.requests.isEmpty)
    }

    @Test func pipelinedHeadTimesOutFromItsTurn() {
        var talk = Talk(answering: .never)
        talk.send(request() + "GET / HT")
        expectNil(talk.connection.nextDeadline)
        talk.wait(.seconds(60))
        talk.connection.answer(204)
        talk.turn()
        expect(talk.connection.nextDeadline, equals: talk.now + .seconds(5))
        talk.send("TP/1.1\r\nHost: h\r\n\r\n")
        expect(talk.requests.count, equals: 2)
    }

    @Test func anIdleConnectionEndsWithoutAWord() {
        var talk = Talk(request())
        talk.wait(.seconds(75))
        expect(talk.statuses, equals: [200])
        expect(talk.connection.isFinished)
        expectNil(talk.failure)
        var options = HTTP1Options()
        options.idleTime = nil
        expectNil(Talk(options).connection.nextDeadline)
    }

    @Test func aBodyThatStopsComingIsNotAwaitedForEver() {
        for rest in ["", "3", "3\r\nab", "3\r\nabc\r", "0\r\nX: y\r\n"] {
            var talk = Talk(request("POST / HTTP/1.1", "Transfer-Encoding: chunked", body: rest))
            talk.wait(.seconds(29))
            expectNil(talk.failure)
            talk.wait(.seconds(1))
            expect(talk.failure?.status == 408 && talk.statuses == [408], "\(rest)")
        }
    }

    @Test func aBodyThatComesDropByDropIsNotAwaitedForEver() {
        var talk = Talk(request("POST / HTTP/1.1", "Content-Length: 100"))
        for _ in 0..<11 {
            talk.wait(.seconds(10))
            talk.send("a")
        }
        expectNil(talk.failure)
        expect(talk.connection.nextDeadline, equals: talk.now + .seconds(10))
        talk.wait(.seconds(10))
        expect(talk.failure?.status == 408 && talk.statuses == [408])
    }

    @Test func aClientWhoseBytesWaitIsNotSlow() {
        var connection = HTTP1Connection(at: .now)
        connection.receive(Array(request("POST / HTTP/1.1", "Content-Length: 3", body: "ab").utf8), at: .now)
        _ = connection.next(at: .now)
        expectNil(connection.nextDeadline)
        expect(connection.next(at: .now), equals: .body(Array("ab".utf8)))
        expectNil(connection.next(at: .now))
        expect(connection.nextDeadline != nil)
    }

    @Test func nothingIsAwaitedWhileAnAnswerIsMade() {
        var talk = Talk(request(), answering: .never)
        expectNil(talk.connection.nextDeadline)
        talk.connection.head(200)
        talk.turn()
        expectNil(talk.connection.nextDeadline)
    }

    // MARK: The end of a connection

    @Test func aConnectionThatIsToEndAnswersFirst() {
        var talk = Talk(answering: .never)
        talk.send(request() + request())
        talk.connection.closeOnceAnswered()
        expect(!talk.connection.isFinished)
        talk.connection.answer(200, body: Array("ok".utf8))
        talk.turn()
        expect(talk.requests.count, equals: 1)
        expect(talk.text.contains("connection: close\r\n"))
        expect(talk.connection.isFinished)

        var idle = Talk("GET")
        idle.connection.closeOnceAnswered()
        expect(idle.connection.isFinished)
        expect(idle.output.isEmpty)
    }

    @Test func inputAfterAnErrorIsDropped() {
        var talk = Talk("x")
        talk.send("\r\n\r\n" + request())
        expect(talk.statuses, equals: [400])
        expect(talk.events.count, equals: 1)
        talk.send(request())
        expect(talk.events.count, equals: 1)
        expect(talk.connection.wantsBytes)
    }

    @Test func anAnswerThatHasBegunIsCutOffByAnError() {
        var talk = Talk(
            request("POST / HTTP/1.1", "Transfer-Encoding: chunked", body: "3\r\nabc\r\n"), answering: .never)
        talk.connection.head(200)
        talk.connection.body([65])
        talk.turn()
        talk.send("x\r\n")
        expect(talk.failure?.status == 400 && talk.connection.isFinished && talk.statuses == [200])
        expect(talk.text.hasSuffix("1\r\nA\r\n"))
        talk.connection.body([66])
        talk.connection.end()
        expect(!talk.connection.hasOutput)
    }
}
