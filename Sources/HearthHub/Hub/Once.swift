internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// A request with an idempotency key while it is carried out. What it changes takes its answer along to the store.
final class Once: Sendable {
    let call: KeyedCall
    let number: Int64
    private let answers: IdempotentAnswers
    private let begun: Duration
    private let clock: any HomeClock
    /// The answer's message for what the hub's function returns. Of any type, as `Caller` brings it to each function.
    private let encode: @Sendable (Any) -> RPCFrame?
    /// The last answer that was stored, or is to be with what the request changed.
    private let last = Mutex<StoredAnswer.Outcome?>(nil)

    init(
        _ call: KeyedCall, number: Int64, answers: IdempotentAnswers, clock: any HomeClock,
        encode: @escaping @Sendable (Any) -> RPCFrame?
    ) {
        self.call = call
        self.number = number
        self.answers = answers
        self.clock = clock
        begun = clock.now
        self.encode = encode
    }

    /// The row of the store. Its time follows the machine's clock, as the next run will ask that one.
    func row(_ outcome: StoredAnswer.Outcome?) -> StoredAnswer {
        StoredAnswer(
            number: number, caller: call.caller, key: call.key, begun: clock.sinceEpoch - (clock.now - begun),
            outcome: outcome)
    }

    /// The row with the answer, for the transaction that stores what the request changes; nil if `result` is not the
    /// answer to this request but to a part of it.
    func row(answering result: Any) -> StoredAnswer? {
        encode(result).map { row(answers.outcome(of: $0, for: call)) }
    }

    /// Has the answer stored together with what the request has changed in memory.
    func save(answering result: Any) {
        guard let row = row(answering: result) else { return }
        isStored(row)
        answers.save(row)
    }

    func isStored(_ row: StoredAnswer) { last.withLock { $0 = row.outcome } }

    func isNotStored() { last.withLock { $0 = nil } }

    var stored: StoredAnswer.Outcome? { last.withLock { $0 } }
}
