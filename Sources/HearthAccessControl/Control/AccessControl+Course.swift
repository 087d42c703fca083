internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

// Periodic work.
extension AccessControl {
    func notify(ended: [String]) {
        let bodies = ending.withLock { $0 }
        for id in ended {
            browsers.withLock { $0.end(of: id) }
            for body in bodies { body(id) }
        }
    }

    func sweepLater() {
        let action = clock.schedule(after: options.limits.sweep) { [weak self] in
            await self?.sweep()
            self?.sweepLater()
        }
        let isClosed = sweeper.withLock { sweeper in
            if !sweeper.isClosed { sweeper.action = action }
            return sweeper.isClosed
        }
        if isClosed { action.cancel() }
    }

    /// Ends expired credentials, forgets secrets whose idempotency keys have expired, and stores uses and failed
    /// attempts.
    func sweep() async {
        tokens.forget(now: clock.now)
        codes.forget(now: clock.now)
        browsers.withLock { $0.sweep(at: clock.now) }
        let due = now { state, time in state.sweep(at: time) }
        notify(ended: due.ended)
        await write(due.changes)
    }

    /// Stores failed attempts and corrected times, at most once a second.
    func writeSoon() {
        let isFirst = sweeper.withLock { sweeper in
            defer { sweeper.isWriting = true }
            return !sweeper.isWriting && !sweeper.isClosed
        }
        guard isFirst else { return }
        writeUnstored()
        Task {
            try? await Task.sleep(for: .seconds(1))
            sweeper.withLock { $0.isWriting = false }
            // Stores those that were counted meanwhile.
            writeUnstored()
        }
    }

    private func writeUnstored() {
        sweeper.withLock { sweeper in
            let before = sweeper.writer
            sweeper.writer = Task {
                await before?.value
                let changes = state.withLock { $0.takeUnstored() }
                await write(changes)
            }
        }
    }

    func write(_ changes: [AccessChange]) async {
        do throws(RPCError) {
            try await commit(changes)
        } catch {
            notice(error.message)
        }
    }
}
