@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthVirtualHome
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// Messages to the people of a home.
@Suite(.timeLimit(.minutes(5)))
struct NoticesTests {
    private static let trait = HearthProject.NoticesTrait.descriptor

    private static func path(_ structure: String) -> TraitPath {
        TraitPath(TraitTarget(deviceID: structure, endpoint: 0), trait.id)
    }

    static func attachOwnTraits(_ test: TestHub) async throws {
        try await test.hub.attachOwnTraits { [clock = test.clock] in
            VirtualHome(structureID: $0.id, location: nil, secondsEastOfUTC: { _ in 0 }, clock: clock)
        }
    }

    /// A notice of the list in short: title, text, urgency, kind, device.
    struct Listed: Equatable {
        var title: String
        var text: String
        var urgency: UInt64
        var kind = UInt64(0)
        var device: String?
    }

    static func list(_ test: TestHub, _ structure: String) throws -> [Listed] {
        guard case .list(let entries)? = try test.hub.read(path(structure), as: owner).attributes[0] else { return [] }
        return entries.compactMap { entry in
            guard case .structure(let fields) = entry, case .string(let title)? = fields[2],
                case .string(let text)? = fields[3], case .unsigned(let urgency)? = fields[4],
                case .unsigned(let kind)? = fields[5]
            else { return nil }
            var device: String?
            if case .string(let id)? = fields[7] { device = id }
            return Listed(title: title, text: text, urgency: urgency, kind: kind, device: device)
        }
    }

    @Test func messageIsListedReportedAndDismissed() async throws {
        let home = try await PeopleHome()
        let ada = try await home.join("Ada", .administrator),
            gus = try await home.join("Gus", .guest, Grant(hasEverything: true))
        // Afterwards, as each person who joins raises a notice.
        try await Self.attachOwnTraits(home.test)
        let told = Mutex<[HubNotice]>([])
        home.test.hub.onNotice { notice in told.withLock { $0.append(notice) } }
        var watcher = try await Watcher.atMarker(home.test)
        let path = Self.path(home.home)
        func notify(_ fields: StructureValue, as principal: Principal) async throws {
            _ = try await home.test.hub.invoke(path, command: 0, fields, as: Caller(principal))
        }
        try await notify([0: .string("Laundry"), 1: .string("It is done"), 3: .list([.string("ada")])], as: ada)
        try await notify([0: .string("Leaving soon"), 2: .unsigned(1)], as: .owner)
        try expect(
            Self.list(home.test, home.home),
            equals: [
                Listed(title: "Laundry", text: "It is done", urgency: 0),
                Listed(title: "Leaving soon", text: "", urgency: 1),
            ])
        let notices = told.withLock { $0 }
        expect(notices.map(\.title) == ["Laundry", "Leaving soon"] && notices.map(\.recipients) == [["Ada"], []])
        expect(notices.map(\.structureID) == [home.home, home.home] && notices[0].id < notices[1].id)
        while watcher.view.reports.count < 2 { try await watcher.next() }
        expect(
            watcher.view.reports.map { $0.events.map(\.eventID) + $0.states.map(\.traitID) },
            equals: [
                [0, Self.trait.id], [0, Self.trait.id],
            ])
        // Neither guests nor an empty title, nor people of another home.
        for (fields, principal, code) in [
            ([0: .string("x")] as StructureValue, gus, RPCError.Code.permissionDenied),
            ([0: .string("")], ada, .invalidArgument),
            ([0: .string("x"), 3: .list([.string("Nobody")])], ada, .invalidArgument),
        ] {
            await #expect { try await notify(fields, as: principal) } throws: { RPCError($0).code == code }
        }
        let first = TraitValue.unsigned(notices[0].id)
        _ = try await home.test.hub.invoke(path, command: 1, [0: .list([first])], as: Caller(ada))
        try expect(Self.list(home.test, home.home).map(\.title), equals: ["Leaving soon"])
        _ = try await home.test.hub.invoke(path, command: 1, as: Caller(ada))
        try expect(Self.list(home.test, home.home), equals: [])
    }

