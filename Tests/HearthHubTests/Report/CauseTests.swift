@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The cause of a change is the person who had it made, also where the device reports it later without a cause.
@Suite(.timeLimit(.minutes(5)))
struct CauseTests {
    private static let onOff = TestProvider.onOff(of: "lamp-1")
    private static let lock = TestProvider.doorLock(of: "lock")

    private func person(_ home: PeopleHome, _ name: String, clientID: String? = nil) -> Caller {
        Caller(PeopleHome.principal(name), clientID: clientID ?? "\(name)'s phone", timeLimit: .seconds(60))
    }

    /// The change that a device reports by itself, and the author that its report names.
    private func told(
        _ home: PeopleHome, _ watcher: inout Watcher, _ path: TraitPath, _ values: StructureValue,
        events: [DeviceChange.EventOccurrence] = []
    ) async throws -> [String] {
        let before = watcher.view.reports.count
        home.lamps.report(path, values, events: events)
        try await watcher.settle(home.test, .init())
        return watcher.view.reports.dropFirst(before).map { report in
            "\(report.cause?.kind == .device) \(report.cause?.personName ?? "") \(report.cause?.automationName ?? "")"
        }
    }

    /// Sends a command, and takes the report of its immediate change.
    private func send(
        _ home: PeopleHome, _ watcher: inout Watcher, _ path: TraitPath, command: UInt32,
        _ arguments: StructureValue = [:], by name: String
    ) async throws {
        let before = watcher.view.reports.count
        _ = try await home.test.hub.invoke(path, command: command, arguments, as: person(home, name))
        while watcher.view.reports.count == before { try await watcher.next() }
        expect(watcher.view.reports.last?.cause?.personName, equals: name)
    }

    @Test func aCommandsReportNamesThePerson() async throws {
        let home = try await PeopleHome()
        _ = try await home.join("Ada", .administrator)
        var watcher = try await Watcher.atMarker(home.test)
        _ = try await home.test.hub.invoke(Self.onOff, command: 1, as: person(home, "Ada"))
        _ = try await home.test.hub.updateDevice("lamp-1", name: "Star", as: person(home, "Ada"))
        try await watcher.settle(home.test, .init())
        let causes = watcher.view.reports.map(\.cause)
        expect(
            causes,
            equals: [Hearth_V1_Cause](
                repeating: .init(
                    kind: .client, clientID: "Ada's phone", personID: home.person("Ada"), personName: "Ada"),
                count: 2))
    }

    /// The hub vouches for a program's name; the client ID, which the caller chooses, names none.
    @Test func aProgramsCommandsNameIt() async throws {
        let home = try await PeopleHome()
        var watcher = try await Watcher.atMarker(home.test)
        let rights: Rights = [.public, .view, .operate]
        for (id, program) in [("a", "Assistant at home"), ("Ada", nil)] as [(String, String?)] {
            let caller = Caller(
                Principal(id: id, rights: rights, program: program), clientID: "Ada", timeLimit: .seconds(60))
            _ = try await home.test.hub.invoke(Self.onOff, command: program == nil ? 0 : 1, as: caller)
        }
        home.lamps.report(TestProvider.onOff(of: "lamp-1"), [0: .bool(true)])
        try await watcher.settle(home.test, .init())
        expect(
            watcher.view.reports.map(\.cause),
            equals: [
                .init(kind: .client, clientID: "Ada", programName: "Assistant at home"),
                .init(kind: .client, clientID: "Ada"), .init(kind: .device),
            ])
        let stored = try await home.test.home().listReports(.init(structureID: home.home, pageSize: 3)).reports
        expect(stored.map { $0.cause?.programName }, equals: ["", "", "Assistant at home"])
    }

    @Test func soonReportIsCausedByTheLastCommandsSender() async throws {
        let home = try await PeopleHome()
        for name in ["Ada", "Bob"] { _ = try await home.join(name, .administrator) }
        var watcher = try await Watcher.atMarker(home.test)
        try await expect(told(home, &watcher, Self.onOff, [0: .bool(true)]), equals: ["true  "])
        try await send(home, &watcher, Self.onOff, command: 0, by: "Ada")
        await home.test.clock.advance(by: .seconds(4))
        try await expect(told(home, &watcher, Self.onOff, [0: .bool(true)]), equals: ["true Ada "])
        // The last command wins.
        try await send(home, &watcher, Self.onOff, command: 0, by: "Bob")
        await home.test.clock.advance(by: .seconds(4))
        try await expect(told(home, &watcher, Self.onOff, [0: .bool(true)]), equals: ["true Bob "])
        // Another device has no pending command, and after ten seconds this one has none.
        try await expect(told(home, &watcher, TestProvider.onOff(of: "lamp-2"), [0: .bool(true)]), equals: ["true  "])
        await home.test.clock.advance(by: .seconds(7))
        try await expect(told(home, &watcher, Self.onOff, [0: .bool(false)]), equals: ["true  "])
    }

