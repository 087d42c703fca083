internal import Expectations
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Testing

/// What people tell alarm systems.
@Suite(.stopsAtEnd, .timeLimit(.minutes(5))) struct SpokenAlarmTests {
    private let home: PeopleHome
    private static let system = TestProvider.securitySystem
    private static let google = TestProvider.armDisarm

    /// "Alarm" has Hearth's trait, "Panel" Google's with two levels, "Shed" Google's without, and "Vault" wants a code.
    init() async throws {
        home = try await PeopleHome()
        func level(_ name: String, _ category: UInt64) -> TraitValue {
            .structure([0: .string(name), 1: .list([]), 2: .unsigned(category), 3: .unsigned(30)])
        }
        let levels = TraitValue.structure([0: .list([level("perimeter", 5), level("full", 1)]), 1: .bool(true)])
        let common: StructureValue = [0xFFFC: .unsigned(0), 0xFFFD: .unsigned(1)]
        func with(_ values: StructureValue) -> StructureValue {
            StructureValue(values.fields.merging(common.fields) { own, _ in own })
        }
        try await home.lamps.bring([
            TestProvider.alarm("alarm", name: "Alarm", Self.system, with([0: .unsigned(3), 1: .unsigned(3)])),
            TestProvider.alarm(
                "panel", name: "Panel", Self.google, with([0: levels, 1: .bool(false), 2: .string("")])),
            TestProvider.alarm("shed", name: "Shed", Self.google, with([1: .bool(false), 2: .string("")])),
            TestProvider.alarm(
                "vault", name: "Vault", Self.system,
                with([
                    0: .unsigned(1), 1: .unsigned(1), 5: .bool(false), 6: .bool(true), 7: .unsigned(0),
                    0xFFFC: .unsigned(1), 0xFFFD: .unsigned(2),
                ])),
        ])
    }

    @discardableResult
    private func say(_ words: String, language: String = "") async throws -> Hearth_V1_SpokenReading {
        let response = try await Hearth_V1_AutomationClient(home.test.client()).sayWords(
            .init(structureID: home.home, words: words, language: language))
        return try require(response.reading)
    }

    private func value(_ device: String, _ attribute: UInt32) throws -> TraitValue? {
        let trait = ["alarm", "vault"].contains(device) ? Self.system.id : Self.google.id
        let path = TraitPath(TraitTarget(deviceID: device, endpoint: 1), trait)
        return try home.test.hub.read(path, as: owner).attributes[attribute]
    }

    @Test func armsToALevelWithoutAYes() async throws {
        try await expect(say("arm the alarm away").sentence, equals: "Alarm is set to away")
        try expect(value("alarm", 0), equals: .unsigned(1))
        try await expect(say("stell Alarm auf Nacht", language: "de").sentence, equals: "Alarm ist auf Nacht gestellt")
        try expect(value("alarm", 0), equals: .unsigned(2))
        try await expect(say("arm the panel home").sentence, equals: "Panel is set to home")
        try expect((value("panel", 1), value("panel", 2)), are: (.bool(true), .string("perimeter")))
        try await expect(say("arm the shed").sentence, equals: "Shed is armed")
        try expect(value("shed", 1), equals: .bool(true))
        // A level that it lacks.
        try await expect(say("arm the panel night").outcome, equals: .notUnderstood)
        try await expect(say("arm the shed away").outcome, equals: .notUnderstood)
    }

    @Test func asksForALevel() async throws {
        let question = try await say("arm the alarm")
        expect(question.sentence, equals: "Which one: Alarm: home, Alarm: away or Alarm: night?")
        expect(question.choices.map(\.summary), equals: ["home", "away", "night"].map { "Set Alarm to \($0)" })
        try await expect(say("night").sentence, equals: "Alarm is set to night")
        try expect(value("alarm", 0), equals: .unsigned(2))
        try await say("arm the panel")
        try await expect(say("2").sentence, equals: "Panel is set to away")
        try expect(value("panel", 2), equals: .string("full"))
    }

    @Test func disarmsAfterAYes() async throws {
        try await say("arm the alarm away")
        let question = try await say("disarm the alarm")
        expect((question.outcome, question.sentence), are: (.asked, "Alarm: disarmed? Say yes or no."))
        expect(question.choices.map(\.needsYes), equals: [true])
        try expect(value("alarm", 0), equals: .unsigned(1))
        try await expect(say("no").sentence, equals: "nothing was done")
        try await say("turn off the alarm")
        try await expect(say("yes").sentence, equals: "Alarm is disarmed")
        try expect(value("alarm", 0), equals: .unsigned(3))
        try await say("arm the panel away")
        try await say("disarm the panel")
        try await expect(say("yes").sentence, equals: "Panel is disarmed")
        try expect(value("panel", 1), equals: .bool(false))
        let audit = try await home.people().listAudit(.init(structureID: home.home)).entries
        expect(audit.filter { $0.what.contains("disarm") && $0.action != .words }.isEmpty, equals: false)
    }

    /// A code is not said aloud.
    @Test func refusesWhatWantsACode() async throws {
        try await say("disarm the vault")
        let refused = try await say("yes")
        expect(refused.outcome, equals: .refused)
        expect(
            refused.sentence,
            equals: "Vault: Vault takes this target state only with a code; send SecuritySystem.setTargetState")
        try expect(value("vault", 0), equals: .unsigned(1))
        try await expect(say("arm the vault night").outcome, equals: .done)
    }

    @Test func answersQuestions() async throws {
        try await expect(say("is the alarm armed").sentence, equals: "no")
        try await say("arm the alarm night")
        try await expect(say("is the alarm armed").sentence, equals: "yes")
        try await expect(say("is the alarm on").sentence, equals: "yes")
        try await expect(say("which alarms are armed").sentence, equals: "Alarm and Vault")
        try await expect(say("what is the state of the alarm").sentence, equals: "Alarm: armed: night")
        try await expect(say("what is the state of the shed").sentence, equals: "Shed: disarmed")
    }

    @Test("A microphone that may open nothing arms, and does not disarm")
    func hearsMicrophones() async throws {
        func hear(_ words: String) async -> String {
            let source = WordSource(person: "Owner", room: "Kitchen", mayOpen: false, address: "10.0.0.2")
            return await home.test.hub.hear(words, language: "en", from: source).sentence
        }
        await expect(hear("arm the alarm away"), equals: "Alarm is set to away")
        await expect(hear("disarm the alarm"), equals: "that can't be opened from here")
        await expect(hear("turn off the alarm"), equals: "that can't be opened from here")
        try expect(value("alarm", 0), equals: .unsigned(1))
    }
}
