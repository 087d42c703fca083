internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// The loop's state of a client's call. On the loop's thread only.
final class ClientRecord {
    /// The call, until it is over.
    var call: ClientCall?
    /// The connection that carries the call; nil while the call waits for one.
    weak var connection: ClientConnection?
    var stream = HTTP2Stream.none
    var deframer: Deframer
    var flow = InboundFlow(mark: 64 << 10)
    var hasHeaders = false
    var hasMessage = false
    var deadline: ContinuousClock.Instant?
    var timer: LoopTimer?
    var retry: RetryState?
    /// Runs between two attempts.
    var retryTimer: LoopTimer?
    /// Frames written before there was a connection.
    private var backlog: [RPCFrame] = []
    /// All frames written so far, for another attempt; nil once the server answers or there are too many.
    private var written: [RPCFrame]? = []
    private var writtenBytes = 0
    /// Bytes sent on the current stream, and bytes reported to the writer, which hears of each byte once.
    private var sentBytes = 0
    private var toldBytes = 0
    private var hasStartedAgain = false
    private var isFinishedWriting = false
    /// The response of a unary call; delivered together with the end.
    private var answer: RPCFrame?
    /// The end of a unary call, delivered to its caller at the end of the loop's turn.
    private var ending: Ending?
    private let settings: HTTP2Transport.Settings

    private struct Ending {
        let call: ClientCall
        let error: RPCError?
        let trailers: Metadata
    }

    init(_ settings: HTTP2Transport.Settings) {
        self.settings = settings
        deframer = Deframer(limit: settings.maxResponseBytes)
    }

    func send(_ frame: RPCFrame) {
        guard call != nil else { return }
        guard frame.messageLength <= settings.maxRequestBytes else {
            return giveUp(RPCServer.tooLarge(frame.messageLength, limit: settings.maxRequestBytes))
        }
        guard let connection else { return backlog.append(frame) }
        remember(frame)
        connection.send(self, frame)
    }

    func finishWriting() {
        isFinishedWriting = true
        connection?.finishWriting(self)
    }

    /// Sends the frames that were written before there was a connection.
    func sendBacklog(_ connection: ClientConnection) {
        let frames = backlog
        backlog = []
        for frame in frames { send(frame) }
        if isFinishedWriting { connection.finishWriting(self) }
    }

    private func remember(_ frame: RPCFrame) {
        writtenBytes += frame.bytes.count
        guard writtenBytes > settings.retryBufferBytes else { return written?.append(frame) ?? () }
        written = nil
        retry?.commit()
    }

    /// The server has begun to answer: no other attempt is possible.
    func answered() {
        hasHeaders = true
        written = nil
        retry?.commit()
    }

    /// Prepares to begin a call again; false when not all its frames are kept any more.
    func rewind() -> Bool {
        guard call != nil, let frames = written else { return false }
        backlog = frames + backlog
        written = []
        writtenBytes = 0
        sentBytes = 0
        return true
    }

    /// Prepares to begin a call again that the server says it has not processed. This happens once without a policy
    /// (gRFC A6); after that the retry policy decides.
    func mayStartAgain() -> Bool {
        guard !hasStartedAgain, rewind() else { return false }
        hasStartedAgain = true
        return true
    }

    func sent(_ bytes: Int) {
        sentBytes += bytes
        guard sentBytes > toldBytes else { return }
        call?.sent(sentBytes - toldBytes)
        toldBytes = sentBytes
    }

    func taken(_ count: Int) {
        let credit = flow.taken(count)
        if credit > 0 { connection?.credit(self, credit) }
    }

    /// Ends the call from this side: a request is too large, or a response cannot be read.
    func giveUp(_ error: RPCError) {
        if let connection { connection.cancel(self, error) } else { end(error) }
    }

    /// Ends the call for its caller.
    func end(_ error: RPCError?, trailers: Metadata = Metadata()) {
        guard let call else { return }
        self.call = nil
        timer?.cancel()
        timer = nil
        retryTimer?.cancel()
        retryTimer = nil
        backlog = []
        written = nil
        // A stopped loop has no more turns.
        guard call.method.kind == .unary, call.loop.isCurrent else { return call.ended(error, trailers: trailers) }
        ending = Ending(call: call, error: error, trailers: trailers)
        call.loop.atEndOfTurn(self)
    }
}

/// Wakes a caller on another thread last in a turn, when everything else that arrived in it has been handled.
extension ClientRecord: EndOfTurn {
    func endOfTurn() {
        guard let ending = ending.take() else { return }
        if let answer = answer.take() { ending.call.received(answer) }
        ending.call.ended(ending.error, trailers: ending.trailers)
    }

    /// Handles a message of the response.
    func received(_ frame: RPCFrame, _ call: ClientCall) {
        hasMessage = true
        if call.method.kind == .unary {
            answer = frame
        } else {
            flow.queued(frame.bytes.count)
            call.received(frame)
        }
    }
}