    @Test func theNewestAreKeptAndSurviveARestart() async throws {
        let folder = try TemporaryFolder()
        var test = try await TestHub(store: HomeStore.open(path: folder.file))
        try await Self.attachOwnTraits(test)
        for number in 1...60 {
            _ = try await test.hub.invoke(
                Self.path(test.structureID), command: 0, [0: .string("No. \(number)")], as: owner)
        }
        let titles = (11...60).map { "No. \($0)" }
        try expect(Self.list(test, test.structureID).map(\.title), equals: titles)
        try await test.hub.shutdown()
        test = try await TestHub(store: HomeStore.open(path: folder.file))
        try await Self.attachOwnTraits(test)
        try expect(Self.list(test, test.structureID).map(\.title), equals: titles)
        // Long ones count more against the limit.
        for number in 1...60 {
            _ = try await test.hub.invoke(
                Self.path(test.structureID), command: 0,
                [0: .string("Long \(number)"), 1: .string(String(repeating: "x", count: 1_024))], as: owner)
        }
        let long = try Self.list(test, test.structureID).map(\.title)
        expect(long.last, equals: "Long 60")
        expect((20...32).contains(long.count))
    }

    /// A hub that starts with a clock a day behind says once that automations wait for it, until it is right.
    @Test func waitForTheClockRaisesOneNotice() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let first = try await AutomationHome(store: HomeStore.open(path: folder.file), clock: clock)
        let structure = first.test.structureID
        _ = try await first.test.home().updateStructure(.init(structureID: structure, timeZone: "UTC"))
        let text = "automation: \"Often\"\nsteps:\n  every time of \"0 0/5 * ? * *\"\n  \"Lamp 1\" OnOff.on\n"
        let read = try await first.automations.parseAutomations(.init(structureID: structure, text: text)).automations
        _ = try await first.automations.createAutomation(
            .init(structureID: structure, name: "Often", program: read.first?.program))
        await clock.advance(by: .seconds(900))
        try await first.test.hub.shutdown()

