internal import Expectations
internal import HearthNoticeTargets
internal import Testing

struct NoticeChoiceTests {
    private static let choices: [(NoticeChoice, PostedNotice, Bool)] = [
        (NoticeChoice(), sample(), true),
        (NoticeChoice(least: .warning), sample(), false),
        (NoticeChoice(least: .warning), sample(urgency: .alarm), true),
        (NoticeChoice(kinds: ["smoke"]), sample(), false),
        (NoticeChoice(kinds: ["smoke", "message"]), sample(), true),
        (NoticeChoice(structure: "HOME"), sample(), true),
        (NoticeChoice(structure: "s"), sample(), true),
        (NoticeChoice(structure: "Cabin"), sample(), false),
        (NoticeChoice(person: "anna"), sample(), true),
        (NoticeChoice(person: "anna"), sample(recipients: ["Bob", "Anna"]), true),
        (NoticeChoice(person: "anna"), sample(recipients: ["Bob"]), false),
    ]

    @Test func choiceFollowsEachOfItsParts() {
        for (choice, notice, isContained) in Self.choices {
            expect(choice.contains(notice), equals: isContained, "\(choice) \(notice)")
        }
    }

    @Test func kindsHaveTheNamesOfTheTrait() {
        expect(NoticeKinds.words.prefix(3), equals: ["message", "smoke", "carbonMonoxide"])
        expect(
            [0, 12, 17, 999].map { NoticeKinds.word($0) }, equals: ["message", "batteryLow", "personJoined", "message"])
    }
}

func sample(
    title: String = "Leak", text: String = "In the cellar", urgency: NoticeUrgency = .information,
    recipients: [String] = []
) -> PostedNotice {
    PostedNotice(
        structureID: "s", structureName: "Home", id: 7, title: title, text: text, urgency: urgency, kind: "message",
        recipients: recipients)
}
