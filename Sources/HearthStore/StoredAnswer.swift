/// A request with an idempotency key, and its answer, stored so that the request takes effect only once even if the hub
/// restarts in between.
public struct StoredAnswer: Hashable, Sendable {
    /// The result of a request.
    public enum Outcome: Hashable, Sendable {
        /// It was carried out: the response, a serialized message.
        case response([UInt8])
        /// It failed: the status code, the message, and the details (a serialized `google.rpc.Status`, or nothing).
        case failure(code: UInt8, message: String, details: [UInt8])
    }

    /// Identifies the entry. Rises with each request.
    public var number: Int64
    /// The caller whose key it is.
    public var caller: String
    /// The key and the request.
    public var key: RequestKey
    /// IDs of the households in which it counts.
    public var households: [String]
    /// When it began, since 1970.
    public var begun: Duration
    /// nil while the request is running.
    public var outcome: Outcome?

    /// Creates an entry.
    public init(
        number: Int64, caller: String, key: RequestKey, households: [String] = [], begun: Duration,
        outcome: Outcome? = nil
    ) {
        self.number = number
        self.caller = caller
        self.key = key
        self.households = households
        self.begun = begun
        self.outcome = outcome
    }
}
