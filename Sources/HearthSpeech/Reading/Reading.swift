/// What a sentence asks for.
package enum SpokenVerb: String, Hashable, Sendable {
    case on, off, toggle, open, close, stop, lock, unlock, arm, disarm
    /// Opens to a percentage.
    case position
    case brightness, color, whiteness
    case temperature
    case fanSpeed = "fan-speed"
    case fanMode = "fan-mode"
    case volume, mute, unmute, play, pause, next, previous
    case clean, dock
    /// Runs a scene.
    case run
    // Questions.
    /// "What is the state of …"
    case askState = "state"
    /// "Is … on?"
    case askIs = "is"
    case askAny = "any"
    case askAll = "all"
    case askWhich = "which"
    case askHowMany = "how-many"
    case askTemperature = "ask-temperature"
    case askTime = "time"
    case askDate = "date"

    /// Whether it only asks.
    package var isQuestion: Bool {
        switch self {
        case .askState, .askIs, .askAny, .askAll, .askWhich, .askHowMany, .askTemperature, .askTime, .askDate: true
        default: false
        }
    }

    /// Whether it opens what guards a home.
    package var opens: Bool {
        switch self {
        case .unlock, .open, .position, .toggle, .on, .off, .run, .disarm: true
        default: false
        }
    }

    /// Whether it needs the exact name of what guards a home. An alarm system that is armed by mistake may be set off by the
    /// people at home.
    var needsExactName: Bool { opens || self == .arm }
}

/// The states that a question may ask for.
package enum SpokenState: String, Hashable, Sendable {
    case on, off, open, closed, opening, closing, locked, unlocked, detected, clear, armed, disarmed
}

/// A thing that a sentence means.
package struct SpokenTarget: Hashable, Sendable {
    /// Why the thing is meant.
    package enum Reason: Hashable, Sendable {
        /// Its name was said.
        case name
        /// A name was said that differs from its own by endings, marks or a slip.
        case similarName
        /// It is of the kind that was said.
        case kind
        /// It is in the place that was said.
        case place
    }

    /// ID of the device or the automation.
    package var id: String
    /// The Matter endpoint; nil for a scene.
    package var endpoint: UInt16?
    package var name: String
    package var reason: Reason

    init(_ thing: SpokenHome.Thing, _ reason: Reason) {
        id = thing.id
        endpoint = thing.endpoint
        name = thing.names.first ?? ""
        self.reason = reason
    }
}

/// One command or question.
package struct SpokenCommand: Hashable, Sendable {
    package var verb: SpokenVerb
    package var value: SpokenValue?
    /// The state that a question asks for.
    package var state: SpokenState?
    /// Sorted by id and endpoint; empty for questions about the time.
    package var targets: [SpokenTarget]
    /// The places that were said, by name.
    package var places: [String]
    /// Whether it is done only after a yes.
    package var needsYes: Bool
}

/// The result of reading a sentence.
package enum Reading: Hashable, Sendable {
    /// Commands and questions in their order.
    case commands([SpokenCommand])
    /// The sentence may mean several things; each choice is a reading of its own.
    case question([SpokenCommand])
    /// It means nothing that can be done.
    case misunderstanding(Misunderstanding)
}

/// Why a sentence was not understood.
package struct Misunderstanding: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        /// It has no words.
        case empty
        /// It has more characters or words than ``SentenceReader`` takes.
        case tooLong = "too-long"
        /// It says what not to do.
        case negated
        /// It has a time or a condition.
        case conditional
        /// It has words that mean nothing here.
        case unknownWords = "unknown-words"
        /// Its words are known but make no command.
        case noCommand = "no-command"
        /// Nothing in the home fits.
        case nothingFits = "nothing-fits"
    }

    package var reason: Reason
    /// The words that were not understood.
    package var words: [String]

    init(_ reason: Reason, _ words: [String] = []) {
        self.reason = reason
        self.words = words
    }
}