        clock.step(by: .seconds(-86_400))
        let home = try await AutomationHome(store: HomeStore.open(path: folder.file), clock: clock)
        try await Self.attachOwnTraits(home.test)
        let told = Mutex<[HubNotice]>([])
        home.test.hub.onNotice { notice in told.withLock { $0.append(notice) } }
        func issues() async throws -> [String] {
            try await home.automations.listAutomations(.init(structureID: structure)).automations
                .flatMap { $0.issues.map(\.kind) }
        }
        try await expect(issues(), equals: [])
        for step in [Duration.seconds(30), .seconds(-3_600), .seconds(1_800)] {
            await clock.advance(by: .seconds(30))
            clock.step(by: step)
        }
        await clock.advance(by: .seconds(30))
        try await expect(issues(), equals: ["waitsForClock"])
        let notices = try Self.list(home.test, structure)
        clock.step(by: .seconds(86_400 + 1_770))
        await clock.advance(by: .seconds(30))
        try await expect(issues(), equals: [])
        try expect(Self.list(home.test, structure), equals: [])
        expect(
            notices.map { [$0.title, String($0.text.prefix(21)), "\($0.urgency)", "\($0.kind)"] },
            equals: [["Automations wait for the clock", "the hub's clock shows", "1", "11"]])
        expect(told.withLock { $0.map(\.text) }, equals: notices.map(\.text))
    }

    /// A device with one trait.
    static func device(
        _ id: String, _ type: UInt32, _ descriptor: TraitDescriptor, _ attributes: StructureValue
    ) -> DeviceDescription {
        DeviceDescription(
            id: id, name: id.prefix(1).uppercased() + id.dropFirst(),
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: type, revision: 1, isPrimary: true)],
                    traits: [TraitInstance(descriptor: descriptor, attributes: attributes)]),
            ], isMatterDevice: false)
    }

    @Test func alarmsRaiseNoticesByThemselves() async throws {
        let test = try await TestHub()
        try await Self.attachOwnTraits(test)
        let smoke = Matter.SmokeCoAlarmTrait.descriptor, contact = Matter.BooleanStateTrait.descriptor
        let system = HearthProject.SecuritySystemTrait.descriptor
        let provider = TestProvider([
            Self.device("detector", 0x76, smoke, [1: .unsigned(0), 2: .unsigned(0)]),
            Self.device("leak", 0x43, contact, [0: .bool(false)]),
            Self.device("window", 0x15, contact, [0: .bool(false)]),
            Self.device("siren", 0xFFF0_0001, system, [0: .unsigned(3)]),
            TestProvider.lock("lock", name: "Door"),
        ])
        try await test.hub.attach(provider)
        let kitchen = try await test.hub.createRoom(name: "Kitchen", in: test.structureID, as: owner).room.id
        _ = try await test.hub.updateDevice("leak", roomID: kitchen, as: owner)
        func report(_ device: String, _ trait: TraitDescriptor, _ values: StructureValue) {
            provider.report(TraitPath(TraitTarget(deviceID: device, endpoint: 1), trait.id), values)
        }
        report("window", contact, [0: .bool(true)])
        report("detector", smoke, [1: .unsigned(1)])
        // A flickering sensor, and one that gets worse, raise one notice.
        report("detector", smoke, [1: .unsigned(2)])
        report("detector", smoke, [2: .unsigned(2)])
        for isWet in [true, false, true] { report("leak", contact, [0: .bool(isWet)]) }
        report("siren", system, [0: .unsigned(4)])
        // Another alarm of the same lock is a new notice, the same one is not.
        for code in [0, 4, 6, 6] as [UInt64] {
            provider.report(
                DeviceChange(
                    deviceID: "lock",
                    events: [
                        .init(
                            endpoint: 1, traitID: TestProvider.doorLock.id, eventID: 0, fields: [0: .unsigned(code)])
                    ], cause: .device))
        }
        let all = [
            Listed(title: "Smoke", text: "Detector detects smoke", urgency: 2, kind: 1, device: "detector"),
            Listed(
                title: "Carbon monoxide", text: "Detector detects carbon monoxide", urgency: 2, kind: 2,
                device: "detector"),
            Listed(title: "Water leak", text: "Leak (Kitchen) detects water", urgency: 2, kind: 3, device: "leak"),
            Listed(title: "Alarm", text: "Siren was set off", urgency: 2, kind: 5, device: "siren"),
            Listed(
                title: "Lock alarm", text: "Door: somebody entered too many wrong codes", urgency: 2, kind: 4,
                device: "lock"),
            Listed(title: "Lock alarm", text: "Door: the door was forced open", urgency: 2, kind: 4, device: "lock"),
        ]
        try expect(Self.list(test, test.structureID), equals: all)
        // Later it is raised again.
        await test.clock.advance(by: .seconds(301))
        report("leak", contact, [0: .bool(false)])
        report("leak", contact, [0: .bool(true)])
        try expect(Self.list(test, test.structureID), equals: all + [all[2]])
        // Many messages do not push out an alarm.
        for number in 1...60 {
            _ = try await test.hub.invoke(
                Self.path(test.structureID), command: 0, [0: .string("No. \(number)")], as: owner)
        }
        let kept = try Self.list(test, test.structureID)
        expect(kept.count == 50 && Array(kept.prefix(7)) == all + [all[2]] && kept.last?.title == "No. 60")
    }

    /// Flags that warn of a danger raise a notice when they become true, by their class.
    @Test func flagsOfADangerRaiseNotices() async throws {
        let test = try await TestHub()
        try await Self.attachOwnTraits(test)
        let flag = HearthProject.FlagTrait.descriptor
        let classes = ["gas", "tamper", "glass_break", "heat", "safety", "problem", "vibration"]
        let provider = TestProvider(
            classes.map { Self.device($0, 0xFFF0_0001, flag, [0: .null, 1: .string($0)]) })
        try await test.hub.attach(provider)
        for id in classes {
            for value in [false, true, false, true] {
                provider.report(TraitPath(TraitTarget(deviceID: id, endpoint: 1), flag.id), [0: .bool(value)])
            }
        }
        try expect(
            Self.list(test, test.structureID),
            equals: [
                Listed(title: "Gas", text: "Gas detects gas", urgency: 2, kind: 6, device: "gas"),
                Listed(title: "Tampering", text: "Tamper was tampered with", urgency: 2, kind: 7, device: "tamper"),
                Listed(
                    title: "Broken glass", text: "Glass_break detects breaking glass", urgency: 2, kind: 8,
                    device: "glass_break"),
                Listed(title: "Heat", text: "Heat detects heat", urgency: 2, kind: 9, device: "heat"),
                Listed(title: "Danger", text: "Safety warns of a danger", urgency: 2, kind: 10, device: "safety"),
            ])
    }

    /// Notices dated in the future, by a wrong clock, silence no alarm.
    @Test func alarmIsRaisedAfterTheClockWasAhead() async throws {
        let test = try await TestHub()
        try await Self.attachOwnTraits(test)
        let contact = Matter.BooleanStateTrait.descriptor
        let provider = TestProvider([Self.device("leak", 0x43, contact, [0: .bool(false)])])
        try await test.hub.attach(provider)
        func report(_ isWet: Bool) {
            provider.report(TraitPath(TraitTarget(deviceID: "leak", endpoint: 1), contact.id), [0: .bool(isWet)])
        }
        test.clock.step(by: .seconds(86_400))
        report(true)
        report(false)
        test.clock.step(by: .seconds(-86_400))
        report(true)
        try expect(Self.list(test, test.structureID).map(\.title), equals: ["Water leak", "Water leak"])
    }
}
