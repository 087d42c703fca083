internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC

/// What a connection keeps of one stream. Reused for other streams, as its slot is.
final class CallRecord {
    var stream = HTTP2Stream.none
    /// The call, from its headers until it is answered or over.
    var call: ServerCall?
    var deframer: Deframer
    /// The one request of a call that has one.
    var request: RPCFrame?
    /// The requests of a call that streams them.
    var requests: FrameQueue?
    var flow: InboundFlow
    /// The handler's task, unless it was done before there was a need to keep it.
    var task: Task<Void, Never>?
    var isHandlerDone = false
    var hasHeaders = false
    var timeout: Duration?
    var timer: LoopTimer?

    init(maxRequestBytes: Int, mark: Int) {
        deframer = Deframer(limit: maxRequestBytes)
        flow = InboundFlow(mark: mark)
    }

    func begin(_ stream: HTTP2Stream) {
        end()
        self.stream = stream
    }

    /// Lets go of everything.
    func end() {
        call = nil
        deframer.reset()
        request = nil
        requests = nil
        flow.reset()
        task = nil
        isHandlerDone = false
        hasHeaders = false
        timeout = nil
        timer?.cancel()
        timer = nil
    }
}
