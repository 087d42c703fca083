internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Remembers the answers to requests that carry an idempotency key, so that a request that is sent again takes effect
/// once and gets the first one's answer.
final class IdempotentAnswers: Sendable {
    static let maxKeyBytes = 255

    private struct Entry {
        let request: Int
        let begun: Duration
        let answer: OneShot<Result<RPCFrame, RPCError>>
        /// Bytes of the answer; 0 until it is there.
        var size = 0
    }

    /// The requests of one caller, oldest first.
    private struct Ledger {
        var entries: [String: Entry] = [:]
        var order: [String] = []
        var bytes = 0

        mutating func forget(_ key: String) {
            bytes -= entries.removeValue(forKey: key)?.size ?? 0
            order.removeAll { $0 == key }
        }
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
                    let frame = try await perform()
                    note(frame.bytes.count, for: key, of: principal, entry.answer)
                    entry.answer.set(.success(frame))
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
                ledger.forget(oldest)
            }
            if let known = ledger.entries[key] { return (known, false) }
            let entry = Entry(request: request, begun: now, answer: OneShot())
            ledger.entries[key] = entry
            ledger.order.append(key)
            return (entry, true)
        }
    }

    private func forget(_ key: String, of principal: String) {
        ledgers.withLock { $0[principal]?.forget(key) }
    }

    /// An answer is there, of this size: when all are too large together, the oldest go. Those that are still awaited
    /// stay.
    private func note(
        _ size: Int, for key: String, of principal: String, _ answer: OneShot<Result<RPCFrame, RPCError>>
    ) {
        ledgers.withLock { ledgers in
            guard var ledger = ledgers.removeValue(forKey: principal) else { return }
            defer { ledgers[principal] = ledger }
            guard ledger.entries[key]?.answer === answer else { return }
            ledger.entries[key]?.size = size
            ledger.bytes += size
            while ledger.bytes > limits.idempotentBytes,
                let oldest = ledger.order.first(where: { $0 != key && ledger.entries[$0]?.size ?? 0 > 0 })
            {
                ledger.forget(oldest)
            }
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
