internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// The answers to requests with an idempotency key, so that a retried request takes effect once and gets the same
/// answer. No answer is dropped before ``HubLimits/idempotencyTime`` is over: without room, new keys are refused.
///
/// Its lock guards the ledgers, their pool and the answers that wait for the store. It is held for one look or one
/// entry, and no other lock is taken under it.
final class IdempotentAnswers: Sendable {
    enum Beginning {
        /// The caller has to carry the request out.
        case new(number: Int64, OneShot<Result<RPCFrame, RPCError>>)
        case known(AnswerLedger.Answer)
    }

    /// The answers to store and to remove.
    struct Unsaved {
        fileprivate(set) var answers: [Int64: StoredAnswer] = [:]
        /// Answers before it are to be removed.
        fileprivate var first: Int64?
        fileprivate var formerFirst: Int64 = 0

        var changes: [StoreChange] {
            answers.values.ordered(by: \.number).map { .putAnswer($0) }
                + (first.map { [.removeAnswers(before: $0)] } ?? [])
        }
    }

    private struct State {
        var ledgers: [String: AnswerLedger] = [:]
        /// The bytes of the ledgers, by holder. A caller that has not called since the start counts as its own holder.
        var pool: SharedPool<String>
        var holders: [String: String?] = [:]
        var nextNumber: Int64 = 1
        /// The oldest number that may be in the store.
        var storedFirst: Int64 = 1
        var unsaved: [Int64: StoredAnswer] = [:]

        func holder(of caller: String) -> String? { holders[caller] ?? caller }

        func bytes(of caller: String) -> AnswerLedger.Bytes { ledgers[caller]?.bytes ?? .zero }

        /// Counts bytes for a holder, and in the households that they concern.
        private mutating func count(_ bytes: AnswerLedger.Bytes, _ sign: Int, for holder: String?) {
            pool.add(sign * bytes.all, for: holder)
            for (id, part) in bytes.inHouseholds { pool.add(sign * part, for: holder, inOnly: id) }
        }

        /// Counts a caller's bytes for a holder from now on.
        mutating func count(_ caller: String, for holder: String?) {
            guard self.holder(of: caller) != holder || holders[caller] == nil else { return }
            let bytes = bytes(of: caller)
            count(bytes, -1, for: self.holder(of: caller))
            count(bytes, 1, for: holder)
            holders[caller] = .some(holder)
        }

        mutating func change<R>(_ caller: String, _ body: (inout AnswerLedger) -> R) -> R {
            count(bytes(of: caller), -1, for: holder(of: caller))
            let result = body(&ledgers[caller, default: AnswerLedger()])
            count(bytes(of: caller), 1, for: holder(of: caller))
            if ledgers[caller]?.isEmpty == true {
                ledgers[caller] = nil
                holders[caller] = nil
            }
            return result
        }

        mutating func expire(before moment: Duration) {
            for caller in Array(ledgers.keys) { change(caller) { $0.expire(before: moment) } }
        }
    }

    private let limits: HubLimits
    private let state: Mutex<State>

    init(limits: HubLimits) {
        self.limits = limits
        state = Mutex(
            State(pool: SharedPool(limits.pool(limits.idempotentBytes, share: limits.idempotentBytesPerPerson))))
    }

    /// Loads the answers that an earlier run stored.
    ///
    /// - Parameters:
    ///   - now: by the monotonic clock.
    ///   - sinceEpoch: by the machine's clock. An answer from its future counts as begun now, so that a wrong clock
    ///     keeps none too long.
    func load(_ stored: [StoredAnswer], now: Duration, sinceEpoch: Duration) {
        state.withLock { state in
            state.storedFirst = stored.first?.number ?? 1
            for var answer in stored {
                state.nextNumber = max(state.nextNumber, answer.number &+ 1)
                let age = sinceEpoch - answer.begun
                guard age <= limits.idempotencyTime else { continue }
                let entry = AnswerLedger.Entry(
                    request: answer.key.request, number: answer.number, households: answer.households,
                    begun: now - max(age, .zero), answer: .kept(answer.outcome ?? .isNotKnown))
                state.change(answer.caller) { $0.add(entry, answer.key.key) }
                guard age < .zero else { continue }
                answer.begun = sinceEpoch
                state.unsaved[answer.number] = answer
            }
        }
    }

    /// Registers a new request, or finds the earlier one with its key.
    ///
    /// - Parameters:
    ///   - holder: the holder of its answer; nil for the hub's owner.
    ///   - households: those of the structures that the request concerns, in which its answer counts.
    /// - Throws: `INVALID_ARGUMENT` if the key belongs to another request, `RESOURCE_EXHAUSTED` if there is no room.
    func begin(
        _ call: KeyedCall, of holder: String?, in households: [String], now: Duration
    ) throws(RPCError) -> Beginning {
        try state.withLock { (state) throws(RPCError) in
            state.change(call.caller) { $0.expire(before: now - limits.idempotencyTime) }
            if let known = state.ledgers[call.caller]?.entry(call.key.key) {
                guard known.request == call.key.request else { throw call.isUsed }
                return .known(known.answer)
            }
            state.count(call.caller, for: holder)
            try checkRoom(for: call.caller, households, &state, now)
            let answer = OneShot<Result<RPCFrame, RPCError>>()
            let number = state.nextNumber
            state.nextNumber &+= 1
            let entry = AnswerLedger.Entry(
                request: call.key.request, number: number, households: households, begun: now,
                answer: .awaited(answer))
            state.change(call.caller) { $0.add(entry, call.key.key) }
            return .new(number: number, answer)
        }
    }

