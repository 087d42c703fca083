internal import Expectations
internal import Foundation
internal import Testing

@testable internal import HearthSpeech

/// The rates at which sentences are read right that were written as a family would say them, before anyone looked at how
/// they are read. `held` was used to complete the languages' words afterwards; `held2` was written later and not used.
@Suite struct HeldOutTests {
    private static func outcome(_ name: String, _ code: String) throws -> HeldOutcome {
        let language = try require(Language.all[code])
        let home = FamilyHome.home(language)
        let reader = SentenceReader(home: home, language: language)
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent("Sentences/\(name).\(code).txt")
        var outcome = HeldOutcome()
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let sentence = HeldSentence(line, home)
            outcome.add(sentence, reader.read(sentence.text, by: sentence.speaker))
        }
        return outcome
    }

    @Test(arguments: [
        ("held", "en", 95.0), ("held", "de", 90.0), ("held2", "en", 95.0), ("held2", "de", 90.0),
        ("held3", "en", 95.0), ("held3", "de", 90.0), ("held", "fr", 90.0), ("held", "es", 90.0),
    ])
    func readsHeldOutSentences(name: String, code: String, goal: Double) throws {
        let outcome = try Self.outcome(name, code)
        expect(outcome.wrong, equals: [])
        expect(outcome.rate >= goal, equals: true, "\(name).\(code): \(outcome.rate) %; refused: \(outcome.refused)")
    }

    @Test(arguments: ["en", "de"])
    func ignoresOtherSubjects(code: String) throws {
        try expect(Self.outcome("held-other", code).wrong, equals: [])
    }
}
