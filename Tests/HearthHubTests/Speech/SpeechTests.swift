internal import Expectations
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import Testing

/// What people tell a home in words.
@Suite(.stopsAtEnd, .timeLimit(.minutes(5))) struct SpeechTests {
    private let home: PeopleHome
    private let clock = ManualClock()

    init() async throws {
        home = try await PeopleHome(clock: clock)
    }

    @discardableResult
    private func say(
        _ words: String, _ whose: Principal = .owner, room: String = ""
    ) async throws -> Hearth_V1_SpokenReading {
        let response = try await Hearth_V1_AutomationClient(home.test.client(whose)).sayWords(
            .init(structureID: home.home, words: words, roomID: room))
        return try require(response.reading)
    }

    private func understand(_ words: String, _ whose: Principal = .owner) async throws -> Hearth_V1_SpokenReading {
        let response = try await Hearth_V1_AutomationClient(home.test.client(whose)).understand(
            .init(structureID: home.home, words: words))
        return try require(response.reading)
    }

    private func isOn(_ lamp: String) throws -> Bool? {
        try home.test.hub.read(TestProvider.onOff(of: lamp), as: owner).attributes[0]?.bool
    }

    private func lockState() throws -> Int64? {
        try home.test.hub.read(TestProvider.doorLock(of: "lock"), as: owner).attributes[0]?.integer
    }

    @Test func switchesByNamesAndRooms() async throws {
        try await expect(say("turn on lamp 1").sentence, equals: "Lamp 1 is on")
        try expect(isOn("lamp-1"), equals: true)
        try await expect(say("turn on all lights").sentence, equals: "3 lights are on")
        try await expect(say("turn off the lights in the den").outcome, equals: .done)
        try expect(["lamp-1", "lamp-2", "lamp-3"].map { try isOn($0) }, equals: [true, false, true])
        try await expect(say("which lights are on").sentence, equals: "Lamp 1 and Lamp 3")
        try await expect(say("how many lights are off").sentence, equals: "1")
        try await expect(
            say("turn off the lights", room: home.kitchen).commands.first?.targets.map(\.id), equals: ["lamp-1"])
    }

    /// An air conditioner is switched; a heating, which has no switch, is left alone.
    @Test func switchesAirConditioners() async throws {
        func climate(_ id: String, _ type: UInt32, _ features: UInt64, isSwitched: Bool) -> DeviceDescription {
            var device = TestProvider.lamp(id, name: id, room: "Den")
            let thermostat = TraitInstance(
                descriptor: Matter.ThermostatTrait.descriptor,
                attributes: [
                    0: .signed(2_600), 17: .signed(2_400), 18: .signed(2_000), 27: .unsigned(4), 28: .unsigned(0),
                    0xFFFC: .unsigned(features), 0xFFFD: .unsigned(9),
                ])
            device.endpoints[1].deviceTypes = [.init(id: type, revision: 2, isPrimary: true)]
            device.endpoints[1].traits = (isSwitched ? device.endpoints[1].traits : []) + [thermostat]
            return device
        }
        try await home.lamps.bring([
            climate("breeze", 0x72, 3, isSwitched: true), climate("radiator", 0x301, 1, isSwitched: false),
        ])
        for (words, isNowOn) in [("turn on the air conditioner", true), ("turn off the AC in the den", false)] {
            let reading = try await say(words)
            expect(reading.commands.flatMap(\.targets).map(\.id), equals: ["breeze"], "\(reading)")
            try expect(isOn("breeze"), equals: isNowOn)
        }
        // A room's lamps are meant, not what heats or cools it.
        try await expect(say("turn on breeze").outcome, equals: .done)
        try await say("turn everything off in the den")
        try expect(isOn("breeze"), equals: true)
    }

    @Test func understandingDoesNothing() async throws {
        let reading = try await understand("turn on lamp 1")
        expect(reading.outcome, equals: .understood)
        expect(reading.commands.map(\.verb), equals: ["on"])
        expect(reading.commands.flatMap(\.targets).map(\.id), equals: ["lamp-1"])
        try expect(isOn("lamp-1"), equals: false)
        let refused = try await understand("do not turn on lamp 1")
        expect(refused.outcome, equals: .notUnderstood)
        expect(refused.reason, equals: "negated")
        try await expect(understand("unlock the door").outcome, equals: .understood)
        // The question is open only for words that were said.
        try await expect(say("yes").outcome, equals: .notUnderstood)
        try expect(lockState(), equals: 1)
    }

    @Test func unlocksAfterAYes() async throws {
        let question = try await say("unlock the door")
        expect(question.outcome, equals: .asked)
        expect(question.sentence, equals: "Door (Kitchen): unlocked? Say yes or no.")
        try expect(lockState(), equals: 1)
        try await expect(say("no").sentence, equals: "nothing was done")
        try await expect(say("yes").outcome, equals: .notUnderstood)
        let before = home.lamps.commands
        try await say("unlock the door")
        expect(home.lamps.commands, equals: before)
        // The lock wants a PIN, which is not said aloud.
        try await expect(say("yes").sentence, equals: "Door: the PIN is wrong")
        expect(home.lamps.commands, equals: before + 1)
    }

    @Test func doesTheRestBeforeItAsks() async throws {
        let question = try await say("turn on lamp 1 and unlock the door")
        expect(question.outcome, equals: .asked)
        expect(question.sentence, equals: "Lamp 1 is on. Door (Kitchen): unlocked? Say yes or no.")
        try expect(isOn("lamp-1"), equals: true)
        try expect(lockState(), equals: 1)
    }

    @Test func aYesIsUsedOnce() async throws {
        try await say("unlock the door")
        let before = home.lamps.commands
        async let one = say("yes")
        async let other = say("yes")
        let outcomes = try await [one.outcome, other.outcome]
        expect(outcomes.filter { $0 == .notUnderstood }.count, equals: 1)
        expect(home.lamps.commands, equals: before + 1)
    }

    @Test func aYesInAnotherRoomIsNoAnswer() async throws {
        try await say("unlock the door")
        try await expect(say("yes", room: home.kitchen).outcome, equals: .notUnderstood)
        try expect(lockState(), equals: 1)
    }

    @Test func scenesThatMayOpenAskBefore() async throws {
        let graph = AutomationHome.sequence([
            AutomationHome.manual(2), AutomationHome.command(3, TestProvider.onOff(of: "lamp-1"), 1),
        ])
        let automations = Hearth_V1_AutomationClient(home.test.client())
        for (name, mayOpen) in [("Coming Home", true), ("Reading Time", false)] {
            _ = try await automations.createAutomation(
                .init(
                    structureID: home.home, name: name,
                    program: .init(graph: graph, allowsSensitiveActions: mayOpen, scene: .userDefined)))
        }
        try await expect(say("coming home").outcome, equals: .asked)
        try await expect(say("no").sentence, equals: "nothing was done")
        try await expect(say("comming home").outcome, equals: .notUnderstood)
        try expect(isOn("lamp-1"), equals: false)
        try await expect(say("reeding time").outcome, equals: .done)
    }

    @Test func questionsEndAfterAMinute() async throws {
        try await say("unlock the door")
        await clock.advance(by: .seconds(61))
        try await expect(say("yes").outcome, equals: .notUnderstood)
        try expect(lockState(), equals: 1)
    }

    @Test("An answer with a question's id is of this question only")
    func answersToQuestions() async throws {
        func answer(_ words: String, to question: String = "", client: String = "phone") async throws
            -> Hearth_V1_SpokenReading
        {
            let response = try await Hearth_V1_AutomationClient(home.test.client()).sayWords(
                .init(
                    structureID: home.home, words: words, options: .init(clientID: client), questionID: question))
            return try require(response.reading)
        }
        let before = home.lamps.commands
        let first = try await answer("unlock the door").questionID
        // A later question replaces the earlier one, which another app still shows.
        let later = try await answer("unlock the door", client: "tablet").questionID
        try await expect(answer("yes", to: first).outcome, equals: .refused)
        try await expect(answer("turn on lamp 1", to: "none").outcome, equals: .refused)
        expect(home.lamps.commands, equals: before)
        try await expect(answer("yes", to: later, client: "tablet").sentence, equals: "Door: the PIN is wrong")
        try await expect(answer("yes", to: later, client: "tablet").outcome, equals: .refused)
        expect(home.lamps.commands, equals: before + 1)
        // The command line has another client id for each sentence.
        try await expect(answer("unlock the door", client: "hearth-1").outcome, equals: .asked)
        try await expect(answer("no", client: "hearth-2").sentence, equals: "nothing was done")
        try expect(isOn("lamp-1"), equals: false)
    }

    @Test func questionsAreTheSpeakersOwn() async throws {
        let ada = try await home.join("Ada", .administrator)
        try await say("unlock the door")
        try await expect(say("yes", ada).outcome, equals: .notUnderstood)
        try expect(lockState(), equals: 1)
    }

    @Test func guestsSeeAndDoWhatTheirGrantSays() async throws {
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.den]))
        try await expect(say("turn on lamp 2", guest).outcome, equals: .done)
        try expect(isOn("lamp-2"), equals: true)
        let unseen = try await say("turn on lamp 1", guest)
        let absent = try await say("turn on lamp 9", guest)
        expect(unseen.outcome, equals: .notUnderstood)
        expect(unseen.reason, equals: absent.reason)
        try expect(isOn("lamp-1"), equals: false)
        try await expect(say("turn on all lights", guest).commands.first?.targets.map(\.id), equals: ["lamp-2"])
        try await expect(say("unlock the door", guest).outcome, equals: .notUnderstood)
    }

    @Test func saysWhatIsOffline() async throws {
        home.lamps.report(DeviceChange(deviceID: "lamp-3", connectivity: .offline, cause: .device))
        let reading = try await say("turn on all lights")
        expect(reading.outcome, equals: .partly)
        expect(reading.sentence, equals: "2 of 3; Lamp 3 is offline")
        try await expect(say("turn on lamp 3").outcome, equals: .refused)
    }

    @Test func readsGerman() async throws {
        let response = try await Hearth_V1_AutomationClient(home.test.client()).sayWords(
            .init(structureID: home.home, words: "schalte Lamp 1 ein", language: "de-AT"))
        expect(response.reading?.sentence, equals: "Lamp 1 ist an")
        try expect(isOn("lamp-1"), equals: true)
    }

    @Test func understandsAliases() async throws {
        let client = home.test.home()
        _ = try await client.updateDevice(.init(deviceID: "lamp-1", aliases: .init(names: ["Old Faithful"])))
        _ = try await client.updateRoom(.init(roomID: home.den, aliases: .init(names: ["Snug"])))
        try await expect(say("turn on old faithful").sentence, equals: "Lamp 1 is on")
        try await expect(say("turn on the lights in the snug").commands.first?.targets.map(\.id), equals: ["lamp-2"])
        _ = try await client.updateDevice(.init(deviceID: "lamp-1", name: "Spot", aliases: .init()))
        try await expect(say("turn on old faithful").outcome, equals: .notUnderstood)
        try await expect(say("turn on the spot").sentence, equals: "Spot is on")
    }

    @Test("Each speaker sees the names as they are, however often they were prepared")
    func preparesNamesAgainAfterChanges() async throws {
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.den]))
        try await expect(say("turn on lamp 1").outcome, equals: .done)
        try await expect(say("turn on lamp 1", guest).outcome, equals: .notUnderstood)
        try await home.regrant("Gus", Grant(rooms: [home.kitchen]))
        try await expect(say("turn on lamp 1", guest).outcome, equals: .done)
        try await expect(say("turn on lamp 2", guest).outcome, equals: .notUnderstood)
        _ = try await home.test.home().updateDevice(.init(deviceID: "lamp-2", roomID: home.kitchen))
        try await expect(say("turn on lamp 2", guest).outcome, equals: .done)
    }

    @Test func summarizesCommands() async throws {
        try await expect(
            understand("turn off the lights in the den").commands.map(\.summary), equals: ["Turn off Lamp 2 (Den)"])
        try await expect(understand("turn on all lights").commands.map(\.summary), equals: ["Turn on 3 lights"])
        try await expect(understand("which lights are on").commands.map(\.summary), equals: [""])
        try await expect(understand("unlock the door").commands.map(\.summary), equals: ["Unlock Door (Kitchen)"])
    }

    @Test("A name that two homes have is of none")
    func refusesNamesOfSeveralHomes() async throws {
        var source = WordSource(person: "Owner", room: nil, mayOpen: true, address: "10.0.0.2")
        let problem = "2 homes have a member called \"Owner\"; use names that only one has"
        expect(home.test.hub.problem(of: source), equals: problem)
        await expect(home.test.hub.hear("turn on lamp 1", language: "en", from: source).sentence, equals: problem)
        source.room = "Kitchen"
        expect(home.test.hub.problem(of: source), equals: nil)
        try expect(isOn("lamp-1"), equals: false)
    }

    @Test("Programs without an account speak for a member, and open nothing unless allowed")
    func hearsProgramsForMembers() async throws {
        let hub = home.test.hub
        func hear(_ words: String, _ person: String = "Owner", room: String? = "kitchen", mayOpen: Bool = false) async
            -> String
        {
            let source = WordSource(person: person, room: room, mayOpen: mayOpen, address: "10.0.0.2")
            let (isUnderstood, sentence) = await hub.hear(words, language: "en-US", from: source)
            return (isUnderstood ? "" : "? ") + sentence
        }
        await expect(hear("turn on lamp 1"), equals: "Lamp 1 is on")
        await expect(hear("turn off the lights", room: "den"), equals: "Lamp 2 is off")
        await expect(hear("turn on lamp 1", "Nobody", room: nil), equals: "? no home has a member called \"Nobody\"")
        await expect(
            hear("turn on lamp 1", room: "Loft"),
            equals: "? no home with a room called \"Loft\" has a member called \"Owner\"")
        await expect(hear("unlock the door"), equals: "that can't be opened from here")
        await expect(hear("yes").hasPrefix("? "), equals: true)
        await expect(hear("unlock the door", mayOpen: true), equals: "Door (Kitchen): unlocked? Say yes or no.")
        // The question is of a source that may open: another one neither answers nor ends it.
        await expect(hear("yes").hasPrefix("? "), equals: true)
        await expect(hear("no").hasPrefix("? "), equals: true)
        try expect(lockState(), equals: 1)
        await expect(hear("yes", mayOpen: true), equals: "Door: the PIN is wrong")
        let audit = try await home.people().listAudit(.init(structureID: home.home)).entries
        expect(
            audit.filter { $0.action == .words }.map { "\($0.what) \($0.address)" },
            equals: ["said \"turn off the lights\" 10.0.0.2", "said \"turn on lamp 1\" 10.0.0.2"])
    }
}
