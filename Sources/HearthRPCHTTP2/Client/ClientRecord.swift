internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC

/// What the loop keeps of a client's call. On the loop's thread only.
final class ClientRecord {
    /// The call, until it is over.
    var call: ClientCall?
    /// Where it runs; nil while there is no connection.
    weak var connection: ClientConnection?
    var stream = HTTP2Stream.none
    var deframer: Deframer
    var flow = InboundFlow(mark: 64 << 10)
    var hasHeaders = false
    var timer: LoopTimer?
    /// What was written before there was a connection.
    private var backlog: [RPCFrame] = []
    /// What was written, while the call may be begun again elsewhere: until the server answers, or there is too much.
    private var written: [RPCFrame]? = []
    private var writtenBytes = 0
    private var attempts = 0
    private var isFinishedWriting = false

    init(maxResponseBytes: Int) { deframer = Deframer(limit: maxResponseBytes) }

    func send(_ frame: RPCFrame) {
        guard call != nil else { return }
        guard let connection else { return backlog.append(frame) }
        remember(frame)
        connection.send(self, frame)
    }

    func finishWriting() {
        isFinishedWriting = true
        connection?.finishWriting(self)
    }

    /// Sends what was written while there was no connection.
    func sendBacklog(_ connection: ClientConnection) {
        let frames = backlog
        backlog = []
        for frame in frames { send(frame) }
        if isFinishedWriting { connection.finishWriting(self) }
    }

    private func remember(_ frame: RPCFrame) {
        writtenBytes += frame.bytes.count
        if writtenBytes > 256 << 10 { written = nil } else { written?.append(frame) }
    }

    /// The server has begun to answer: the call happens here or not at all.
    func answered() {
        hasHeaders = true
        written = nil
    }

    /// Makes ready to begin again a call that the server has not touched; false when that cannot be.
    func rewind() -> Bool {
        guard call != nil, let frames = written, attempts < 3 else { return false }
        attempts += 1
        backlog = frames
        written = []
        writtenBytes = 0
        connection = nil
        stream = .none
        return true
    }

    func taken(_ count: Int) {
        let credit = flow.taken(count)
        if credit > 0 { connection?.credit(self, credit) }
    }

    /// A response cannot be read.
    func giveUp(_ error: RPCError) {
        if let connection { connection.cancel(self, error) } else { end(error) }
    }

    /// Ends the call for its caller.
    func end(_ error: RPCError?, trailers: Metadata = Metadata()) {
        guard let call else { return }
        self.call = nil
        timer?.cancel()
        timer = nil
        backlog = []
        written = nil
        call.ended(error, trailers: trailers)
    }
}
