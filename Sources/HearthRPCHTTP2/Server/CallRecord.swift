internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// A connection's state of one stream. Reused with its slot.
final class CallRecord {
    // Why exclusivity is unchecked: see `ServerConnection`.

    @exclusivity(unchecked) var stream = HTTP2Stream.none
    /// The call, from its headers until it is answered or over.
    @exclusivity(unchecked) var call: ServerCall?
    /// The answer to a request that is not a call; sent once the request is complete.
    @exclusivity(unchecked) var page: HTTPPage?
    @exclusivity(unchecked) var deframer: Deframer
    /// The base64 decoder of a `grpc-web-text` request.
    @exclusivity(unchecked) var text: Base64Stream?
    /// The request of a call that takes one.
    @exclusivity(unchecked) var request: RPCFrame?
    /// The requests of a call that streams them.
    @exclusivity(unchecked) var requests: FrameQueue?
    @exclusivity(unchecked) var flow: InboundFlow
    /// The handler's task; nil if it finished before it had to be stored.
    @exclusivity(unchecked) var task: Task<Void, Never>?
    @exclusivity(unchecked) var hasHandler = false
    @exclusivity(unchecked) var isHandlerDone = false
    @exclusivity(unchecked) var hasHeaders = false
    /// When the latest piece of an incomplete request arrived.
    @exclusivity(unchecked) var progressed: ContinuousClock.Instant
    /// Its bytes that count as incomplete.
    @exclusivity(unchecked) var heldBytes = 0
    /// The part of the answer that the peer had read at the last check, and how many checks found it unchanged.
    @exclusivity(unchecked) var taken: UInt32 = 0
    @exclusivity(unchecked) var stalls = 0
    /// When its headers arrived.
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

    /// Whether the handler or page waits for the rest of the request.
    var isIncomplete: Bool { page != nil || call != nil && !hasHandler }

    /// Releases everything.
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
