internal import HearthSpeech

/// The questions of the hub that speakers have not answered yet, one for each speaker and structure.
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

    /// The choices of the question to a speaker; nil for none.
    func choices(for speaker: String, now: Duration) -> [SpokenCommand]? {
        entries[speaker].flatMap { $0.end > now ? $0.choices : nil }
    }

    mutating func close(_ speaker: String) { entries[speaker] = nil }
}
