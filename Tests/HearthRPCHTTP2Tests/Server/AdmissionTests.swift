internal import HearthBase
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

@Suite struct AdmissionTests {
    private func admission(_ change: (inout HTTP2Server.Settings) -> Void) -> Admission {
        var settings = HTTP2Server.Settings()
        change(&settings)
        return Admission(settings)
    }

    @Test func thereIsALimitForAll() throws {
        var admission = admission { $0.maxConnections = 3 }
        let first = try require(admission.admit(nil, isLocal: true, loop: 0).slot)
        expect(admission.admit("127.0.0.1", isLocal: true, loop: 0).slot != nil)
        expect(admission.admit("10.0.0.1", isLocal: false, loop: 0).slot != nil)
        // A stranger makes room, and clients that come before it has gone have to wait.
        let fourth = try require(admission.admit(nil, isLocal: true, loop: 0).slot)
        expect((admission.admit(nil, isLocal: true, loop: 0), admission.refused), are: (.refused(.tooMany(3)), 2))
        admission.closed(first)
        expectNil(admission.identified(fourth, as: nil))
        expect(admission.admit("10.0.0.1", isLocal: false, loop: 0).slot != nil)
    }

    @Test func callersWhoAreKnownHaveAShareAndLeaveSomeForOwners() throws {
        var admission = admission {
            ($0.maxConnections, $0.maxConnectionsPerCaller, $0.connectionsForOwners) = (8, 3, 2)
        }
        var slots: [String: [Admission.Slot]] = [:]
        var verdicts: [String: [Admission.Refusal?]] = [:]
        for (caller, count) in [("ada", 4), ("bob", 3), ("eve", 1)] {
            for _ in 0..<count {
                let slot = try require(admission.admit(nil, isLocal: true, loop: 0).slot)
                slots[caller, default: []].append(slot)
                verdicts[caller, default: []].append(admission.identified(slot, as: caller))
                if verdicts[caller]?.last != .some(nil) { admission.closed(slot) }
            }
        }
        expect(
            verdicts,
            equals: [
                "ada": [nil, nil, nil, .tooManyOfKnown(.share(3))], "bob": [nil, nil, nil],
                "eve": [.tooManyOfKnown(.others(6))],
            ])
        for _ in 0..<2 {
            let slot = try require(admission.admit(nil, isLocal: true, loop: 0).slot)
            expectNil(admission.identified(slot, as: nil))
        }
        expect(admission.admit(nil, isLocal: true, loop: 0), equals: .refused(.tooMany(8)))
        for slot in slots["ada"]?.prefix(1) ?? [] { admission.closed(slot) }
        let slot = try require(admission.admit(nil, isLocal: true, loop: 0).slot)
        expectNil(admission.identified(slot, as: "eve"))
    }

    @Test func callersOfAHouseholdHaveAShare() throws {
        var admission = admission {
            ($0.maxConnections, $0.connectionsForOwners, $0.maxConnectionsPerHousehold) = (8, 2, 3)
        }
        func identify(_ caller: String?, _ households: Set<String>) throws -> (Admission.Slot, Admission.Refusal?) {
            let slot = try require(admission.admit(nil, isLocal: true, loop: 0).slot)
            return (slot, admission.identified(slot, as: caller, in: households))
        }
        let (first, _) = try identify("ada", ["home", "barn"])
        for caller in ["bob", "eve"] { try expectNil(identify(caller, ["home"]).1) }
        let (refused, refusal) = try identify("dan", ["home"])
        expect(refusal, equals: .tooManyOfKnown(.household("home", 3)))
        expect(
            refusal?.text,
            equals:
                "a connection was closed: there are 3 connections of authenticated callers in the household, the most a "
                + "structure may have with those that its owners created")
        admission.closed(refused)
        // Owners and other households are not limited by it, and a closed connection makes room.
        for (caller, household) in [("dan", "barn"), (nil, "home")] as [(String?, String)] {
            try expectNil(identify(caller, [household]).1)
        }
        admission.closed(first)
        try expectNil(identify("dan", ["home"]).1)
    }

    @Test func thereIsALimitForEachNetworkOfOthers() throws {
        var admission = admission { $0.maxConnectionsPerAddress = 2 }
        let first = try require(admission.admit("2001:db8::1", isLocal: false, loop: 0).slot)
        expect(admission.admit("2001:db8::ffff", isLocal: false, loop: 0).slot != nil)
        let refusal = Admission.Verdict.refused(.tooManyOf("2001:db8::/64", 2))
        expect(admission.admit("2001:db8::2", isLocal: false, loop: 0), equals: refusal)
        expect(admission.admit("2001:db8:0:1::2", isLocal: false, loop: 0).slot != nil)
        expect(admission.admit("10.0.0.2", isLocal: false, loop: 0).slot != nil)
        for _ in 0..<100 { expect(admission.admit("127.0.0.1", isLocal: true, loop: 0).slot != nil) }
        admission.closed(first)
        expect(admission.admit("2001:db8::3", isLocal: false, loop: 0).slot != nil)
        expect(admission.admit("2001:db8::4", isLocal: false, loop: 0), equals: refusal)
    }

    @Test func localAddressesMayHaveALimitToo() {
        var admission = admission { $0.maxConnectionsPerLocalAddress = 1 }
        expect(admission.admit("127.0.0.1", isLocal: true, loop: 0).slot != nil)
        expect(admission.admit("127.0.0.1", isLocal: true, loop: 0), equals: .refused(.tooManyOf("127.0.0.1", 1)))
        for _ in 0..<5 { expect(admission.admit(nil, isLocal: true, loop: 0).slot != nil) }
    }

    @Test func theOldestOfStrangersMakesRoomThoseWhoAreKnownStay() throws {
        var admission = admission { $0.anonymous.maxConnections = 3 }
        var slots: [Admission.Slot] = []
        for number in 0..<3 {
            slots.append(try require(admission.admit("10.0.0.\(number)", isLocal: false, loop: number).slot))
        }
        expectNil(admission.identified(slots[0], as: "ada"))
        expect(admission.admit("10.0.1.1", isLocal: false, loop: 0).slot?.number, equals: 4)
        guard case .admittedInstead(let newest, of: let oldest) = admission.admit("10.0.1.2", isLocal: false, loop: 1)
        else {
            Issue.record("no stranger made room")
            return
        }
        expect(newest.number == 5 && oldest == slots[1])
        // It is closing, and counts until it is closed.
        expect(admission.connections, equals: 5)
        admission.closed(slots[1])
        admission.closed(slots[2])
        expect(admission.connections, equals: 3)
        expect(
            admission.admit("10.0.1.3", isLocal: false, loop: 1),
            equals: .admitted(.init(number: 6, network: "10.0.1.3", loop: 1)))
    }

    @Test func noticesAreLimitedToOneAMinute() {
        var limit = NoticeLimit()
        let start = ContinuousClock.now
        expect(limit.due("a", at: start), equals: "a")
        for second in 1..<60 { expectNil(limit.due("b", at: start + .seconds(second))) }
        let later = limit.due("c", at: start + .seconds(60))
        expect((later?.hasPrefix("c"), later?.contains("59")), are: (true, true))
    }
}