    @Test func aRefusedCommandHasNoEffect() async throws {
        let home = try await PeopleHome()
        _ = try await home.join("Ada", .administrator)
        var watcher = try await Watcher.atMarker(home.test)
        await expect(throws: RPCError.self) {
            _ = try await home.test.hub.invoke(
                Self.lock, command: 1, [0: .octets(Array("0000".utf8))], as: person(home, "Ada"))
        }
        try await expect(told(home, &watcher, Self.lock, [0: .unsigned(2)]), equals: ["true  "])
    }

    /// The lock itself causes its alarm, and also changes that no command asked for.
    @Test func ownChangesAreCausedByTheDevice() async throws {
        let home = try await PeopleHome()
        _ = try await home.join("Ada", .administrator)
        var watcher = try await Watcher.atMarker(home.test)
        try await send(home, &watcher, Self.lock, command: 1, [0: .octets(Array("1234".utf8))], by: "Ada")
        let alarm = DeviceChange.EventOccurrence(
            endpoint: 1, traitID: Self.lock.traitID, eventID: 0, fields: [0: .unsigned(0)])
        let causes = try await told(home, &watcher, Self.lock, [0: .unsigned(1)], events: [alarm])
        expect(causes, equals: ["true  ", "true Ada "])
    }

    @Test func logHasAuthorsThatGuestsDoNotSee() async throws {
        let home = try await PeopleHome()
        _ = try await home.join("Ada", .administrator)
        let gus = try await home.join("Gus", .guest, Grant(hasEverything: true))
        var watcher = try await Watcher.atMarker(home.test, by: gus)
        _ = try await home.test.hub.invoke(Self.onOff, command: 1, as: person(home, "Ada"))
        home.lamps.report(Self.onOff, [0: .bool(false)])
        while watcher.view.reports.count < 2 { try await watcher.next() }
        expect(
            watcher.view.reports.map(\.cause),
            equals: [.init(kind: .client, clientID: "Ada's phone"), .init(kind: .device)])
        let log = try await home.test.home().listReports(.init(structureID: home.home, pageSize: 2)).reports
        expect(log.map { $0.cause?.personName }, equals: ["Ada", "Ada"])
    }

    @Test func commandsAreForgottenInTime() {
        var commands = RecentCommands()
        let key = TraitKey(endpoint: 1, traitID: 8)
        let ada = ChangeOrigin(.client("a"), identity: "Ada")
        _ = commands.add(ada, to: key, of: "lamp", at: .seconds(100))
        func author(_ second: Int, isMovement: Bool = false) -> ChangeOrigin.Author? {
            commands.author(of: key, on: "lamp", at: .seconds(second), isMovement: isMovement)
        }
        expectNil(author(99))
        expect(author(110), equals: .person("Ada"))
        expectNil(author(111))
        // While a movement is reported, its window stays open, up to two minutes.
        var second = 100
        while author(second, isMovement: true) != nil { second += 5 }
        expect(second, equals: 225)
        expect(commands.origin(of: .client("a"), on: "lamp"), equals: ada)
        expect(commands.origin(of: .client("b"), on: "lamp"), equals: ChangeOrigin(.client("b")))
        // Setting the clock back moves no command into the future.
        _ = commands.add(ada, to: TraitKey(endpoint: 2, traitID: 6), of: "lamp", at: .seconds(50))
        expectNil(author(105))
        let number = commands.add(ada, to: key, of: "blind", at: .seconds(100))
        commands.remove(number, from: "blind")
        expect(!commands.hasCommands(to: "blind"))
        expect(commands.hasCommands(to: "lamp"))
        commands.forget("lamp")
        expect(!commands.hasCommands(to: "lamp"))
    }

    @Test(
        arguments: [
            (0x0201, 0, false), (0x0201, 18, true), (0x0101, 0, true), (0x0101, 3, false), (0x005C, 1, false),
            (0x0008, 0, true),
        ] as [(UInt32, UInt32, Bool)])
    func measuredValuesAreNoEffects(_ trait: UInt32, _ attribute: UInt32, _ expected: Bool) throws {
        let descriptor = try require(StandardTraits.descriptors.first { $0.id == trait })
        let element = try require(descriptor.attribute(attribute))
        expect(CommandEffects.canChange(element, of: descriptor), equals: expected)
    }
}
