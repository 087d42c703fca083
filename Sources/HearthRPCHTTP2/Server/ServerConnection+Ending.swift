internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// The end of a connection.
extension ServerConnection {
    /// Asks the client to open no more streams; running ones continue.
    func drain() {
        guard !isClosed, !isDraining else { return }
        isDraining = true
        for record in records {
            if let page = record.page.take() { respond(record.stream, page) }
        }
        session.announceShutdown()
        // The pong shows that the client has seen the announcement; after it the server accepts no more streams.
        pings.ping(announcing: true)
        session.ping()
        closeIfDrained()
        markDirty()
    }

    /// Closes it at once.
    func close() {
        if !isClosed { channel.close() }
    }

    func pong() {
        if pings.pong() { session.goAway() }
    }

    /// Ends the remaining calls when the grace period is over.
    func endCalls() {
        for record in records { end(record, .draining) }
        closeOnceFlushed()
    }

    func closeIfDrained() {
        guard isDraining, !records.contains(where: { $0.call != nil }), session.openStreams == 0 else { return }
        session.terminate(.noError)
        markDirty()
    }

    /// Ends everything that a credential opened: its calls, and the connection if it is the connection's own.
    func revoke(_ credential: String) {
        for record in records where record.call?.context.principal.credential == credential { end(record, .revoked) }
        guard caller.info.principal.credential == credential else { return }
        for record in records { end(record, .revoked) }
        closeOnceFlushed()
    }

    /// Accepts no more streams, sends the queued output as far as the client takes it, and closes.
    func closeOnceFlushed() {
        guard !isClosed, closingTimer == nil else { return }
        session.goAway()
        closesOnceFlushed = true
        closingTimer = loop.schedule(after: .milliseconds(500)) { [unowned self] in channel.close() }
        markDirty()
    }
}
