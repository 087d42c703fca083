internal import HearthWire

/// What came of words that a home was told.
public struct SpokenAnswer: Hashable, Sendable {
    /// What the hub did.
    public enum Outcome: String, Hashable, Sendable {
        /// Automations wait for the words; the hub did nothing else.
        case heard
        /// The words are understood, and nothing was done.
        case understood
        /// All commands were sent and accepted, or a question was answered. ``SpokenAnswer/sentence`` says if devices have
        /// not reported the change within two seconds.
        case done
        /// A part was done.
        case partly
        /// The hub asks which choice is meant, or for a yes. The speaker's next words with the same room may be the answer.
        case asked
        /// Nothing was done, as devices or rights do not allow it.
        case refused
        /// The words mean nothing that can be done.
        case notUnderstood
    }

    /// A command or question.
    public struct Command: Hashable, Sendable {
        /// What to do or to answer, such as "on", "brightness" or "which".
        public let verb: String
        /// The value as text, such as "40 %"; empty for none.
        public let value: String
        /// The state that a question asks for, such as "locked"; empty for none.
        public let state: String
        /// The devices' parts and scenes that are meant.
        public let targets: [Target]
        /// Whether it is done only after a yes, as it opens what guards the home.
        public let needsYes: Bool
    }

    /// A part of a device, or a scene.
    public struct Target: Hashable, Sendable {
        /// ID of the device, or of the automation that is a scene.
        public let id: String
        /// The Matter endpoint; 0 for a scene.
        public let endpoint: UInt16
        /// Its name.
        public let name: String
        /// Why it is meant: "name", "similar-name", "kind" or "place".
        public let reason: String
    }

    /// What the hub did.
    public let outcome: Outcome
    /// IDs of the active automations that wait for the words.
    public let automationIDs: [String]
    /// An answer for the speaker; may be empty.
    public let sentence: String
    /// The commands and questions, in their order.
    public let commands: [Command]
    /// What the words may mean, if the hub asks.
    public let choices: [Command]
    /// Why the words were not understood, such as "negated" or "unknown-words"; empty otherwise.
    public let reason: String
    /// The words that were not understood.
    public let unknownWords: [String]

    init(_ reading: Hearth_V1_SpokenReading, automationIDs: [String]) {
        outcome =
            switch reading.outcome {
            case .understood: .understood
            case .done: .done
            case .partly: .partly
            case .asked: .asked
            case .refused: .refused
            case .notUnderstood: .notUnderstood
            default: .heard
            }
        self.automationIDs = automationIDs
        sentence = reading.sentence
        commands = reading.commands.map { Command($0) }
        choices = reading.choices.map { Command($0) }
        reason = reading.reason
        unknownWords = reading.unknownWords
    }
}

extension SpokenAnswer.Command {
    init(_ message: Hearth_V1_SpokenCommand) {
        self.init(
            verb: message.verb, value: message.value, state: message.state,
            targets: message.targets.map {
                SpokenAnswer.Target(
                    id: $0.id, endpoint: UInt16(clamping: $0.endpoint), name: $0.name, reason: $0.reason)
            }, needsYes: message.needsYes)
    }
}
