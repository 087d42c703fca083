internal import Expectations
internal import Testing

@testable internal import HearthSpeech

/// Answers to the hub's questions.
@Suite struct AnswerReaderTests {
    private func answer(_ text: String, to question: String, _ code: String = "en") throws -> String {
        let language = try require(Language.all[code])
        let home = TestHome.home(language)
        guard case .question(let choices) = SentenceReader(home: home, language: language).read(question) else {
            return "no question"
        }
        return switch AnswerReader(home: home, language: language).read(text, to: choices) {
        case .chosen(let chosen): chosen.flatMap(\.targets).map(\.id).joined(separator: ", ")
        case .yes: "yes"
        case .none: "none"
        case .other: "other"
        }
    }

    @Test(arguments: [
        ("the television", "Television@Cinema"), ("the one in the kitchen", "other"),
        ("in the kitchen", "Radio@Kitchen"),
        ("2", "Television@Cinema"), ("one", "Radio@Kitchen"), ("both", "Radio@Kitchen, Television@Cinema"),
        ("no", "none"), ("never mind", "none"), ("yes", "other"), ("turn on the mirror", "other"),
        ("the mirror", "other"), ("3", "other"), ("", "other"),
    ])
    func choosesPlayers(text: String, expected: String) throws {
        try expect(answer(text, to: "pause"), equals: expected, Comment(rawValue: text))
    }

    @Test(arguments: [
        ("front door", "Front Door@Hall"), ("front door?", "other"), ("front dor", "other"), ("both", "other"),
        ("1", "Front Door@Hall"),
    ])
    func choosesLocks(text: String, expected: String) throws {
        try expect(answer(text, to: "unlock the door"), equals: expected, Comment(rawValue: text))
    }

    /// The levels of an alarm system are choices of one thing.
    @Test(arguments: [
        ("away", "en", "level(HearthSpeech.ArmLevel.away)"), ("night mode", "en", "level(HearthSpeech.ArmLevel.night)"),
        ("2", "en", "level(HearthSpeech.ArmLevel.away)"), ("home please", "en", "level(HearthSpeech.ArmLevel.home)"),
        ("both", "en", "other"), ("all", "en", "other"), ("yes", "en", "other"), ("the house alarm", "en", "other"),
        ("no", "en", "none"), ("abwesend", "de", "level(HearthSpeech.ArmLevel.away)"),
        ("nuit", "fr", "level(HearthSpeech.ArmLevel.night)"), ("en casa", "es", "level(HearthSpeech.ArmLevel.home)"),
    ])
    func choosesLevels(text: String, code: String, expected: String) throws {
        let language = try require(Language.all[code])
        let home = TestHome.home(language)
        let order = ["en": "arm the House Alarm", "de": "aktiviere House Alarm", "fr": "arme House Alarm"]
        let reading = SentenceReader(home: home, language: language).read(order[code] ?? "arma House Alarm")
        guard case .question(let choices) = reading else { return expect(reading.line, equals: "a question") }
        let answer =
            switch AnswerReader(home: home, language: language).read(text, to: choices) {
            case .chosen(let chosen): chosen.compactMap(\.value).map { "\($0)" }.joined(separator: ", ")
            case .yes: "yes"
            case .none: "none"
            case .other: "other"
            }
        expect(answer, equals: expected, Comment(rawValue: text))
    }

    @Test(arguments: [
        ("fr", "déverrouille la Front Door", "d'accord"), ("fr", "déverrouille la Front Door", "oui"),
        ("es", "desbloquea la Front Door", "sí"), ("es", "desbloquea la Front Door", "si"),
    ])
    func agrees(code: String, order: String, text: String) throws {
        let language = try require(Language.all[code])
        let home = TestHome.home(language)
        guard case .commands(let commands) = SentenceReader(home: home, language: language).read(order) else {
            return expect(order, equals: "a command")
        }
        expect(AnswerReader(home: home, language: language).read(text, to: commands), equals: .yes)
    }
}
