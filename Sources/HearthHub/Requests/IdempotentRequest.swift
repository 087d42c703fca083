internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// A request with an idempotency key in progress. Its answer is stored together with its changes.
///
/// Its lock guards the last stored answer.
final class IdempotentRequest: Sendable {
    let call: KeyedCall
    let number: Int64
    /// The IDs of the households in which its answer counts.
    private let households: [String]
    private let answers: IdempotentAnswers
    private let begun: Duration
    private let clock: any HomeClock
    /// Encodes the answer from the result of a hub's function. It takes any type, as `Caller` brings it to each
    /// function.
    private let encode: @Sendable (Any) -> RPCFrame?
    /// The last answer that was stored, or will be stored with the request's changes.
    private let last = Mutex<StoredAnswer.Outcome?>(nil)

    init(
        _ call: KeyedCall, number: Int64, in households: [String], answers: IdempotentAnswers, clock: any HomeClock,
        encode: @escaping @Sendable (Any) -> RPCFrame?
    ) {
        self.call = call
        self.number = number
        self.households = households
        self.answers = answers
        self.clock = clock
        begun = clock.now
        self.encode = encode
    }

    /// The row for the store. Its time is by the machine's clock, which the next run reads.
    func row(_ outcome: StoredAnswer.Outcome?) -> StoredAnswer {
        StoredAnswer(
            number: number, caller: call.caller, key: call.key, households: households,
            begun: clock.sinceEpoch - (clock.now - begun), outcome: outcome)
    }

    /// The row with the answer, for the transaction that stores the request's changes; nil if `result` answers only a
    /// part of the request.
    func row(answering result: Any) -> StoredAnswer? {
        encode(result).map { row(answers.outcome(of: $0, for: call)) }
    }

    /// Stores the answer together with the request's changes in memory, at the next save.
    func save(answering result: Any) {
        guard let row = row(answering: result) else { return }
        isStored(row)
        answers.save(row)
    }

    func isStored(_ row: StoredAnswer) { last.withLock { $0 = row.outcome } }

    func isNotStored() { last.withLock { $0 = nil } }

    var stored: StoredAnswer.Outcome? { last.withLock { $0 } }
}
