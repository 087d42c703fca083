internal import HearthRPC
internal import HearthTraitCore
internal import Synchronization

/// Remembers the answers to requests that carry an idempotency key, so that a request that is sent again takes effect
/// once and gets the first one's answer.
final class IdempotentAnswers: Sendable {
    static let maxKeyBytes = 255

    private struct Entry {
        let request: Int
        let begun: Duration
        let answer: OneShot<Result<RPCFrame, RPCError>>
    }

    /// The requests of one caller, oldest first.
    private struct Ledger {
        var entries: [String: Entry] = [:]
        var order: [String] = []
    }

    private let limits: HubLimits
    private let ledgers = Mutex<[String: Ledger]>([:])

    init(limits: HubLimits) {
        self.limits = limits
    }

    /// Performs a request, or waits for the answer to the one with the same key that came before.
    ///
    /// The work goes on when this call is given up: whoever asks again gets its answer.
    func answer(
        _ key: String, of principal: String, request: Int, now: Duration,
        _ perform: @escaping @Sendable () async throws -> RPCFrame
    ) async throws -> RPCFrame {
        guard key.utf8.count <= Self.maxKeyBytes else {
            throw RPCError(
                .invalidArgument,
                "the idempotency key has \(key.utf8.count) bytes; at most \(Self.maxKeyBytes) are allowed")
        }
        let (entry, isNew) = entry(key, of: principal, request: request, now: now)
        guard entry.request == request else {
            throw RPCError(
                .invalidArgument, "the idempotency key \(quoted(key)) was used for another request; choose a new one")
        }
        if isNew {
            Task { [self] in
                do {
                    entry.answer.set(.success(try await perform()))
                } catch {
                    let error = RPCError(error)
                    // Where nothing took effect, asking again may help.
                    let isRefused = error.code == .unavailable || error.code == .resourceExhausted
                    if isRefused, !(error.cause is OutcomeUnknown) { forget(key, of: principal) }
                    entry.answer.set(.failure(error))
                }
            }
        }
        guard let answer = await entry.answer.wait() else { throw CancellationError() }
        return try answer.get()
    }

    private func entry(_ key: String, of principal: String, request: Int, now: Duration) -> (Entry, isNew: Bool) {
        ledgers.withLock { ledgers in
            var ledger = ledgers.removeValue(forKey: principal) ?? Ledger()
            defer { ledgers[principal] = ledger }
            let isStale = { (entry: Entry?) in entry.map { now - $0.begun > self.limits.idempotencyTime } ?? true }
            while let oldest = ledger.order.first,
                isStale(ledger.entries[oldest]) || ledger.order.count >= limits.idempotentAnswers && oldest != key
            {
                ledger.order.removeFirst()
                ledger.entries[oldest] = nil
            }
            if let known = ledger.entries[key] { return (known, false) }
            let entry = Entry(request: request, begun: now, answer: OneShot())
            ledger.entries[key] = entry
            ledger.order.append(key)
            return (entry, true)
        }
    }

    private func forget(_ key: String, of principal: String) {
        ledgers.withLock { ledgers in
            ledgers[principal]?.entries[key] = nil
            ledgers[principal]?.order.removeAll { $0 == key }
        }
    }
}

extension Hub {
    /// Performs a request once for each idempotency key; without a key, at once. Every request that changes something
    /// comes through here.
    func once<Request: RPCMessage & Hashable, Response: RPCMessage>(
        _ request: Request, _ options: Hearth_V1_CallOptions?, _ context: ServerContext,
        _ perform: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        try Caller.check(clientID: options?.clientID ?? "")
        guard let key = options?.idempotencyKey, !key.isEmpty else { return try await perform() }
        var hasher = Hasher()
        hasher.combine(context.method.path)
        hasher.combine(request)
        let frame = try await answers.answer(
            key, of: context.principal.id, request: hasher.finalize(), now: clock.now
        ) { try await perform().frame }
        return try Response(frame: frame)
    }
}
