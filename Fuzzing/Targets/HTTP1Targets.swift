internal import HearthBase
internal import HearthHTTP1

/// The result of a client's bytes.
private struct Course: Equatable {
    /// The events, with the pieces of each body joined.
    var events: [HTTP1Event] = []
    var isFinished = false
    var asksForBodies = false
}

/// Feeds a connection with bytes in pieces, and answers its requests in one of several ways.
private func course(_ bytes: [UInt8], in sizes: [Int], answers: UInt8) -> Course {
    var options = HTTP1Options()
    options.methods = Set(HTTP1Method.allCases)
    options.maxBodyBytes = 1_000
    options.maxDroppedBytes = 100
    options.maxWaitingBytes = 64
    let start = ContinuousClock.now
    var connection = HTTP1Connection(options: options, at: start)
    var (course, out) = (Course(), [UInt8]())
    var (isDue, taken) = (false, 0)
    func answer() {
        isDue = false
        switch answers % 4 {
        case 0: connection.answer(200, body: [1, 2, 3])
        case 1:
            connection.head(200)
            connection.body([1])
            connection.end()
        case 2: connection.answer(204)
        default: connection.refuse(HTTP1Error(403, ""))
        }
    }
    func turn() {
        while true {
            while let event = connection.next(at: start) {
                if case .body(let more) = event {
                    taken += more.count
                    must(!more.isEmpty && taken <= options.maxBodyBytes, "a body is empty, or beyond its limit")
                }
                if case .body(let more) = event, case .body(let piece) = course.events.last {
                    course.events[course.events.count - 1] = .body(piece + more)
                } else {
                    course.events.append(event)
                }
                switch event {
                case .request(let request):
                    fits(request.block)
                    must(request.target.path.utf8.first == UInt8(ascii: "/"), "a target without a slash")
                    _ = request.target.items
                    must(!isDue, "a second request before the first was answered")
                    (isDue, taken) = (true, 0)
                    if request.expectsContinue { course.asksForBodies = true }
                    if !request.hasBody || answers & 4 != 0 { answer() }
                case .body: break
                case .end: if isDue { answer() }
                case .failed(let error):
                    must(error.status >= 400 && !error.message.isEmpty, "a failure without a reason")
                }
            }
            guard connection.hasOutput else { break }
            let before = out.count
            connection.drain(into: &out, limit: before + 50, at: start)
            must(out.count > before, "output was announced, but nothing was written")
        }
    }
    var (position, index) = (0, 0)
    while position < bytes.count {
        let end = min(bytes.count, position + max(1, sizes[index % sizes.count]))
        connection.receive(Array(bytes[position..<end]), at: start)
        (position, index) = (end, index + 1)
        turn()
        must(connection.wantsBytes || !connection.isFinished, "an ended connection holds bytes")
    }
    if let deadline = connection.nextDeadline {
        _ = connection.timePassed(at: deadline)
        turn()
        must(connection.isFinished, "the connection continues after its timeout")
    }
    course.isFinished = connection.isFinished
    return course
}

func fuzzHTTP1(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let answers = pieces.byte()
    let sizes = [Int(pieces.byte() % 32), Int(pieces.byte()), 1]
    let text = pieces.bytes(bytes.count)
    let whole = course(text, in: [max(text.count, 1)], answers: answers)
    let cut = course(text, in: sizes, answers: answers)
    // The result may depend on the pieces here: a request may be answered before or after its body has arrived.
    if whole.asksForBodies, answers & 4 != 0 { return }
    must(whole == cut, "the result depends on the pieces")
}
