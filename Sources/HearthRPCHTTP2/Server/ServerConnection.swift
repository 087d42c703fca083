internal import HearthBase
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// One client's connection. Used on its loop's thread only; other threads use a `LoopBound`.
final class ServerConnection {
    let server: RPCServer
    let settings: HTTP2Server.Settings
    let caller: ConnectionCaller
    let slot: Admission.Slot
    /// Whether the caller of the connection, or of one of its calls, is authenticated.
    @exclusivity(unchecked) var isIdentified: Bool
    let loop: EventLoop
    let channel: Channel
    let session: any ServerSession
    let gate: WebGate
    let output: OutputBuffer
    let owner: ServerCore

    // Exclusivity is unchecked for the state of every call, here and in `CallRecord`: only the loop's thread accesses
    // it, and no access lasts across a call that could re-enter. The checks would be a tenth of a call's instructions.

    /// By slot.
    @exclusivity(unchecked) var records: [CallRecord] = []
    /// The slots of calls that arrived with the current bytes: those not answered at once get a timer.
    @exclusivity(unchecked) var fresh: [Int] = []
    @exclusivity(unchecked) private var heads: HeadCache
    /// Running handlers, including those whose stream has ended: resetting streams must not give a client any number of
    /// them.
    @exclusivity(unchecked) var runningHandlers = 0
    @exclusivity(unchecked) var anonymousCalls: AnonymousCalls
    /// Complete calls whose handlers start at the connection's turn.
    @exclusivity(unchecked) var waitingCalls = FIFO<(ServerCall, RPCServer.Requests)>()

    @exclusivity(unchecked) var isDirty = false
    @exclusivity(unchecked) var isClosed = false
    var isDraining = false
    var prefaceTimer: LoopTimer?
    var stallTimer: LoopTimer?
    var closesOnceFlushed = false
    /// Whether received bytes are ignored.
    var ignoresInput = false
    var lifetime: ConnectionLifetime
    var lifeTimer: LoopTimer?
    var pings: PingExchange
    var headersTimer: LoopTimer?
    var stallSweep: LoopTimer?
    var stall: OutputStall
    var closingTimer: LoopTimer?
    /// See ``ServerSession/nextDeadline``.
    var sessionTimer: (timer: LoopTimer, due: ContinuousClock.Instant)?

    init(
        _ owner: ServerCore, _ channel: Channel, _ settings: HTTP2Server.Settings, _ slot: Admission.Slot, peer: Peer,
        principal: Principal, isHTTP1: Bool, prefaceTimer: LoopTimer
    ) throws(HTTP2Error) {
        self.owner = owner
        self.slot = slot
        isIdentified = Self.isKnown(principal, peer)
        server = owner.group.server
        self.settings = settings
        self.channel = channel
        self.prefaceTimer = prefaceTimer
        loop = channel.loop
        output = owner.output
        caller = ConnectionCaller(
            ConnectionInfo(principal: principal, peer: peer), isTLS: channel.isTLS, isHTTP1: isHTTP1,
            settings.authenticator)
        gate = owner.group.gate
        if isHTTP1 {
            session = HTTP1Session(
                settings.http1, window: Int(settings.streamWindow), pause: settings.requestTimeout,
                loop: channel.loop)
            // HTTP/1.1 has no pings, so TCP's keepalive is used.
            channel.socket.keepAlive(after: settings.keepAliveInterval)
        } else {
            session = try HTTP2Session(role: .server, options: settings.session, scratch: owner.scratch)
        }
        heads = HeadCache(server)
        lifetime = ConnectionLifetime(
            settings.lifetime(isHTTP1: isHTTP1), random: .random(in: -1...1), at: channel.loop.now)
        stall = OutputStall(limit: settings.maxStalledBytes, timeout: settings.writeStallTimeout)
        anonymousCalls = AnonymousCalls(settings.anonymous)
        pings = PingExchange(PingPolicy(interval: settings.minPingInterval, maxStrikes: settings.maxPingStrikes))
        checkLifetime()
        markDirty()
    }

    /// Whether a caller is authenticated before the first request: by a key, or by a Unix socket, which web pages and a
    /// proxy's visitors cannot reach. A caller that is known only because it is local is checked with each request.
    static func isKnown(_ principal: Principal, _ peer: Peer) -> Bool {
        !principal.isAnonymous && (peer.certificate != nil || !peer.isLocal || peer.address.hasPrefix("unix"))
    }

    // MARK: Events

    /// Handles the received bytes, and reports the sent ones.
    func handleEvents(_ bytes: RawSpan) {
        session.deliver(bytes, to: self)
        for slot in fresh { armTimer(records[slot]) }
        fresh.removeAll(keepingCapacity: true)
        watchSession()
        if !isClosed, channel.isReading != session.wantsBytes { channel.isReading = session.wantsBytes }
    }

    func headersAreTooLarge(_ stream: HTTP2Stream) {
        _ = begin(stream)
        respond(stream, HTTPPage("431", .text("the headers are larger than the limit\n")))
    }

    func sent(_ stream: HTTP2Stream, _ count: Int) { record(stream)?.call?.sent(count) }

    /// Called when the client's connection preface is valid and complete.
    func prefaceIsHere() {
        prefaceTimer?.cancel()
        prefaceTimer = nil
    }

    func head(_ block: HeaderBlock) -> RequestHead {
        heads.head(block, server) { routes, generation in
            RequestHead(
                block, routes, generation: generation, caller: caller, server: server, settings: settings, gate: gate)
        }
    }

    func record(_ stream: HTTP2Stream) -> CallRecord? {
        guard records.indices.contains(stream.slot) else { return nil }
        let record = records[stream.slot]
        return record.stream == stream ? record : nil
    }

    func record(_ call: ServerCall) -> CallRecord? {
        guard let record = record(call.stream), record.call === call else { return nil }
        return record
    }

    func begin(_ stream: HTTP2Stream) -> CallRecord {
        while records.count <= stream.slot {
            records.append(
                CallRecord(
                    maxRequestBytes: server.options.maxRequestBytes, mark: server.options.writeHighMark,
                    at: loop.now))
        }
        let record = records[stream.slot]
        record.begin(stream, at: loop.now)
        return record
    }

    func markDirty() {
        guard !isDirty, !isClosed else { return }
        isDirty = true
        loop.atEndOfTurn(self)
    }
}
