@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HubTestSupport
internal import Expectations
internal import Testing

/// Forbidden or badly timed actions of people, and their effects.
@Suite(.timeLimit(.minutes(5)))
struct BadUseTests {
    private func code(_ body: () async throws -> some Sendable) async -> RPCError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return RPCError(error).code
        }
    }

    @Test func aHomeThatIsRenamedWhileItIsDeletedIsGone() async throws {
        let home = try await PeopleHome()
        var watcher = try await Watcher.atMarker(home.test)
        for round in 0..<40 {
            let id = try await home.test.hub.createStructure(name: "Cabin \(round)", as: owner).structure.id
            let client = home.test.home()
            async let renamed = code { try await client.updateStructure(.init(structureID: id, name: "Hut \(round)")) }
            async let deleted = code { try await client.deleteStructure(.init(structureID: id)) }
            // In either order the home is gone, and the late call gets not found.
            await expectNil(deleted)
            let late = await renamed
            expect(late == nil || late == .notFound)
            while watcher.view.structures[id] == nil { try await watcher.next() }
            while watcher.view.structures[id] != nil { try await watcher.next() }
            await expect(
                code { try await client.updateStructure(.init(structureID: id, name: "Hut")) }, equals: .notFound)
        }
        try await watcher.untilHeartbeat(home.test)
        expect(Set(watcher.view.structures.keys), equals: [home.home, home.away])
        expect(Set(try await home.test.store.load().structures.map(\.id)), equals: [home.home, home.away])
    }

    @Test func personHasARolePerStructure() async throws {
        let home = try await PeopleHome()
        let person = try await home.join("Ada", .owner)
        try await home.join("Ada", .guest, Grant(rooms: [home.awayRoom], devices: ["lamp-4"]), in: home.away)
        let client = home.test.home(person)
        let list = try await client.list(.init())
        expect(Set(list.structures.map(\.id)), equals: [home.home, home.away])
        expect(list.devices.count, equals: 5)
        let caller = try await home.people(person).getCaller(.init()).caller
        expect(caller?.memberships.map(\.role), equals: [.owner, .guest])
        // A right in this home does not hold in another.
        _ = try await client.createRoom(.init(structureID: home.home, name: "Attic"))
        await expect(
            code { try await client.createRoom(.init(structureID: home.away, name: "Den")) }, equals: .permissionDenied)
        await expect(
            code { try await client.deleteStructure(.init(structureID: home.away)) }, equals: .permissionDenied)
        await expect(
            code { try await client.updateDevice(.init(deviceID: "lamp-4", name: "X")) }, equals: .permissionDenied)
        await expectNil(code { try await client.updateDevice(.init(deviceID: "lamp-1", name: "X")) })
        let log = try await home.people(person).listAudit(.init()).entries
        expect(log.allSatisfy { $0.structureID == home.home })
    }

    /// A watch is named only by its id.
    @Test func foreignWatchIdIsRefused() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        let watcher = try await Watcher.atMarker(home.test)
        let guessed = await expect(throws: RPCError.self) {
            try await home.test.home(guest).updateWatch(.init(watchID: watcher.view.watchID))
        }
        let unknown = await expect(throws: RPCError.self) {
            try await home.test.home(guest).updateWatch(.init(watchID: "nothing"))
        }
        expect(guessed?.code, equals: .notFound)
        expect(guessed?.message, equals: unknown?.message.replacing("nothing", with: watcher.view.watchID))
    }
}
