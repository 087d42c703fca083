internal import HearthSpeech

/// The questions of the hub that speakers have not answered yet, one for each person, structure and
/// room.
struct OpenQuestions {
    private struct Entry {
        let choices: [SpokenCommand]
        let end: Duration
    }

    /// How long a question waits for its answer.
    static let time = Duration.seconds(60)
    /// The most questions; more replace the oldest one.
    static let most = 256

    private var entries: [String: Entry] = [:]

    /// Asks a speaker; replaces an earlier question to it.
    ///
    /// - Parameter now: as `HomeClock.now`.
    mutating func ask(_ choices: [SpokenCommand], of speaker: String, now: Duration) {
        entries = entries.filter { $0.value.end > now }
        if entries.count >= Self.most, let oldest = entries.min(by: { $0.value.end < $1.value.end })?.key {
            entries[oldest] = nil
        }
        entries[speaker] = Entry(choices: choices, end: now + Self.time)
    }

    /// Ends the question to a speaker if words answer it, so that they are used only once. Other words end a question that
    /// needs a yes.
    ///
    /// - Parameter read: the answer to the choices.
    /// - Returns: the choices and the answer; nil if there is no question, or no answer to it.
    mutating func answer(
        of speaker: String, now: Duration, _ read: ([SpokenCommand]) -> AnswerReader.Answer
    ) -> (choices: [SpokenCommand], answer: AnswerReader.Answer)? {
        guard let entry = entries[speaker], entry.end > now else { return nil }
        let answer = read(entry.choices)
        guard answer != .other else {
            // A later "okay" is not meant for a lock that was asked about before other words.
            if entry.choices.contains(where: \.needsYes) { entries[speaker] = nil }
            return nil
        }
        entries[speaker] = nil
        return (entry.choices, answer)
    }
}
