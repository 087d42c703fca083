internal import HearthHomeKitMapping
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The rules of HomeKit's model for names and references hold whatever three programs do at once.
@Suite(.timeLimit(.minutes(10)))
struct RandomModelTests {
    private static let rounds = 10
    /// Many of them are equal by the rules for names.
    private static let names = [
        "Hall", "hall", "HALL ", "Ha ll", "H'all", "Küche", "KÜCHE", "Ku\u{308}che", "Straße", "STRASSE", "Σπίτι",
        "σπίτι",
        "台所", "台 所", "Lamp 1", "lamp1", "Nook", "Loft", "Attic", "'no", "no'", "\u{202E}no",
    ]
    private static let bulb = "43"

    /// A program, and the provider of its devices.
    private struct Program {
        let index: Int
        var dice: Dice
        let provider: TestProvider
    }

    /// Names, rooms, zones, service groups and their references.
    @Test func theModelsRulesHoldWhateverThreeProgramsDo() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        let steps = FaultRounds.count(100_000)
        print("random model, \(steps) steps: seed \(seed)")
        var limits = HubLimits()
        limits.rooms = 8
        limits.zones = 5
        limits.serviceGroups = 5
        limits.roomsPerZone = 6
        limits.servicesPerGroup = 5
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store, limits: limits)
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        var programs: [Program] = []
        var watchers: [Watcher] = []
        for index in 0..<3 {
            let provider = TestProvider([Self.device(index, 0, "Lamp 1", nil)])
            try await test.hub.attach(provider, structureID: index == 2 ? cabin : nil)
            programs.append(Program(index: index, dice: Dice(seed: seed &+ UInt64(index)), provider: provider))
            watchers.append(try await Watcher.atMarker(test))
        }
        // Causes at least a heartbeat at any time.
        let ticks = Task {
            while true {
                try await Task.sleep(for: .milliseconds(20))
                await test.clock.advance(by: .seconds(20))
            }
        }
        defer { ticks.cancel() }
        for round in 0..<Self.rounds {
            let former = programs
            async let running = Self.run(former, steps / Self.rounds / former.count, test, seed)
            // One reads much, one little, and one only at the end.
            for turn in 0..<200 {
                try await watchers[0].next()
                if turn % 20 == 0 { try await watchers[1].next() }
            }
            programs = try await running
            let comment: Comment = "seed \(seed), round \(round)"
            for cell in test.hub.directory.cells { Self.expectRules(cell.read { $0 }, comment) }
            let truth = test.truth()
            for index in watchers.indices {
                while watchers[index].view.positions != truth.positions { try await watchers[index].next() }
                Self.expectSame(watchers[index].view, truth, comment)
            }
        }
        try await test.hub.save()
        let again = try await TestHub(store: store, limits: limits)
        let (before, after) = (test.truth(), again.truth())
        let comment: Comment = "seed \(seed), after a restart"
        expect(after.structures, equals: before.structures, comment)
        expect(after.rooms.filter { before.rooms[$0.key] != $0.value }, equals: [:], comment)
        expect(before.rooms.filter { after.rooms[$0.key] != $0.value }, equals: [:], comment)
        expect(after.zones, equals: before.zones, comment)
        expect(after.serviceGroups, equals: before.serviceGroups, comment)
        expect(after.devices.mapValues(Self.kept), equals: before.devices.mapValues(Self.kept), comment)
    }

    private static func run(
        _ programs: [Program], _ steps: Int, _ test: TestHub, _ seed: UInt64
    ) async throws -> [Program] {
        try await withThrowingTaskGroup(of: Program.self) { group in
            for program in programs {
                group.addTask {
                    var program = program
                    for _ in 0..<steps { try await step(&program, test, seed) }
                    return program
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// The facts of a device that survive a restart.
    private static func kept(_ device: Hearth_V1_Device) -> [[UInt8]] {
        ([device.structureID, device.roomID, device.name] + device.services.map { "\($0.type) \($0.name)" })
            // In their bytes: equal strings may have other bytes.
            .map { Array($0.utf8) }
    }

    private static func expectSame(_ view: ClientView, _ truth: ClientView, _ comment: Comment) {
        expect(view.structures, equals: truth.structures, comment)
        expect(view.rooms, equals: truth.rooms, comment)
        expect(view.zones, equals: truth.zones, comment)
        expect(view.serviceGroups, equals: truth.serviceGroups, comment)
        expect(view.devices, equals: truth.devices, comment)
        expect(view.states, equals: truth.states, comment)
    }

    private static func expectRules(_ state: StructureState, _ comment: Comment) {
        let rooms = Set(state.rooms.map(\.id))
        let devices = Array(state.orderedDevices)
        expect(devices.allSatisfy { $0.roomID.map(rooms.contains) ?? true }, "rooms, \(comment)")
        for zone in state.groupings.zones {
            expect(Set(zone.roomIDs).count, equals: zone.roomIDs.count, comment)
            expect(rooms.isSuperset(of: zone.roomIDs), comment)
        }
        let ids = Set(devices.map(\.id))
        for group in state.groupings.serviceGroups {
            expect(Set(group.services).count, equals: group.services.count, comment)
            expect(group.services.allSatisfy { ids.contains($0.deviceID) && $0.key.type.isUserInteractive }, comment)
        }
        // Names that people gave are unique; a provider may bring one that is taken.
        let objects = state.rooms.map { ($0.object, $0.name) } + state.groupings.zones.map { ($0.object, $0.name) }
        let groups = state.groupings.serviceGroups.map { ($0.object, $0.name) }
        let named = devices.filter(\.isNameGiven).map { ($0.object, $0.name) }
        let given = (objects + groups + named).map { NameRules.key($0.1) }
        expect(Set(given).count, equals: given.count, comment)
        let all = objects + groups + devices.map { ($0.object, $0.name) }
        for (object, name) in all {
            let other = all.filter { $0.0 != object && NameRules.key($0.1) == NameRules.key(name) }.map(\.0).min()
            expect(state.holder(of: name, except: object), equals: other, comment)
        }
        expect(state.rooms.count, isAtMost: 8, comment)
        expect(state.groupings.zones.count, isAtMost: 5, comment)
    }

    private static func device(_ program: Int, _ number: Int, _ name: String, _ room: String?) -> DeviceDescription {
        TestProvider.lamp("p\(program)-\(number)", name: name, room: room)
    }

    /// The program's knowledge of the home at its step.
    private struct Known {
        let structures: [String]
        var rooms: [String] = ["no room"]
        var zones: [String] = ["no zone"]
        var groups: [String] = ["no group"]
        var devices: [String] = ["no device"]

        init(_ test: TestHub) {
            structures = test.hub.directory.cells.map(\.id)
            for cell in test.hub.directory.cells {
                cell.read { state in
                    rooms += state.rooms.map(\.id)
                    zones += state.groupings.zones.map(\.id)
                    groups += state.groupings.serviceGroups.map(\.id)
                    devices += state.orderedDevices.map(\.id)
                }
            }
        }
    }

    private static func step(_ program: inout Program, _ test: TestHub, _ seed: UInt64) async throws {
        let known = Known(test)
        do {
            try await change(&program, test, known)
        } catch {
            let error = RPCError(error)
            // Each refusal has HomeKit's number and its status.
            let code = error.homeKitError.flatMap { HomeKitErrorCode(rawValue: Int($0.code)) }
            expect(code?.grpcStatus, equals: error.code.rawValue, "\(error), seed \(seed)")
        }
    }

    private static func change(_ program: inout Program, _ test: TestHub, _ known: Known) async throws {
        let home = test.home()
        func one(_ ids: [String]) -> String { ids[program.dice.below(ids.count)] }
        func some(_ ids: [String]) -> [String] { (0..<program.dice.below(3)).map { _ in one(ids) } }
        func services(_ most: Int) -> [Hearth_V1_ServiceReference] {
            (0..<program.dice.below(most + 1)).map { _ in
                .init(
                    deviceID: one(known.devices), endpoint: program.dice.below(9) == 0 ? 0 : 1,
                    type: program.dice.below(9) == 0 ? "3E" : bulb)
            }
        }
        let (structure, name) = (one(known.structures), one(names))
        switch program.dice.below(20) {
        case 0, 1: _ = try await home.createRoom(.init(structureID: structure, name: name))
        case 2: _ = try await home.updateRoom(.init(roomID: one(known.rooms), name: name))
        case 3: _ = try await home.deleteRoom(.init(roomID: one(known.rooms)))
        case 4: _ = try await home.createZone(.init(structureID: structure, name: name))
        case 5, 6, 7:
            _ = try await home.updateZone(
                .init(
                    zoneID: one(known.zones), name: program.dice.below(4) == 0 ? name : nil,
                    addRoomIDs: some(known.rooms + known.structures), removeRoomIDs: some(known.rooms)))
        case 8: _ = try await home.deleteZone(.init(zoneID: one(known.zones)))
        case 9: _ = try await home.createServiceGroup(.init(structureID: structure, name: name))
        case 10, 11, 12:
            _ = try await home.updateServiceGroup(
                .init(
                    serviceGroupID: one(known.groups), name: program.dice.below(4) == 0 ? name : nil,
                    addServices: services(2), removeServices: services(1)))
        case 13: _ = try await home.deleteServiceGroup(.init(serviceGroupID: one(known.groups)))
        case 14: _ = try await home.updateDevice(.init(deviceID: one(known.devices), name: name))
        case 15, 16:
            _ = try await home.updateDevice(.init(deviceID: one(known.devices), roomID: one(known.rooms + [""])))
        case 17:
            let room = program.dice.below(3) == 0 ? "Den \(program.dice.below(3))" : nil
            try await program.provider.bring([device(program.index, program.dice.below(4), name, room)])
        case 18:
            if program.dice.below(2) == 0 {
                _ = try await home.removeDevice(.init(deviceID: one(known.devices)))
            } else {
                try await program.provider.remove(["p\(program.index)-\(program.dice.below(4))"])
            }
        default:
            _ = try await home.updateService(
                .init(
                    service: .init(deviceID: one(known.devices), endpoint: 1, type: bulb), name: name))
        }
    }
}
