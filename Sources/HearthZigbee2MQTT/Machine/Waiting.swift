internal import HearthJSON

/// A command that waits for the broker and then shortly for a state or a refusal, or a request that waits for its
/// answer.
struct Waiting: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A command for a device; `sent` are the properties whose state confirms it. If empty, publishing it ends it.
        case command(deviceID: String, all: Set<String>, sent: [String: JSONValue])
        /// `isDoneAtEnd` if it continues after its deadline, such as an update, which reports progress in the state.
        case request(transaction: String, isDoneAtEnd: Bool)
    }

    /// Chosen by the caller.
    var number: UInt64
    var kind: Kind
    var deadline: Duration
    /// Whether the broker has it.
    var isPublished = false
}

/// A command that was sent. The radio may give up later than anything waits, which only the bridge's log tells.
struct SentCommand: Hashable, Sendable {
    var deviceID: String
    var properties: Set<String>
    /// Until when a refusal is taken for one of this command.
    var until: Duration
}

extension JSONValue {
    /// Whether a reported value confirms one that was sent. Devices round numbers; words such as `TOGGLE` and `STOP`,
    /// and colours, come back as something else.
    func isConfirmed(by reported: JSONValue) -> Bool {
        switch (self, reported) {
        case (.number(let sent), .number(let reported)):
            return (sent - reported).magnitude <= max(1, sent.magnitude / 50)
        case (.string(let word), _) where ["TOGGLE", "OPEN", "CLOSE", "STOP"].contains(word): return true
        case (.object, _), (.array, _): return true
        default: return self == reported
        }
    }
}
