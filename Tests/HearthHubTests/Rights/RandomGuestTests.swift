@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Random changes of a home, its people and their grants during one guest's watch: after every few, the guest has
/// exactly what the home and the grant imply, and no message ever contained anything not granted.
@Suite(.timeLimit(.minutes(10)))
struct RandomGuestTests {
    private static let steps = FaultRounds.count(10_000)

    /// The guest's membership at a moment; nil for no member.
    private struct Standing {
        var role = MemberRole.guest
        var grant = Grant()
    }

    /// The visible objects of a person, computed without the product's code.
    private struct Allowed {
        var structures: Set<String> = []
        var rooms: [String: Hearth_V1_Room] = [:]
        var devices: [String: Hearth_V1_Device] = [:]
        var states: [TraitPath: StructureValue] = [:]
    }

    private struct Run {
        let home: PeopleHome
        let clock: ManualClock
        var dice: Dice
        var standing: Standing? = Standing(grant: Grant(hasEverything: true))
        var rooms: [String]
        var brought = 4
        /// The objects allowed at any moment since the last comparison.
        var devices: Set<String> = []
        var seenRooms: Set<String> = []
        /// Whether nothing was allowed at some moment since then.
        var wasBlind = false

        func allowed() -> Allowed {
            let truth = home.test.truth(.init(structureIDs: [home.home]))
            var allowed = Allowed()
            guard let standing else { return allowed }
            guard standing.role == .guest else {
                allowed.structures = [home.home]
                allowed.rooms = truth.rooms
                allowed.devices = truth.devices
                allowed.states = truth.states
                return allowed
            }
            let grant = standing.grant
            if let until = grant.until, clock.sinceEpoch >= until { return allowed }
            let minute = UInt32(clamping: clock.sinceEpoch.components.seconds / 60 % 1_440)
            guard grant.hours.isEmpty || grant.hours.contains(where: { $0.from <= minute && minute < $0.until }) else {
                return allowed
            }
            allowed.structures = [home.home]
            allowed.rooms = truth.rooms.filter { grant.hasEverything || grant.rooms.contains($0.key) }
            for (id, device) in truth.devices {
                let isPlain = id != "lock" && (grant.hasEverything || grant.rooms.contains(device.roomID))
                guard isPlain || grant.devices.contains(id) else { continue }
                var device = device
                if allowed.rooms[device.roomID] == nil { device.roomID = "" }
                allowed.devices[id] = device
            }
            allowed.states = truth.states.filter { allowed.devices[$0.key.target.deviceID] != nil }
            return allowed
        }

        mutating func note() {
            let allowed = allowed()
            devices.formUnion(allowed.devices.keys)
            seenRooms.formUnion(allowed.rooms.keys)
            if allowed.structures.isEmpty { wasBlind = true }
        }

        mutating func grant() -> Grant {
            var grant = Grant(hasEverything: dice.below(4) == 0)
            grant.rooms = Set(rooms.filter { _ in dice.below(3) == 0 })
            let known = home.test.truth().devices.values.filter { $0.structureID == home.home }.map(\.id).sorted()
            grant.devices = Set(known.filter { _ in dice.below(5) == 0 })
            switch dice.below(6) {
            case 0: grant.until = clock.sinceEpoch + .seconds(30 + dice.below(1_200))
            case 1:
                let from = UInt32(dice.below(1_300))
                grant.hours = [Grant.Hours(from: from, until: from + 1 + UInt32(dice.below(139)))]
            default: break
            }
            return grant
        }

        mutating func disturb(_ step: Int) async throws {
            let hub = home.test.hub
            let device = ["lamp-1", "lamp-2", "lamp-3", "lock"].randomElement(using: &dice) ?? ""
            let room = rooms.randomElement(using: &dice) ?? ""
            switch dice.below(26) {
            case 0: rooms.append(try await hub.createRoom(name: "Room \(step)", in: home.home, as: owner).room.id)
            case 1 where rooms.count > 2:
                _ = try await hub.deleteRoom(room, as: owner)
                rooms.removeAll { $0 == room }
            case 2...5: _ = try? await hub.updateDevice(device, roomID: dice.below(5) == 0 ? "" : room, as: owner)
            case 6: _ = try? await hub.updateDevice(device, name: "Device \(step)", as: owner)
            case 7:
                brought += 1
                if brought < 40 {
                    try await home.lamps.bring([TestProvider.lamp("more-\(brought)", name: "More \(brought)")])
                    _ = try await hub.updateDevice("more-\(brought)", roomID: room, as: owner)
                }
            case 8: _ = try? await hub.removeDevice("more-\(5 + dice.below(36))", as: owner)
            case 9...11: try await regrant()
            case 12: try await leaveOrJoin()
            case 13:
                _ = try await hub.renameStructure(home.home, to: "Home \(step)", as: owner)
            case 14: home.lamps.reportConnectivity(of: device, isOnline: dice.below(2) == 0)
            case 15, 16: await clock.advance(by: .seconds(1 + dice.below(900)))
            case 17:
                let alarm = DeviceChange.EventOccurrence(
                    endpoint: 1, traitID: 0x101, eventID: 0, fields: [0: .unsigned(0)])
                home.lamps.report(
                    TestProvider.doorLock(of: "lock"), [0: .unsigned(UInt64(dice.below(3)))], events: [alarm])
            default:
                home.lamps.report(
                    TestProvider.onOff(of: device == "lock" ? "lamp-1" : device),
                    [0: .bool(dice.below(2) == 0), 0x4001: .unsigned(UInt64(dice.below(5)))])
            }
        }

