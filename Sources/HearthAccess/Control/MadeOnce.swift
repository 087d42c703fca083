internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import Synchronization

/// What was made for requests with an idempotency key in this run, with its secret: in memory only, for as long as the
/// keys count.
final class MadeOnce<Made: Sendable>: Sendable {
    private struct Entry {
        let request: RequestDigest
        let begun: Duration
        let made: OneShot<Result<Made, RPCError>>
    }

    private let entries = Mutex<[RequestDigest: Entry]>([:])
    private let limits: AccessLimits

    init(limits: AccessLimits) {
        self.limits = limits
    }

    /// Makes something, unless it was made for the same call before. What fails is not remembered, as nothing was made.
    ///
    /// - Parameter now: by the clock that never jumps.
    func once(
        _ call: KeyedCall?, now: Duration, _ make: () async throws(RPCError) -> Made
    ) async throws(RPCError) -> Made {
        guard let call else { return try await make() }
        let (entry, isNew) = try entry(call, now)
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
            _ = entries.withLock { $0.removeValue(forKey: call.key.key) }
            entry.made.set(.failure(error))
            throw error
        }
    }

    private func entry(_ call: KeyedCall, _ now: Duration) throws(RPCError) -> (Entry, isNew: Bool) {
        forget(now: now)
        return try entries.withLock { (entries) throws(RPCError) in
            if let known = entries[call.key.key] {
                guard known.request == call.key.request else { throw call.isUsed }
                return (known, false)
            }
            guard entries.count < limits.keyedRequests else {
                throw RPCError(
                    .resourceExhausted,
                    "\(limits.keyedRequests) idempotency keys were used, the most that may within "
                        + "\(limits.idempotencyTime / 60) minutes; wait, or send the request without one")
            }
            let entry = Entry(request: call.key.request, begun: now, made: OneShot())
            entries[call.key.key] = entry
            return (entry, true)
        }
    }

    /// Forgets what is too old to be asked for.
    func forget(now: Duration) {
        entries.withLock { entries in
            entries = entries.filter { now - $0.value.begun <= .seconds(limits.idempotencyTime) }
        }
    }
}
