@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// The objects that a guest sees, and its watches while they change.
@Suite(.timeLimit(.minutes(5)))
struct GuestTests {
    private func watch(_ home: PeopleHome, _ principal: Principal) async throws -> Watcher {
        let watcher = try await Watcher.atMarker(home.test, by: principal)
        return watcher
    }

    @Test func guestSeesGrantsAndOnlyNamesOfSensitiveDevices() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        var watcher = try await watch(home, guest)
        expect(Set(watcher.view.devices.keys), equals: ["lamp-1"])
        expect(Set(watcher.view.rooms.keys), equals: [home.kitchen])
        expect(Set(watcher.view.structures.keys), equals: [home.home])
        expect(Set(watcher.view.people.values.map(\.name)), equals: ["Owner", "Gus"])
        expect(watcher.view.caller?.memberships.map(\.role), equals: [.guest])
        expect(watcher.view.caller?.primaryStructureID, equals: home.home)
        home.lamps.report(TestProvider.onOff(of: "lamp-2"), [0: .bool(true)])
        home.lamps.report(TestProvider.onOff(of: "lamp-1"), [0: .bool(true)])
        try await watcher.next()
        expect(watcher.view.states[TestProvider.onOff(of: "lamp-1")]?[0], equals: .bool(true))
        expect(Set(watcher.view.states.keys.map(\.target.deviceID)), equals: ["lamp-1"])
    }

    @Test func aDeviceThatIsNamedIsSeenWithoutTheRoomThatIsNot() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(devices: ["lamp-2", "lock"]))
        let list = try await home.test.home(guest).list(Hearth_V1_ListRequest())
        expect(list.devices.map(\.id), equals: ["lamp-2", "lock"])
        expect(list.devices.allSatisfy { $0.roomID.isEmpty })
        expect(list.rooms.isEmpty && list.structures.map(\.id) == [home.home])
        expect(list.positions.map(\.structureID), equals: [home.home])
        let filtered = try await Watcher(home.test, .init(roomIDs: [home.kitchen]), by: guest)
        var watcher = filtered
        try await watcher.untilMarker()
        expect(watcher.view.devices.isEmpty)
    }

    @Test func listsHavePeopleInPagesAndGuestsSeeNoGrants() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(hasEverything: true))
        try await home.join("Gil", .guest, Grant(rooms: [home.den]))
        var names: [String] = []
        var request = Hearth_V1_ListRequest(pageSize: 1)
        repeat {
            let page = try await home.test.home().list(request)
            names += page.people.filter { $0.structureID == home.home }.map(\.name)
            expect(page.people.filter { $0.name == "Gil" }.allSatisfy { $0.grant?.roomIDs == [home.den] })
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        expect(names, equals: ["Owner", "Gus", "Gil"])
        let seen = try await home.test.home(guest).list(Hearth_V1_ListRequest())
        expect(seen.people.count, equals: 3)
        expect(seen.people.allSatisfy { $0.grant == nil })
        let own = try await home.people(guest).listPeople(.init(structureID: home.home)).people
        expect(own.map { $0.grant != nil }, equals: [false, true, false])
    }

    @Test func ungrantedObjectsAreInvisibleInErrors() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        for guessed in ["lamp-2", "lamp-9", "lock"] {
            let error = await expect(refused: .notFound) {
                _ = try await home.test.home(guest).read(.init(filter: .init(deviceIDs: [guessed])))
            }
            expect(
                error?.message,
                equals: "there is no device \"\(guessed)\""
                    + (guessed == "lock" ? "" : "; did you mean lamp-1?"))
        }
        let room = await expect(refused: .notFound) {
            _ = try await home.test.home(guest).deleteRoom(.init(roomID: home.den))
        }
        expect(room?.message.contains("Den"), equals: false)
        let structure = await expect(refused: .notFound) {
            _ = try await home.people(guest).listPeople(.init(structureID: home.away))
        }
        expect(structure?.message.contains("Away"), equals: false)
    }

    @Test func refusedGuestGetsHomeKitError17InTheDetails() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(hasEverything: true, devices: ["lock"]))
        let edit = await expect(refused: .permissionDenied) {
            _ = try await home.test.home(guest).createRoom(.init(structureID: home.home, name: "Attic"))
        }
        expect(edit?.homeKitCode, equals: 17)
        let setUser = await expect(throws: RPCError.self) {
            let _: Hearth_V1_TraitCommandResponse = try await home.test.call(
                TestProvider.doorLock, "ClearUser",
                Hearth_V1_TraitCommandRequest(target: .init(TestProvider.doorLock(of: "lock"))), by: guest)
        }
        expect(setUser?.homeKitCode == 17 || setUser?.traitError?.status == .unsupportedCommand)
        let log = await expect(refused: .permissionDenied) {
            _ = try await home.test.home(guest).listReports(.init(structureID: home.home))
        }
        expect(log?.homeKitCode, equals: 17)
    }

    @Test func aRunningWatchFollowsTheGrantAndMovesOfDevices() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        var watcher = try await watch(home, guest)
        try await home.regrant("Gus", Grant(rooms: [home.den], devices: ["lock"]))
        try await watcher.untilMarker()
        expect(watcher.view.resyncs.map(\.reason), equals: [.rightsChanged])
        expect(Set(watcher.view.devices.keys) == ["lamp-2", "lock"] && Set(watcher.view.rooms.keys) == [home.den])
        expect(watcher.view.caller?.memberships.first?.grant?.roomIDs, equals: [home.den])
        // A device moves into the room, and the room away.
        _ = try await home.test.hub.updateDevice("lamp-3", roomID: home.den, as: owner)
        try await watcher.untilMarker()
        expect(Set(watcher.view.devices.keys), equals: ["lamp-2", "lamp-3", "lock"])
        _ = try await home.test.hub.deleteRoom(home.den, as: owner)
        try await watcher.untilMarker()
        expect(Set(watcher.view.devices.keys), equals: ["lock"])
        expect(watcher.view.rooms.isEmpty)
    }

    @Test func otherGrantsDoNotAffectAnAdministratorsWatch() async throws {
        let home = try await PeopleHome()
        let administrator = try await home.join("Ada", .administrator)
        var watcher = try await watch(home, administrator)
        expect(watcher.view.structures.count, equals: 1)
        expect(watcher.view.devices.count, equals: 4)
        try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        try await watcher.untilHeartbeat(home.test)
        expect(watcher.view.resyncs.isEmpty)
        expect(watcher.view.people.values.contains { $0.name == "Gus" })
        // Its own role.
        _ = try await home.people().updatePerson(
            .init(personID: home.person("Ada"), role: .guest, grant: Grant(devices: ["lamp-3"]).message))
        try await watcher.untilMarker()
        expect(watcher.view.resyncs.map(\.reason), equals: [.rightsChanged])
        expect(Set(watcher.view.devices.keys), equals: ["lamp-3"])
        expect(watcher.view.people.values.allSatisfy { $0.grant == nil })
    }

    @Test func watchFollowsJoinedAndLeftStructures() async throws {
        let home = try await PeopleHome()
        let person = try await home.join("Ada", .administrator)
        var watcher = try await watch(home, person)
        try await home.join("Ada", .guest, Grant(hasEverything: true), in: home.away)
        try await watcher.untilMarker()
        expect(watcher.view.structures.count == 2 && watcher.view.devices["lamp-4"] != nil)
        expect(watcher.view.caller?.memberships.count, equals: 2)
        _ = try await home.test.hub.people.removePerson(home.person("Ada", in: home.away), as: owner)
        while watcher.view.structures[home.away] != nil { try await watcher.next() }
        expectNil(watcher.view.devices["lamp-4"])
        expect(watcher.view.structures.count, equals: 1)
        // The watch ends with its last structure.
        let gone = Recorded()
        home.test.hub.onNoMembership { gone.add($0) }
        _ = try await home.test.hub.people.removePerson(home.person("Ada"), as: owner)
        let end = await expect(refused: .permissionDenied) { while true { try await watcher.next() } }
        expect(end?.homeKitCode, equals: 17)
        expect(gone.all, equals: ["Ada"])
        expect(!home.test.hub.isMember("Ada"))
    }

    @Test func hoursAreExactEvenIfTheClockIsSetBack() async throws {
        let clock = ManualClock()
        let home = try await PeopleHome(clock: clock)
        // One hour from now.
        let until = clock.sinceEpoch + .seconds(3_600)
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen], until: until))
        var watcher = try await watch(home, guest)
        await clock.advance(by: .seconds(3_605))
        await expect(refused: .permissionDenied) { while true { try await watcher.next() } }
        expect(watcher.view.structures.isEmpty)
        expect(watcher.view.devices.isEmpty)
        await expect(throws: RPCError.self) {
            _ = try await home.test.home(guest).read(.init(filter: .init(deviceIDs: ["lamp-1"])))
        }
        try await expect(
            home.people(guest).getCaller(.init()).caller?.memberships.map(\.isOutsideHours), equals: [true])
        clock.step(by: .seconds(-7_200))
        try await expect(
            home.test.home(guest).read(.init(filter: .init(deviceIDs: ["lamp-1"]))).states.count, equals: 1)
    }

    @Test func aStructureGoesAndComesWithTheHoursOfOneOfTwo() async throws {
        let clock = ManualClock()
        let home = try await PeopleHome(clock: clock)
        let now = LocalMinute(clock.sinceEpoch, in: "")
        let soon = Grant.Hours(from: (now.minute + 2) % 1_440, until: (now.minute + 4) % 1_440 + 1)
        let person = try await home.join("Ada", .administrator)
        try await home.join("Ada", .guest, Grant(hasEverything: true, hours: [soon]), in: home.away)
        var watcher = try await watch(home, person)
        expect(watcher.view.structures.keys.sorted(), equals: [home.home])
        await clock.advance(by: .seconds(125))
        while watcher.view.structures[home.away] == nil { try await watcher.next() }
        await clock.advance(by: .seconds(185))
        while watcher.view.structures[home.away] != nil { try await watcher.next() }
        expectNil(watcher.view.devices["lamp-4"])
    }

    @Test("A guest's watch ends with the guest's hours, and the next one shows no report from outside them")
    func guestsWatchEndsAndComesBackWithItsHours() async throws {
        let clock = ManualClock()
        let home = try await PeopleHome(clock: clock)
        let minute = LocalMinute(clock.sinceEpoch, in: "").minute
        let hours = Grant.Hours(from: minute + 2, until: minute + 5)
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen], hours: [hours]))
        let lamp = TestProvider.onOff(of: "lamp-1")
        var refused: [RPCError?] = []
        refused.append(await expect(throws: RPCError.self) { _ = try await watch(home, guest) })
        await clock.advance(by: .seconds(125))
        var watcher = try await watch(home, guest)
        let during = watcher.view
        await clock.advance(by: .seconds(185))
        refused.append(await expect(throws: RPCError.self) { while true { try await watcher.next() } })
        expect(watcher.view.devices.isEmpty)
        expect(watcher.view.structures.isEmpty)
        refused.append(await expect(throws: RPCError.self) { _ = try await watch(home, guest) })
        for isOn in [true, false, true] { home.lamps.report(lamp, [0: .bool(isOn)]) }
        // The same time of the next day.
        await clock.advance(by: .seconds(86_400 - 185))
        var again = try await Watcher.atMarker(home.test, resuming: during.resumable, by: guest)
        expect(again.view.resyncs, equals: [.init(structureID: home.home, reason: .rightsChanged)])
        expect(again.view.reports.isEmpty && Set(again.view.devices.keys) == ["lamp-1"])
        expect(again.view.states[lamp]?[0], equals: .bool(true))
        // Within the hours it resumes exactly.
        home.lamps.report(lamp, [0: .bool(false)])
        while again.view.states[lamp]?[0] == .bool(true) { try await again.next() }
        expect(again.view.reports.count, equals: 1)
        expect(refused.map { $0?.code }, equals: Array(repeating: .permissionDenied, count: 3))
        expect(refused.allSatisfy { $0?.message.hasSuffix("; watch again then") == true }, "\(refused)")
    }

    /// No timer fires when the clock is set.
    @Test func watchEndsIfTheGrantEndsWhileItBegins() async throws {
        let clock = ManualClock()
        let home = try await PeopleHome(clock: clock)
        let guest = try await home.join(
            "Gus", .guest, Grant(hasEverything: true, until: clock.sinceEpoch + .seconds(60)))
        let stream = BeginningStream { clock.step(by: .seconds(120)) }
        try await home.test.hub.watches.watch(
            .init(), resumeFrom: [], intervals: WatchIntervals(most: .seconds(20)), principal: guest, on: stream)
        expect(stream.error?.code, equals: .permissionDenied)
    }

    @Test func guestWithUnchangedRightsResumesExactly() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        let before = try await watch(home, guest).view
        home.lamps.report(TestProvider.onOff(of: "lamp-2"), [0: .bool(true)])
        home.lamps.report(TestProvider.onOff(of: "lamp-1"), [0: .bool(true)])
        var again = try await Watcher.atMarker(home.test, resuming: before.resumable, by: guest)
        try await again.untilHeartbeat(home.test)
        expect(again.view.resyncs.isEmpty)
        expect(again.view.snapshots, equals: before.snapshots)
        expect(again.view.states[TestProvider.onOff(of: "lamp-1")]?[0], equals: .bool(true))
        expectNil(again.view.states[TestProvider.onOff(of: "lamp-2")])
        // From before a grant.
        try await home.regrant("Gus", Grant(rooms: [home.den]))
        let later = try await Watcher.atMarker(home.test, resuming: before.resumable, by: guest)
        expect(later.view.resyncs.map(\.reason), equals: [.rightsChanged])
        expect(Set(later.view.devices.keys), equals: ["lamp-2"])
        // With positions of a home that it never saw.
        let other = home.test.truth().positions[home.away]
        let guessed = try await Watcher.atMarker(home.test, resumeFrom: other.map { [$0] } ?? [], by: guest)
        expect(guessed.view.resyncs, equals: [.init(structureID: home.away, reason: .unknownPosition)])
        expect(guessed.view.structures.keys.sorted(), equals: [home.home])
    }

    @Test func guestsWithEqualGrantsShareOneView() async throws {
        let home = try await PeopleHome()
        let views = home.test.hub.watches.views
        let count = views.count
        for number in 0..<6 {
            let guest = try await home.join("Gus \(number)", .guest, Grant(rooms: [home.kitchen]))
            _ = try await watch(home, guest)
        }
        // The view for future structures, and that of this one.
        expect(views.count - count, isAtMost: 2)
    }
}

/// A stream that runs a body when its watch begins, and keeps the error that ends it.
private final class BeginningStream: FrameStream {
    private let end = Mutex<RPCError?>(nil)
    private let begins: @Sendable () -> Void

    init(_ begins: @escaping @Sendable () -> Void) { self.begins = begins }

    var error: RPCError? { end.withLock { $0 } }
    var isWritable: Bool { true }
    func write(encoded frame: RPCFrame) -> Bool { true }
    func onWritable(_ body: @escaping @Sendable () -> Void) { begins() }
    func onEnd(_ body: @escaping @Sendable (CallEnd) -> Void) {}
    func finish(_ error: RPCError?) { end.withLock { $0 = error } }
}

/// Recorded strings, in order.
final class Recorded: Sendable {
    private let values = Mutex<[String]>([])
    func add(_ value: String) { values.withLock { $0.append(value) } }
    var all: [String] { values.withLock { $0 } }
}
