internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC

/// What a connection does because time passes.
extension ServerConnection {
    // MARK: The connection's time

    /// Does what is due, and comes back when something else is.
    func checkLifetime() {
        guard !isClosed else { return }
        lifeTimer = nil
        // What a busy time left behind.
        if session.openStreams == 0, runningHandlers == 0 { records = [] }
        while true {
            switch lifetime.check(at: loop.now, openStreams: session.openStreams) {
            case .wait(let time):
                lifeTimer = loop.schedule(after: max(time - loop.now, .zero)) { [unowned self] in checkLifetime() }
                return
            case .ping:
                outstandingPings += 1
                session.ping()
                markDirty()
            case .drain: drain()
            case .endCalls: return endCalls()
            case .close: return channel.close()
            }
        }
    }

    /// Looks at what the bytes in hand leave behind: pings, and a header block without an end.
    func heard() {
        lifetime.heard(at: loop.now)
        while pingsSeen < session.pings {
            pingsSeen += 1
            if pings.pinged(at: loop.now) { return enhanceCalm("too_many_pings") }
        }
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

    /// Ends the connection, and tells the peer that it asks too much.
    private func enhanceCalm(_ about: StaticString) {
        guard !ignoresInput, !isClosed else { return }
        session.goAway(.enhanceYourCalm, about)
        for record in records { end(record, .draining) }
        linger()
        markDirty()
    }

    /// Closes after a moment in which the peer can read why: closing while its bytes come in would take the last of
    /// ours back.
    func linger() {
        ignoresInput = true
        guard closingTimer == nil else { return }
        closingTimer = loop.schedule(after: .milliseconds(200)) { [unowned self] in channel.close() }
    }

    /// Comes back when the session wants to know that time has passed.
    func watchSession() {
        guard !isClosed, let due = session.nextDeadline else { return }
        if let sessionTimer {
            // One that fires too early looks again.
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

    // MARK: The time of calls

    /// Gives a request that is not complete, and a call that has a deadline, a timer.
    func armTimer(_ record: CallRecord) {
        guard record.timer == nil, let time = nextTime(record) else { return }
        let stream = record.stream
        record.timer = loop.schedule(after: max(time - loop.now, .zero)) { [unowned self, unowned record] in
            guard record.stream == stream else { return }
            record.timer = nil
            timeIsUp(record)
        }
    }

    /// When to look at a stream again: nil when it may take all the time it needs.
    private func nextTime(_ record: CallRecord) -> ContinuousClock.Instant? {
        guard record.call != nil || record.page != nil else { return nil }
        let deadline = record.call?.context.deadline
        guard record.isIncomplete else { return deadline }
        let late = lateness(record)
        return deadline.map { min($0, late) } ?? late
    }

    /// When an incomplete request is too late: it has paused for too long, or takes too long in all.
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

    // MARK: What the client does not take

    /// A connection of which the system takes nothing any more is closed.
    func watchSocket() {
        guard stallTimer == nil else { return }
        let unsent = channel.unsentBytes
        stallTimer = loop.schedule(after: settings.writeStallTimeout) { [unowned self] in
            stallTimer = nil
            guard channel.pendingBytes > 0 else { return }
            if channel.unsentBytes < unsent { watchSocket() } else { channel.close() }
        }
    }

    /// Streams whose output does not move are ended, so that what waits there is not kept for ever; when it is much, the
    /// connection ends.
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

    /// Ends a call of which nothing is taken. Its client reads why behind what it was sent before.
    private func cutShort(_ record: CallRecord) {
        let time = "\((settings.writeStallTimeout + .milliseconds(999)).components.seconds) s"
        let what = record.call.map { "\($0.route.method.path) was ended: its" } ?? "an answer was cut short: the"
        owner.group.notice("\(what) client, \(channel.peer), took nothing of it for \(time)")
        let error = RPCError(
            .resourceExhausted,
            "nothing of this stream was taken for \(time); call again, a watch from its last position")
        // What is not gRPC has its end among what is not taken.
        if record.call?.web != nil || !session.cutShort(record.stream, trailers: ResponseHeaders.trailers(error, nil)) {
            session.reset(record.stream, .cancel)
        }
        end(record, .notTaken)
        markDirty()
    }

    /// How often output is looked at in the time that it may stand still.
    private static let sweeps = 3
}
