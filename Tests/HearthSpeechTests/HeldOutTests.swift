internal import Expectations
internal import Foundation
internal import Testing

@testable internal import HearthSpeech

/// The rates at which sentences are read right that were written as a family would say them, before anyone looked at how
/// they are read. `held` was used to complete the languages' words afterwards; `held2` was written later and not used, but
/// for one French word, "une" for 1. `held3` of French and Spanish is for later trials: do not change words so that its
/// sentences are read right, as the rate would then say nothing about other sentences.
@Suite struct HeldOutTests {
    private static func lines(_ name: String) throws -> [Substring] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent("Sentences/\(name).txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    /// Sentences for later trials that are acted on wrongly, with what is done, as docs/voice.md says.
    private static let wrong = [
        "held3.fr": [
            "allume arrêt et tout → on lamp-off", "règle la veilleuse à moins cinq pour cent → brightness 5% night",
        ]
    ]

    private static func outcome(_ name: String, _ code: String) throws -> HeldOutcome {
        let language = try require(Language.all[code])
        let home = FamilyHome.home(language)
        let reader = SentenceReader(home: home, language: language)
        var outcome = HeldOutcome()
        for line in try lines("\(name).\(code)") {
            let sentence = HeldSentence(line, home)
            outcome.add(sentence, reader.read(sentence.text, by: sentence.speaker))
        }
        return outcome
    }

    @Test(arguments: [
        ("held", "en", 95.0), ("held", "de", 90.0), ("held2", "en", 95.0), ("held2", "de", 90.0),
        ("held3", "en", 95.0), ("held3", "de", 90.0), ("held", "fr", 90.0), ("held", "es", 90.0),
        ("held2", "fr", 90.0), ("held2", "es", 90.0), ("held3", "fr", 90.0), ("held3", "es", 90.0),
    ])
    func readsHeldOutSentences(name: String, code: String, goal: Double) throws {
        let outcome = try Self.outcome(name, code)
        expect(outcome.wrong, equals: Self.wrong["\(name).\(code)"] ?? [])
        expect(outcome.rate >= goal, equals: true, "\(name).\(code): \(outcome.rate) %; refused: \(outcome.refused)")
    }

    /// Microphones' words come without punctuation, and some in capitals. A question mark has a meaning, so it stays.
    @Test(arguments: ["en", "de", "fr", "es"])
    func readsCapitalsWithoutPunctuation(code: String) throws {
        let language = try require(Language.all[code])
        let home = FamilyHome.home(language)
        let reader = SentenceReader(home: home, language: language)
        let others = try Self.lines("held2.\(code)").filter { line in
            let sentence = HeldSentence(line, home)
            let plain = sentence.text.uppercased().filter { !"!¡;".contains($0) }
            let (written, spoken) = (
                reader.read(sentence.text, by: sentence.speaker), reader.read(plain, by: sentence.speaker)
            )
            return (written.acts || spoken.acts) && written != spoken
        }
        expect(others, equals: [])
    }

    @Test(arguments: ["en", "de", "fr", "es"])
    func ignoresOtherSubjects(code: String) throws {
        try expect(Self.outcome("held-other", code).wrong, equals: [])
    }
}
