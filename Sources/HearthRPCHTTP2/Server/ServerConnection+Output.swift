internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

extension ServerConnection: SocketHandler, EndOfTurn {
    func received(_ bytes: RawSpan) {
        guard !ignoresInput else { return }
        owner.counts.receivedBytes &+= UInt64(bytes.byteCount)
        do {
            try session.receive(bytes)
            handleEvents(bytes)
        } catch {
            handleEvents(bytes)
            session.terminate(error.code)
        }
        heard()
        markDirty()
    }

    func writesAreDone() {
        stallTimer?.cancel()
        stallTimer = nil
        markDirty()
    }

    func endOfTurn() {
        isDirty = false
        guard !isClosed, channel.pendingBytes == 0 else { return }
        var isAll = output.fill(from: session)
        if closesOnceFlushed, !ignoresInput, isAll == true {
            session.terminate(.noError)
            isAll = output.fill(from: session, appending: true)
        }
        pings.answered(session.answersSent)
        owner.turnEnds()
        owner.counts.sentBytes &+= UInt64(output.bytes.count)
        channel.write(output.bytes)
        if session.hasEvents { handleEvents(RawSpan()) } else { watchSession() }
        if channel.pendingBytes > 0 {
            watchSocket()
        } else if isAll == nil {
            channel.close()
        } else if session.isFinished {
            if session.isCut || ignoresInput { linger() } else { channel.close() }
        } else if isAll == false {
            markDirty()
        } else if !output.bytes.isEmpty {
            watchForStalls()
        }
    }

    func closed(_ error: LoopError?) {
        isClosed = true
        prefaceTimer?.cancel()
        stallTimer?.cancel()
        closingTimer?.cancel()
        lifeTimer?.cancel()
        headersTimer?.cancel()
        stallSweep?.cancel()
        sessionTimer?.timer.cancel()
        for record in records {
            end(record, .disconnected)
            record.end()
        }
        fresh = []
        owner.closed(self)
    }
}

/// The connection's part of its loop's counters.
extension ServerConnection {
    func add(to counts: inout ServerCounts) {
        counts.openStreams += session.openStreams
        counts.runningHandlers += runningHandlers
        counts.queuedBytes += channel.pendingBytes + session.queuedBytes
        counts.queuedFrames += session.queuedFrames
        addResets(to: &counts)
    }

    func addResets(to counts: inout ServerCounts) {
        counts.resetsSent &+= UInt64(session.resetsSent)
        counts.resetsReceived &+= UInt64(session.resetsReceived)
    }
}

/// Bytes to be written to sockets; one buffer for all connections of a loop, as each empties it.
final class OutputBuffer {
    private(set) var bytes: [UInt8] = []
    /// The most bytes that one connection sends before others get their turn.
    private let limit = 128 << 10

    /// Takes the session's output. Returns whether that is all; nil when the session failed.
    func fill(from session: any ServerSession, appending: Bool = false) -> Bool? {
        if !appending { bytes.removeAll(keepingCapacity: true) }
        do {
            try session.drain(into: &bytes, limit: limit)
            return bytes.count < limit
        } catch {
            return nil
        }
    }
}
