@testable internal import HearthHub
internal import HearthRPC
internal import HearthWire
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite struct ProviderMachineTests {
    private let limits = HubLimits.with {
        $0.heartbeat = .seconds(10)
        $0.callsInFlight = 2
        $0.devicesPerProvider = 3
        $0.schemasPerProvider = 1
        $0.providerMessagesPerSecond = 10
        $0.floodTime = .seconds(2)
    }

    private func machine(greeted: Bool = true, devices: [String] = ["d"], run: String = "") throws -> ProviderMachine {
        var machine = ProviderMachine(limits: limits, now: .zero)
        guard greeted else { return machine }
        _ = try machine.receive(.init(content: .hello(.init(providerID: "p", runID: run))))
        _ = try machine.receive(
            .init(content: .bring(.init(callID: 1, devices: devices.map { .init(device: .init(id: $0)) }))))
        return machine
    }

    @Test func brokenRuleEndsTheCallNamingTheRule() throws {
        typealias Content = Hearth_V1_AttachRequest.OneOf_Content
        let early: [(Content?, String)] = [
            (.ping(.init()), "hello"), (.bring(.init()), "hello"), (nil, "hello"),
            (.hello(.init()), "provider_id"),
            (.hello(.init(providerID: String(repeating: "p", count: 256))), "provider_id"),
            (.hello(.init(providerID: "p", schemas: [.init(), .init()])), "2 schemas"),
            (.hello(.init(providerID: "p", runID: String(repeating: "r", count: 256))), "run_id"),
        ]
        for (content, words) in early {
            var machine = try machine(greeted: false)
            let error = expect(throws: RPCError.self) { _ = try machine.receive(.init(content: content)) }
            expect(error?.message.contains(words), equals: true, "\(error.map { "\($0)" } ?? "") \(words)")
        }
        let late: [(Content?, String)] = [
            (.hello(.init(providerID: "p")), "twice"), (nil, "content"), (.report(.init(deviceID: "x")), "not brought"),
            (.report(.init(deviceID: "d", number: 1)), "run_id"),
            (.remember(.init()), "no memory"), (.remember(.init(memory: .init(deviceID: "x"))), "not brought"),
            (.result(.init(callID: 1)), "never made"), (.result(.init()), "never made"),
            (.bring(.init(devices: .init(repeating: .init(), count: 4))), "at most 3"),
        ]
        for (content, words) in late {
            var machine = try machine()
            let error = expect(throws: RPCError.self) { _ = try machine.receive(.init(content: content)) }
            expect(error?.message.contains(words), equals: true, "\(error.map { "\($0)" } ?? "") \(words)")
        }
    }

    @Test func theNumbersOfReportsRiseThoseWithoutDoNotCount() throws {
        var machine = try machine(run: "r")
        for number in [0, 3, 0, 4, .max] as [UInt64] {
            _ = try machine.receive(.init(content: .report(.init(deviceID: "d", number: number))))
        }
        for number in [1, 4, .max] as [UInt64] {
            let error = expect(throws: RPCError.self) {
                _ = try machine.receive(.init(content: .report(.init(deviceID: "d", number: number))))
            }
            expect(error?.message.contains("must rise"), equals: true)
        }
    }

    @Test func savedReportsAreConfirmedOnceAfterWelcome() throws {
        var machine = try machine(run: "r")
        machine.saved(upTo: 9)
        expectNil(machine.takeConfirmation())
        machine.welcomed(confirmed: 4)
        expectNil(machine.takeConfirmation())
        machine.saved(upTo: 6)
        machine.saved(upTo: 5)
        expect(machine.takeConfirmation(), equals: 6)
        expectNil(machine.takeConfirmation())
    }

    @Test func aResultFindsItsCallOnceLateOnesAreLeftOut() throws {
        var machine = try machine()
        let first = try machine.call()
        let second = try machine.call()
        expect(refused: .resourceExhausted) { try machine.call() }
        guard case .complete(second, _) = try machine.receive(.init(content: .result(.init(callID: second)))) else {
            Issue.record("not completed")
            return
        }
        guard case .none = try machine.receive(.init(content: .result(.init(callID: second)))) else {
            Issue.record("completed twice")
            return
        }
        let isGivenUp = [machine.giveUp(first), machine.giveUp(first)]
        expect(isGivenUp, equals: [true, false])
        guard case .none = try machine.receive(.init(content: .result(.init(callID: first)))) else {
            Issue.record("completed after it was given up")
            return
        }
        let isEnded = [machine.end(), machine.end()]
        expect(isEnded, equals: [true, false])
        expect(throws: RPCError.self) { _ = try machine.call() }
    }

    @Test func bothEndsSaySomethingNowAndThenSilenceEndsTheCall() throws {
        var machine = try machine()
        machine.sent(at: .seconds(1))
        guard case .rest = machine.pulse(at: .seconds(5)) else { Issue.record("too early"); return }
        guard case .ping = machine.pulse(at: .seconds(7)) else { Issue.record("no ping"); return }
        _ = machine.admit(.init(content: .ping(.init())), at: .seconds(15))
        guard case .ping = machine.pulse(at: .seconds(35)) else { Issue.record("ended too early"); return }
        guard case .end(let error) = machine.pulse(at: .seconds(36)) else { Issue.record("not ended"); return }
        expect(error.code, equals: .unavailable)
        let silent = try self.machine(greeted: false)
        guard case .end(let error) = silent.pulse(at: .seconds(21)) else { Issue.record("not ended"); return }
        expect(error.message.contains("hello"))
    }

    /// Pings that the hub does not read yet do not count as missing.
    @Test func whileTheHubDoesNotReadAProviderIsNotTakenForDead() throws {
        var machine = try machine()
        machine.pauseReading()
        if case .end = machine.pulse(at: .seconds(500)) { Issue.record("ended, though the hub did not read") }
        machine.readOn(at: .seconds(500))
        if case .end = machine.pulse(at: .seconds(515)) { Issue.record("ended too early") }
        guard case .end = machine.pulse(at: .seconds(531)) else { Issue.record("not ended"); return }
    }

    @Test func burstsPassAndFloodsAreSlowedThenCut() throws {
        var machine = try machine()
        let ping = Hearth_V1_AttachRequest(content: .ping(.init()))
        let burst = (0..<20).map { _ in machine.admit(ping, at: .zero) }
        expect(burst.dropLast().allSatisfy { $0 == .pass })
        expect(burst.last, differsFrom: .pass)
        let call = try machine.call()
        let result = machine.admit(.init(content: .result(.init(callID: call))), at: .zero)
        expect(result, equals: .pass)
        // Results that no call waits for do count.
        let stray = machine.admit(.init(content: .result(.init(callID: call + 1))), at: .zero)
        expect(stray, differsFrom: .pass)
        var cut: Duration?
        for step in 1..<100 where cut == nil {
            let now = Duration.milliseconds(50 * step)
            for _ in 0..<3 {
                let verdict = machine.admit(ping, at: now)
                if verdict == .flood { cut = now }
            }
        }
        expect(cut.map { $0 > .seconds(2) }, equals: true)

        var patient = try self.machine()
        for step in 0..<1_000 {
            let verdict = patient.admit(ping, at: .milliseconds(100 * step))
            expect(verdict, equals: .pass)
        }
    }
}