        private mutating func regrant() async throws {
            guard standing != nil else { return try await leaveOrJoin() }
            let new = dice.below(8) == 0 ? Standing(role: .administrator) : Standing(grant: grant())
            _ = try await home.people().updatePerson(
                .init(
                    personID: home.person("Gus"), role: new.role.message,
                    grant: new.role == .guest ? new.grant.message : nil))
            standing = new
        }

        private mutating func leaveOrJoin() async throws {
            if standing == nil {
                let new = Standing(grant: grant())
                try await home.join("Gus", .guest, new.grant)
                standing = new
            } else if dice.below(3) == 0 {
                _ = try await home.test.hub.people.removePerson(home.person("Gus"), as: owner)
                standing = nil
            }
        }
    }

    @Test func aGuestHasExactlyWhatIsGrantedWhateverHappens() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("random grants: seed \(seed)")
        let clock = ManualClock()
        let home = try await PeopleHome(clock: clock)
        let guest = try await home.join("Gus", .guest, Grant(hasEverything: true))
        var run = Run(home: home, clock: clock, dice: Dice(seed: seed), rooms: [home.kitchen, home.den])
        var watcher: Watcher?
        var view = ClientView()
        var (compared, resumed, ended) = (0, 0, 0)
        for step in 0..<Self.steps {
            run.note()
            try await run.disturb(step)
            run.note()
            guard run.dice.below(3) == 0 else { continue }
            let comment: Comment = "seed \(seed), step \(step), \(String(describing: run.standing))"
            if run.dice.below(8) == 0 { watcher = nil }
            if watcher == nil {
                let isBack = run.dice.below(3) > 0 && view.markers > 0
                if !isBack { view = ClientView() }
                resumed += isBack ? 1 : 0
                let kept = view.resumable
                watcher = try? await Watcher(home.test, resuming: kept, by: guest)
            }
            var allowed = run.allowed()
            if var following = watcher {
                do {
                    allowed = try await settle(&following, &run, guest)
                    watcher = following
                    view = following.view
                } catch let error as RPCError {
                    expect(error.code, equals: .permissionDenied, "\(error), \(comment)")
                    run.note()
                    expect(run.wasBlind, comment)
                    ended += 1
                    watcher = nil
                    view = ClientView()
                }
            }
            expectNothingElse(view, run, comment)
            if watcher != nil {
                compared += 1
                let isEqual =
                    Set(view.structures.keys) == allowed.structures && view.rooms == allowed.rooms
                    && view.devices == allowed.devices && view.states == allowed.states
                expect(
                    isEqual,
                    """
                    \(comment)
                    has \(view.devices.keys.sorted()), rooms \(view.rooms.keys.sorted()), \(view.positions)
                    may have \(allowed.devices.keys.sorted()), rooms \(allowed.rooms.keys.sorted())
                    differing devices \(allowed.devices.filter { view.devices[$0.key] != $0.value }.keys.sorted()), \
                    states \(allowed.states.filter { view.states[$0.key] != $0.value }.keys), \
                    \(home.test.truth().positions), resyncs \(view.resyncs.map(\.reason)), resumed \(resumed), \(home.test.notices.all.suffix(3))
                    """)
                guard isEqual else { return }
            }
            view.named = []
            watcher?.view.named = []
            run.wasBlind = false
            (run.devices, run.seenRooms) = (Set(view.devices.keys), Set(view.rooms.keys))
        }
        expect(compared, isAbove: Self.steps / 10, "seed \(seed)")
        expect(resumed, isAbove: 0, "seed \(seed)")
        expect(ended, isAbove: 0, "seed \(seed)")
    }

    /// Takes all messages in flight: a filter change to the same filter ends in a marker behind them.
    ///
    /// - Returns: The objects allowed then.
    private func settle(_ watcher: inout Watcher, _ run: inout Run, _ guest: Principal) async throws -> Allowed {
        let home = run.home.test.home(guest)
        for _ in 0..<1_000 {
            // Until all is told. It yields because thousands of sleeps would take too long.
            while run.home.test.hub.directory.cells.contains(where: { $0.isHeld(through: .max) }) {
                try Task.checkCancellation()
                await Task.yield()
            }
            while watcher.view.watchID.isEmpty { try await watcher.next() }
            let change = try? await home.updateWatch(.init(watchID: watcher.view.watchID))
            // Without a watch the call ends next.
            while watcher.view.update < change?.update ?? .max { try await watcher.next() }
            let position = run.home.test.truth().positions[run.home.home]
            if watcher.view.positions[run.home.home] == position { break }
        }
        return run.allowed()
    }

    private func expectNothingElse(_ view: ClientView, _ run: Run, _ comment: Comment) {
        let granted = run.devices.union(run.seenRooms).union([""])
        expect(view.named.isSubset(of: granted), "\(view.named.subtracting(granted)), \(comment)")
        expect(Set(view.devices.keys).isSubset(of: run.devices), comment)
        expect(Set(view.states.keys.map(\.target.deviceID)).isSubset(of: run.devices), comment)
        expect(Set(view.rooms.keys).isSubset(of: run.seenRooms), comment)
    }
}