    private func checkRoom(
        for caller: String, _ households: [String], _ state: inout State, _ now: Duration
    ) throws(RPCError) {
        func refusal(_ whose: String, of place: String = "", _ bytes: Int, _ oldest: Duration?) -> RPCError {
            let wait = (oldest ?? now) + limits.idempotencyTime - now
            return RPCError(
                .resourceExhausted,
                "the answers kept for \(whose) idempotency keys\(place) take up \(bytes >> 20) MiB, the most they may; "
                    + "try again in \(wait.wholeSeconds + 1) seconds, or send the request without a key")
        }
        let ledger = state.ledgers[caller]
        guard state.bytes(of: caller).all + AnswerLedger.entryBytes <= limits.idempotentBytesPerCaller else {
            throw refusal("your", limits.idempotentBytesPerCaller, ledger?.first?.begun)
        }
        let holder = state.holder(of: caller)
        guard state.pool.refusal(of: AnswerLedger.entryBytes, for: holder, in: households) != nil else { return }
        state.expire(before: now - limits.idempotencyTime)
        // Expiry may have removed the caller's holder.
        state.count(caller, for: holder)
        switch state.pool.refusal(of: AnswerLedger.entryBytes, for: holder, in: households) {
        case .share(let bytes)?:
            let own = state.ledgers.filter { state.holder(of: $0.key) == holder }.values
            throw refusal("your", bytes, own.compactMap { $0.first?.begun }.min())
        // At the latest: the oldest answer of the household is not searched for.
        case .household(_, let bytes)?: throw refusal("all", of: " in the household", bytes, now)
        case .lastPart(let bytes, floor: _)?, .others(let bytes)?, .total(let bytes)?:
            throw refusal("all", bytes, state.ledgers.values.compactMap { $0.first?.begun }.min())
        case nil: return
        }
    }

    /// The outcome to keep for an answer: the answer itself, or an error if there is no room for it.
    func outcome(of answer: RPCFrame, for call: KeyedCall) -> StoredAnswer.Outcome {
        let outcome = StoredAnswer.Outcome(answer)
        let fits = state.withLock { state in
            let households = state.ledgers[call.caller]?.entry(call.key.key)?.households ?? []
            return state.bytes(of: call.caller).all + outcome.size <= limits.idempotentBytesPerCaller
                && state.pool.refusal(of: outcome.size, for: state.holder(of: call.caller), in: households) == nil
        }
        guard !fits else { return outcome }
        return StoredAnswer.Outcome(
            RPCError(
                .failedPrecondition,
                "the request with this idempotency key was carried out; its answer of \(outcome.size) bytes was too large "
                    + "to be kept beside the others"))
    }

    /// Stores the answer of a request.
    func answer(_ call: KeyedCall, _ number: Int64, _ outcome: StoredAnswer.Outcome) {
        state.withLock { state in state.change(call.caller) { $0.answer(call.key.key, number, outcome) } }
    }

    /// Forgets a request that had no effect, so that it may be made again.
    func forget(_ call: KeyedCall, _ number: Int64) {
        state.withLock { state in
            state.unsaved[number] = nil
            guard state.ledgers[call.caller]?.entry(call.key.key)?.number == number else { return }
            state.change(call.caller) { $0.forget(call.key.key) }
        }
    }

    /// Stores an answer with the next save.
    func save(_ answer: StoredAnswer) { state.withLock { $0.unsaved[answer.number] = answer } }

    /// Whether answers wait to be stored. Removals alone cause no write.
    var hasUnsaved: Bool { state.withLock { !$0.unsaved.isEmpty } }

    /// Takes what is to be stored. Give it back with ``markUnsaved(_:)`` if storing fails.
    func takeUnsaved(now: Duration) -> Unsaved {
        state.withLock { state in
            state.expire(before: now - limits.idempotencyTime)
            let first = state.ledgers.values.compactMap { $0.first?.number }.min() ?? state.nextNumber
            let unsaved = Unsaved(
                answers: state.unsaved.filter { $0.key >= first }, first: first > state.storedFirst ? first : nil,
                formerFirst: state.storedFirst)
            state.unsaved = [:]
            state.storedFirst = max(first, state.storedFirst)
            return unsaved
        }
    }

    /// Puts back what could not be stored.
    func markUnsaved(_ unsaved: Unsaved) {
        state.withLock { state in
            state.unsaved.merge(unsaved.answers) { newer, _ in newer }
            state.storedFirst = min(unsaved.formerFirst, state.storedFirst)
        }
    }
}
