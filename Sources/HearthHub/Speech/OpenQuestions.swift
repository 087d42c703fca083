internal import HearthSpeech

/// The questions of the hub that speakers have not answered yet, one for each speaker.
struct OpenQuestions {
    /// Who is asked. A yes of another credential or machine of the same person is no answer, because what it shows is
    /// another question. The client id is not compared: the command line has another one for each sentence.
    struct Speaker: Hashable {
        let structureID: String
        let roomID: String
        let person: String
        /// The id of the credential.
        let principalID: String
        /// Where the words come from: an IP address, or this machine.
        let address: String
        /// Whether the words may open what guards the home. Those that may not never end a question of those that may.
        let mayOpen: Bool
    }

    /// A question with its answer.
    struct Answered {
        let choices: [SpokenCommand]
        /// The words that led to the question.
        let words: String
        let answer: AnswerReader.Answer
    }

    private struct Entry {
        let id: String
        let choices: [SpokenCommand]
        let words: String
        let end: Duration
    }

    /// How long a question waits for its answer.
    static let time = Duration.seconds(60)
    /// The most questions; more replace the oldest one.
    static let most = 256

    private var entries: [Speaker: Entry] = [:]

    /// Asks a speaker; replaces an earlier question to it.
    ///
    /// - Parameters:
    ///   - id: of the question.
    ///   - words: those that led to it.
    ///   - now: as `HomeClock.now`.
    mutating func ask(
        _ choices: [SpokenCommand], id: String, after words: String, of speaker: Speaker, now: Duration
    ) {
        entries = entries.filter { $0.value.end > now }
        if entries.count >= Self.most, let oldest = entries.min(by: { $0.value.end < $1.value.end })?.key {
            entries[oldest] = nil
        }
        entries[speaker] = Entry(id: id, choices: choices, words: words, end: now + Self.time)
    }

    /// Ends the question to a speaker if words answer it, so that they are used only once. Other words end a question that
    /// needs a yes.
    ///
    /// - Parameters:
    ///   - id: of the question that the words answer; empty for the speaker's last one.
    ///   - read: the answer to the choices.
    /// - Returns: nil if there is no such question, or no answer to it.
    mutating func answer(
        of speaker: Speaker, to id: String, now: Duration, _ read: ([SpokenCommand]) -> AnswerReader.Answer
    ) -> Answered? {
        guard let entry = entries[speaker], entry.end > now, id.isEmpty || id == entry.id else { return nil }
        let answer = read(entry.choices)
        guard answer != .other else {
            // A later "okay" is not meant for a lock that was asked about before other words.
            if entry.choices.contains(where: \.needsYes) { entries[speaker] = nil }
            return nil
        }
        entries[speaker] = nil
        return Answered(choices: entry.choices, words: entry.words, answer: answer)
    }
}
