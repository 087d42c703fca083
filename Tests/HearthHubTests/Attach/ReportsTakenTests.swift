@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import Testing

/// What a hub says of the reports that a provider numbers.
@Suite("Reports that the hub has taken", .timeLimit(.minutes(1)))
struct ReportsTakenTests {
    private func fan(_ test: TestHub, run: String) async throws -> (remote: TestRemote, taken: UInt64) {
        let remote = try await TestRemote(test.client())
        let schema = TestRemote.spinner()
        let welcome = try await remote.hello(schemas: [schema], run: run)
        let device = TestRemote.device(
            "fan", try TestRemote.trait(schema), [0: .unsigned(1), 1: .unsigned(0), 2: .string("s")])
        #expect(try await remote.bring([device]).code == 0)
        return (remote, welcome.reportsTaken)
    }

    private func jammed(_ number: UInt64, eventID: UInt32 = 0) -> Hearth_V1_AttachRequest.OneOf_Content {
        let event = Hearth_V1_EventReport(
            target: .init(deviceID: "fan", endpoint: 1), traitID: 0xFFF1_FC31, eventID: eventID,
            payload: .init(typeName: "", value: [0x08, 0x01]))
        return .report(.init(deviceID: "fan", events: [event], number: number))
    }

    private func events(_ test: TestHub) -> UInt64? { test.hub.cells.first?.read { $0.eventNumber } }

    /// The newest number that the hub confirms, when it has confirmed this one.
    private func confirmed(_ number: UInt64, by remote: TestRemote) async throws -> UInt64? {
        while let content = try await remote.next() {
            if case .taken(let taken) = content, taken.number >= number { return taken.number }
        }
        return nil
    }

    @Test("a confirmed event is in the hub, and one without a number is not confirmed")
    func confirmation() async throws {
        let test = try await TestHub()
        let (remote, taken) = try await fan(test, run: "r")
        #expect(taken == 0)
        try await remote.send(jammed(0))
        try await remote.send(jammed(3))
        try await remote.send(jammed(8))
        #expect(try await confirmed(8, by: remote) == 8)
        #expect(events(test) == 3)
    }

    @Test("the next call of the same run is told how far the last one came; another run is not")
    func nextCall() async throws {
        let test = try await TestHub()
        let (first, _) = try await fan(test, run: "r")
        try await first.send(jammed(1))
        try await first.send(jammed(2))
        _ = try await confirmed(2, by: first)
        first.writer.finish()
        #expect(await first.end() == nil)

        let (second, taken) = try await fan(test, run: "r")
        #expect(taken == 2)
        // It ends without having said anything: what the hub knew stays known.
        second.writer.finish()
        #expect(await second.end() == nil)
        let (third, stillTaken) = try await fan(test, run: "r")
        #expect(stillTaken == 2)
        // A call that takes its place knows all that it brought.
        try await third.send(jammed(3))
        _ = try await confirmed(3, by: third)
        let (fourth, taken4) = try await fan(test, run: "r")
        #expect(taken4 == 3)
        fourth.writer.finish()
        #expect(await fourth.end() == nil)
        #expect(try await fan(test, run: "anew").taken == 0)
        #expect(events(test) == 3)
    }

    @Test("a report of a device that the hub refused is confirmed: it is not to come again")
    func refusedDevice() async throws {
        let test = try await TestHub()
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello(run: "r")
        #expect(try await remote.bring([.init(device: .init(id: "fan", endpoints: [.init(id: 7, parent: 7)]))]).code != 0)
        try await remote.send(jammed(1))
        #expect(try await confirmed(1, by: remote) == 1)
    }

    @Test("a report that ends the call is not taken")
    func wrongReport() async throws {
        let test = try await TestHub()
        let (remote, _) = try await fan(test, run: "r")
        try await remote.send(jammed(1))
        try await remote.send(jammed(2, eventID: 9))
        #expect(await remote.end()?.code == .invalidArgument)
        #expect(try await fan(test, run: "r").taken == 1)
    }

    @Test("what is kept of ended runs has a limit, and goes by the provider's last run")
    func endedRuns() {
        var runs = EndedRuns()
        runs.keep("p", run: "1", taken: 5)
        runs.keep("p", run: "2", taken: 1)
        #expect(runs.taken(of: "p", run: "1") == 0 && runs.taken(of: "p", run: "2") == 1)
        runs.keep("p", run: "", taken: 9)
        #expect(runs.taken(of: "p", run: "") == 0 && runs.taken(of: "p", run: "2") == 0)
        for number in 0...EndedRuns.limit { runs.keep("\(number)", run: "r", taken: 1) }
        #expect(runs.taken(of: "0", run: "r") == 0 && runs.taken(of: "1", run: "r") == 1)
    }
}
