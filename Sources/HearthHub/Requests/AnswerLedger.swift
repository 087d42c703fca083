internal import HearthBase
internal import HearthRPC
internal import HearthStore

/// The requests of one caller that came with an idempotency key, oldest first.
struct AnswerLedger {
    enum Answer: Sendable {
        case awaited(OneShot<Result<RPCFrame, RPCError>>)
        case kept(StoredAnswer.Outcome)
    }

    struct Entry {
        let request: RequestDigest
        let number: Int64
        /// The IDs of the households of the structures that the request concerns.
        let households: [String]
        /// When the request began, by the monotonic clock.
        let begun: Duration
        var answer: Answer

        var size: Int {
            guard case .kept(let outcome) = answer else { return AnswerLedger.entryBytes }
            return AnswerLedger.entryBytes + outcome.size
        }
    }

    /// The memory taken by the entries of a caller, in bytes.
    struct Bytes {
        fileprivate(set) var all = 0
        /// By household, what its requests take.
        fileprivate(set) var inHouseholds: [String: Int] = [:]

        static let zero = Bytes()

        fileprivate mutating func add(_ entry: Entry, _ sign: Int = 1) {
            all += sign * entry.size
            for id in entry.households {
                let left = (inHouseholds[id] ?? 0) + sign * entry.size
                inHouseholds[id] = left == 0 ? nil : left
            }
        }
    }

    /// The measured memory in bytes of an entry without its answer, including its place in the table and the queue.
    static let entryBytes = 376

    private var entries: [RequestDigest: Entry] = [:]
    private var order = FIFO<RequestDigest>()
    private(set) var bytes = Bytes()

    var isEmpty: Bool { entries.isEmpty }
    /// The oldest request.
    var first: Entry? { order.first.flatMap { entries[$0] } }

    func entry(_ key: RequestDigest) -> Entry? { entries[key] }

    mutating func add(_ entry: Entry, _ key: RequestDigest) {
        forget(key)
        entries[key] = entry
        order.append(key)
        bytes.add(entry)
    }

    /// Stores the answer of a request, unless the request was forgotten meanwhile.
    mutating func answer(_ key: RequestDigest, _ number: Int64, _ outcome: StoredAnswer.Outcome) {
        guard var entry = entries[key], entry.number == number else { return }
        bytes.add(entry, -1)
        entry.answer = .kept(outcome)
        entries[key] = entry
        bytes.add(entry)
    }

    mutating func forget(_ key: RequestDigest) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        bytes.add(entry, -1)
        _ = order.removeFirst { $0 == key }
    }

    /// Forgets the requests that began before `moment`.
    mutating func expire(before moment: Duration) {
        while let key = order.first, let entry = entries[key], entry.begun < moment {
            _ = order.popFirst()
            entries[key] = nil
            bytes.add(entry, -1)
        }
    }
}

extension StoredAnswer.Outcome {
    init(_ frame: RPCFrame) { self = .response(Array(frame.message)) }

    init(_ error: RPCError) {
        self = .failure(code: error.code.rawValue, message: error.message, details: error.details)
    }

    var size: Int {
        switch self {
        case .response(let bytes): bytes.count
        case .failure(_, let message, let details): message.utf8.count + details.count
        }
    }

    func frame() throws(RPCError) -> RPCFrame {
        switch self {
        case .response(let bytes): return RPCFrame(message: bytes)
        case .failure(let code, let message, let details):
            throw RPCError(RPCError.Code(rawValue: code) ?? .unknown, message, details: details)
        }
    }

    /// The outcome of a request that a former run of the hub began and did not finish.
    static var isNotKnown: Self {
        Self(
            RPCError(
                .aborted,
                "the hub ended while it carried out this request, which may have taken effect; check, then retry with "
                    + "another idempotency key"))
    }
}
