internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import Synchronization

/// The results of requests with an idempotency key in this run, including secrets: in memory only, until the keys
/// expire.
///
/// Its lock guards the entries and their pool. It is not held while something is created.
final class KeyedResults<Made: Sendable>: Sendable {
    private struct Entry {
        let request: RequestDigest
        let begun: Duration
        let made: OneShot<Result<Made, RPCError>>
        /// The holder of the share that it counts against; nil for the hub's owner.
        let holder: String?
        /// The households in which it counts.
        let households: Set<String>
    }

    private struct State {
        var entries: [RequestDigest: Entry] = [:]
        var pool: SharedPool<String>

        mutating func remove(_ key: RequestDigest) {
            guard let entry = entries.removeValue(forKey: key) else { return }
            pool.giveBack(of: entry.holder, in: entry.households)
        }
    }

    private let state: Mutex<State>
    private let limits: AccessLimits

    init(limits: AccessLimits) {
        self.limits = limits
        let pool = SharedPool<String>(limits.pool(limits.keyedRequests, share: limits.keyedRequestsOfMember))
        state = Mutex(State(pool: pool))
    }

    /// Creates something, unless the same call created it before. Failures are not remembered.
    ///
    /// - Parameters:
    ///   - holder: the holder of the share; nil for the hub's owner.
    ///   - households: the households of the holder; asked for calls with a key only.
    ///   - now: the monotonic clock.
    func once(
        _ call: KeyedCall?, of holder: String?, in households: @autoclosure () -> Set<String>, now: Duration,
        _ make: () async throws(RPCError) -> Made
    ) async throws(RPCError) -> Made {
        guard let call else { return try await make() }
        let (entry, isNew) = try entry(call, holder, households(), now)
        guard isNew else {
            guard let made = await entry.made.wait() else {
                throw RPCError(.cancelled, "the call was cancelled")
            }
            return try made.get()
        }
        do throws(RPCError) {
            let made = try await make()
            entry.made.set(.success(made))
            return made
        } catch {
            state.withLock { $0.remove(call.key.key) }
            entry.made.set(.failure(error))
            throw error
        }
    }

    private func entry(
        _ call: KeyedCall, _ holder: String?, _ households: Set<String>, _ now: Duration
    ) throws(RPCError) -> (Entry, isNew: Bool) {
        forget(now: now)
        return try state.withLock { (state) throws(RPCError) in
            if let known = state.entries[call.key.key] {
                guard known.request == call.key.request else { throw call.isUsed }
                return (known, false)
            }
            do throws(PoolRefusal) {
                try state.pool.take(for: holder, in: households)
            } catch {
                throw RPCError(
                    .resourceExhausted,
                    error.sentence("idempotency keys within \(limits.idempotencyTime / 60) minutes")
                        + "; wait, or send the request without one")
            }
            let entry = Entry(
                request: call.key.request, begun: now, made: OneShot(), holder: holder, households: households)
            state.entries[call.key.key] = entry
            return (entry, true)
        }
    }

    /// Forgets results whose keys have expired.
    func forget(now: Duration) {
        state.withLock { state in
            for (key, entry) in state.entries where now - entry.begun > .seconds(limits.idempotencyTime) {
                state.remove(key)
            }
        }
    }
}
