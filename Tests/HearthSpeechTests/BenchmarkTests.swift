internal import Expectations
internal import Testing

@testable internal import HearthSpeech

/// The rates at which sentences of public templates are read as they are meant.
@Suite struct BenchmarkTests {
    @Test(arguments: [("en", 95.0), ("de", 90.0), ("fr", 90.0), ("es", 90.0)])
    func readsSampledSentences(code: String, goal: Double) throws {
        let language = try require(Language.all[code])
        let sentences = try SampledSentences("sampled.\(code)", in: language)
        let reader = SentenceReader(home: sentences.home, language: language)
        var verdicts: [Verdict: Int] = [:]
        for row in sentences.rows { verdicts[Verdict(reader.read(row.text, by: row.speaker), row), default: 0] += 1 }
        let right = Double(verdicts[.right] ?? 0) / Double(sentences.rows.count) * 100
        let wrong = Double(verdicts[.wrongAct] ?? 0) / Double(sentences.rows.count) * 100
        expect(right >= goal, equals: true, "\(code): \(right) % of the sentences are read right")
        expect(wrong <= 0.2, equals: true, "\(code): \(wrong) % of the sentences do something else")
    }

    /// No rate is small enough for locks and gates.
    @Test(arguments: ["en", "de", "fr", "es"])
    func opensNothingElse(code: String) throws {
        let language = try require(Language.all[code])
        let sentences = try SampledSentences("sampled.\(code)", in: language)
        let reader = SentenceReader(home: sentences.home, language: language)
        let guarded = Set(sentences.home.things.filter(\.isGuarded).map(\.id))
        let wrong = sentences.rows.filter { row in
            guard case .commands(let commands) = reader.read(row.text, by: row.speaker) else { return false }
            let opens = commands.contains { $0.verb.opens && !guarded.isDisjoint(with: $0.targets.map(\.id)) }
            return opens && !(commands.count == 1 && row.fits(commands[0]))
        }
        expect(guarded.isEmpty, equals: false)
        expect(wrong.map(\.text), equals: [])
    }
}
