internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC

/// What a connection keeps of one stream. Reused for other streams, as its slot is.
final class CallRecord {
    // Why exclusivity is unchecked: see `ServerConnection`.

    @exclusivity(unchecked) var stream = HTTP2Stream.none
    /// The call, from its headers until it is answered or over.
    @exclusivity(unchecked) var call: ServerCall?
    /// What a request that is no call is answered with, once it is complete.
    @exclusivity(unchecked) var page: HTTPPage?
    @exclusivity(unchecked) var deframer: Deframer
    /// Of a request that comes as text.
    @exclusivity(unchecked) var text: Base64Stream?
    /// The one request of a call that has one.
    @exclusivity(unchecked) var request: RPCFrame?
    /// The requests of a call that streams them.
    @exclusivity(unchecked) var requests: FrameQueue?
    @exclusivity(unchecked) var flow: InboundFlow
    /// The handler's task, unless it was done before there was a need to keep it.
    @exclusivity(unchecked) var task: Task<Void, Never>?
    @exclusivity(unchecked) var hasHandler = false
    @exclusivity(unchecked) var isHandlerDone = false
    @exclusivity(unchecked) var hasHeaders = false
    /// When the latest piece of an incomplete request came.
    @exclusivity(unchecked) var progressed: ContinuousClock.Instant
    /// Bytes of it that are counted as incomplete.
    @exclusivity(unchecked) var heldBytes = 0
    /// What the peer had taken of the answer when it was last looked at, and how often it was the same.
    @exclusivity(unchecked) var taken: UInt32 = 0
    @exclusivity(unchecked) var stalls = 0
    /// When its headers came.
    @exclusivity(unchecked) var begun: ContinuousClock.Instant
    @exclusivity(unchecked) var timer: LoopTimer?

    init(maxRequestBytes: Int, mark: Int, at now: ContinuousClock.Instant) {
        begun = now
        progressed = now
        deframer = Deframer(limit: maxRequestBytes)
        flow = InboundFlow(mark: mark)
    }

    func begin(_ stream: HTTP2Stream, at now: ContinuousClock.Instant) {
        if self.stream != .none { end() }
        self.stream = stream
        begun = now
        progressed = now
    }

    /// Whether the handler, or the page, waits for the rest of the request.
    var isIncomplete: Bool { page != nil || call != nil && !hasHandler }

    /// Lets go of everything.
    func end() {
        call = nil
        page = nil
        deframer.reset()
        text = nil
        request = nil
        requests = nil
        flow.reset()
        task = nil
        hasHandler = false
        isHandlerDone = false
        hasHeaders = false
        stalls = 0
        timer?.cancel()
        timer = nil
    }
}
