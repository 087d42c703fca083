internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// The timeouts of a connection and its calls.
extension ServerConnection {
    // MARK: The connection's time

    /// Performs the actions that are due, and schedules the next check.
    func checkLifetime() {
        guard !isClosed else { return }
        lifeTimer = nil
        // Releases records left from a busy time.
        if session.openStreams == 0, runningHandlers == 0 { records = [] }
        while true {
            switch lifetime.check(at: loop.now, openStreams: session.openStreams) {
            case .wait(let time):
                lifeTimer = loop.schedule(after: max(time - loop.now, .zero)) { [unowned self] in checkLifetime() }
                return
            case .ping:
                pings.ping()
                session.ping()
                markDirty()
            case .drain: drain()
            case .endCalls: return endCalls()
            case .close: return channel.close()
            }
        }
    }

    /// Checks what the received bytes left: pings, and an unfinished header block.
    func heard() {
        lifetime.heard(at: loop.now)
        if pings.heard(session.pings, at: loop.now) { return enhanceCalm("too_many_pings") }
        if session.isInHeaderBlock {
            guard headersTimer == nil else { return }
            headersTimer = loop.schedule(after: settings.headersTimeout) { [unowned self] in
                headersTimer = nil
                enhanceCalm("headers_without_end")
            }
        } else if let timer = headersTimer {
            timer.cancel()
            headersTimer = nil
        }
    }

    /// Ends the connection and tells the peer that it exceeded its limits.
    private func enhanceCalm(_ about: StaticString) {
        guard !ignoresInput, !isClosed else { return }
        session.goAway(.enhanceYourCalm, about)
        for record in records { end(record, .draining) }
        linger()
        markDirty()
    }

    /// Closes after a moment in which the peer can read the reason: closing while its bytes arrive would reset the
    /// connection and lose our last bytes.
    func linger() {
        ignoresInput = true
        guard closingTimer == nil else { return }
        closingTimer = loop.schedule(after: .milliseconds(200)) { [unowned self] in channel.close() }
    }

    /// Schedules the session's next deadline.
    func watchSession() {
        guard !isClosed, let due = session.nextDeadline else { return }
        if let sessionTimer {
            // A timer that fires too early checks again.
            guard due < sessionTimer.due else { return }
            sessionTimer.timer.cancel()
        }
        let timer = loop.schedule(after: max(due - loop.now, .zero)) { [unowned self] in
            sessionTimer = nil
            session.timePassed(self)
            watchSession()
            markDirty()
        }
        sessionTimer = (timer, due)
    }

    // MARK: The deadlines of calls

    /// Sets a timer for an incomplete request, or for a call with a deadline.
    func armTimer(_ record: CallRecord) {
        guard record.timer == nil, let time = nextTime(record) else { return }
        let stream = record.stream
        record.timer = loop.schedule(after: max(time - loop.now, .zero)) { [unowned self, unowned record] in
            guard record.stream == stream else { return }
            record.timer = nil
            timeIsUp(record)
        }
    }

    /// When to check a stream again; nil if it has no time limit.
    private func nextTime(_ record: CallRecord) -> ContinuousClock.Instant? {
        guard record.call != nil || record.page != nil else { return nil }
        let deadline = record.call?.context.deadline
        guard record.isIncomplete else { return deadline }
        let late = lateness(record)
        return deadline.map { min($0, late) } ?? late
    }

    /// When an incomplete request times out: it has paused for too long, or has taken too long in all.
    private func lateness(_ record: CallRecord) -> ContinuousClock.Instant {
        let isAnonymous = record.call?.context.principal.isAnonymous ?? true
        let time = isAnonymous ? settings.anonymous.requestTime : settings.maxRequestTime
        return min(record.progressed + settings.requestTimeout, record.begun + time)
    }

    private func timeIsUp(_ record: CallRecord) {
        let now = loop.now
        if let deadline = record.call?.context.deadline, now >= deadline { return end(record, .deadlineExceeded) }
        if record.isIncomplete, now >= lateness(record) {
            if let page = record.page.take() { return respond(record.stream, page.isImmediate ? page : .tooSlow) }
            guard let call = record.call else { return }
            return fail(
                record, call,
                RPCError(
                    .deadlineExceeded,
                    "the request was not complete after \((now - record.begun).components.seconds) s; send it whole"))
        }
        armTimer(record)
    }

    // MARK: Clients that take nothing

    /// Closes a connection whose socket accepts no more bytes.
    func watchSocket() {
        guard stallTimer == nil else { return }
        let unsent = channel.unsentBytes
        stallTimer = loop.schedule(after: settings.writeStallTimeout) { [unowned self] in
            stallTimer = nil
            guard channel.pendingBytes > 0 else { return }
            if channel.unsentBytes < unsent { watchSocket() } else { channel.close() }
        }
    }

    /// Ends streams whose output makes no progress, so that it does not occupy memory for ever. If much is queued, ends
    /// the connection.
    func watchForStalls() {
        guard stallSweep == nil, session.openStreams > 0 else { return }
        stall.moved(taken: session.takenBytes, at: loop.now)
        sweepForStalls()
    }

    private func sweepForStalls() {
        stallSweep = loop.schedule(after: settings.writeStallTimeout / Self.sweeps) { [unowned self] in
            stallSweep = nil
            if stall.isOver(waiting: session.queuedBytes, taken: session.takenBytes, at: loop.now) {
                return enhanceCalm("output_not_taken")
            }
            var isBlocked = false
            for record in records where record.stream != .none {
                guard let taken = session.blockedOutput(of: record.stream) else {
                    record.stalls = 0
                    continue
                }
                isBlocked = true
                if record.stalls > 0, taken == record.taken { record.stalls += 1 } else { record.stalls = 1 }
                record.taken = taken
                guard record.stalls > Self.sweeps else { continue }
                cutShort(record)
            }
            if isBlocked, !isClosed { sweepForStalls() }
        }
    }

    /// Ends a call whose client takes nothing. The reason follows the output already queued.
    private func cutShort(_ record: CallRecord) {
        let time = "\((settings.writeStallTimeout + .milliseconds(999)).components.seconds) s"
        let what = record.call.map { "\($0.route.method.path) was ended: its" } ?? "an answer was ended: the"
        owner.group.notice("\(what) client, \(channel.peer), took nothing of it for \(time)")
        let error = RPCError(
            .resourceExhausted,
            "the client read nothing of this stream for \(time); call again, a watch from its last position")
        // In gRPC-Web and Connect the end would be part of the body that the client does not take.
        if record.call?.web != nil || !session.cutShort(record.stream, trailers: ResponseHeaders.trailers(error, nil)) {
            session.reset(record.stream, .cancel)
        }
        end(record, .notTaken)
        markDirty()
    }

    /// The number of checks for progress within the stall timeout.
    private static let sweeps = 3
}
