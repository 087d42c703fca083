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
    private var isFinishedWriting = false

    init(maxResponseBytes: Int) { deframer = Deframer(limit: maxResponseBytes) }

    func send(_ frame: RPCFrame) {
        guard call != nil else { return }
        if let connection { connection.send(self, frame) } else { backlog.append(frame) }
    }

    func finishWriting() {
        isFinishedWriting = true
        connection?.finishWriting(self)
    }

    /// Sends what was written while there was no connection.
    func sendBacklog(_ connection: ClientConnection) {
        for frame in backlog { connection.send(self, frame) }
        backlog = []
        if isFinishedWriting { connection.finishWriting(self) }
    }

    func taken(_ count: Int) {
        let credit = flow.taken(count)
        if credit > 0 { connection?.credit(self, credit) }
    }

    /// Ends the call for its caller.
    func end(_ error: RPCError?, trailers: Metadata = Metadata()) {
        guard let call else { return }
        self.call = nil
        timer?.cancel()
        timer = nil
        backlog = []
        call.ended(error, trailers: trailers)
    }
}
