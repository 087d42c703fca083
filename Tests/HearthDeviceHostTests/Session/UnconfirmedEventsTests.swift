@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import Testing

@Suite("Events that the hub has not said to have")
struct UnconfirmedEventsTests {
    private func positions(_ changes: [DeviceChange]) -> [TraitValue?] {
        changes.flatMap(\.events).map { $0.fields[0] }
    }

    @Test func aConfirmationIsForAllBeforeIt() {
        var events = UnconfirmedEvents()
        #expect((1...5).map { events.add(Sample.pressed("a", $0)) } == [1, 2, 3, 4, 5])
        events.confirm(upTo: 3)
        #expect(events.count == 2)
        events.confirm(upTo: 1)
        #expect(positions(events.takeAll()) == [.unsigned(4), .unsigned(5)])
        #expect(events.count == 0)
        // Numbers are never used twice: the hub may have them from an earlier call.
        #expect(events.add(Sample.pressed("a")) == 6)
        events.confirm(upTo: .max)
        #expect(events.count == 0)
    }

    @Test func attributesAreNotKeptWithThem() {
        var events = UnconfirmedEvents()
        var change = Sample.turned("a", on: true)
        change.events = Sample.pressed("a").events
        _ = events.add(change)
        #expect(events.takeAll().map(\.attributes.isEmpty) == [true])
    }

    @Test func aHubThatNeverConfirmsCostsNoMoreThanTheLimit() {
        var events = UnconfirmedEvents()
        let all = 0..<UInt64(3 * UnconfirmedEvents.limit)
        for number in all { _ = events.add(Sample.pressed("a", number)) }
        #expect(positions(events.takeAll()) == all.suffix(UnconfirmedEvents.limit).map { .unsigned($0) })
    }

    @Test func onlyReportsWithEventsAreNumbered() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.report(Sample.turned("a", on: true))
        _ = machine.report(Sample.pressed("a"))
        _ = machine.report(Sample.offline("a"))
        _ = machine.report(Sample.pressed("a"))
        #expect(machine.sentReports().map(\.number) == [0, 1, 0, 2])
    }

    @Test func atAHubThatConfirmsNoneNothingIsNumberedOrKept() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(reportsTaken: nil), now: .zero)
        _ = machine.started([Sample.lamp("a")])
        machine.bringEverything()
        _ = machine.report(Sample.pressed("a"))
        #expect(machine.sentReports().map(\.number) == [0])
        #expect(machine.unconfirmed.count == 0)
    }

    @Test func whatTheHubHasNotIsSentAgainWithNewNumbersBeforeWhatCameLater() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        for number in 1...3 { _ = machine.report(Sample.pressed("a", UInt64(number))) }
        #expect(machine.sentReports().map(\.number) == [1, 2, 3])
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        _ = machine.report(Sample.pressed("a", 4))
        _ = machine.begin(now: .zero)
        // The confirmation of the first was lost with the call.
        _ = machine.received(.welcome(reportsTaken: 1), now: .zero)
        var reports: [Hearth_V1_DeviceReport] = []
        while let content = machine.takeOutgoing(now: .zero)?.content {
            if case .bring(let bring) = content { _ = machine.received(.brought(bring.callID), now: .zero) }
            if case .report(let report) = content { reports.append(report) }
        }
        #expect(reports.map(\.number) == [4, 5, 6])
        #expect(machine.unconfirmed.count == 3)
    }

    @Test func aCallThatEndsBeforeItsWelcomeLosesNone() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.report(Sample.pressed("a"))
        _ = machine.sent()
        for _ in 0..<3 {
            _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
            _ = machine.begin(now: .zero)
        }
        #expect(machine.unconfirmed.count == 1)
        _ = machine.received(.welcome(reportsTaken: 1), now: .zero)
        #expect(machine.unconfirmed.count == 0 && machine.backlog.count == 0)
    }

    @Test func theHelloSaysWhichLifeTheNumbersBelongTo() {
        var machine = AttachMachine.sample()
        for _ in 0..<2 {
            _ = machine.begin(now: .zero)
            guard case .hello(let hello)? = machine.takeOutgoing(now: .zero)?.content else {
                Issue.record("no hello")
                return
            }
            #expect(hello.runID == "r-1")
            _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        }
    }
}
