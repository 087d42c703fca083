@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct AttachMachineCallTests {
    @Test func aCommandRunsAndItsResultFollowsWhatItChanged() throws {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        let work = try require(machine.received(.toggle(7, "a"), now: .zero).first?.work)
        guard case .invoke(let command) = work.task else {
            Issue.record("a command became a write")
            return
        }
        expect(work.path, equals: Sample.path("a"))
        expect(command.name, equals: "Toggle")
        expect(work.cause, equals: .client("app"))
        _ = machine.report(Sample.turned("a", on: true, cause: work.cause))
        expect(machine.finished(work, .success([])).isEmpty)
        let sent = machine.sent()
        guard case .report? = sent.first, case .result(let result)? = sent.last else {
            Issue.record("the report does not come before the result")
            return
        }
        expect(result, equals: Hearth_V1_CallResult(callID: 7, status: Hearth_V1_AttachStatus()))
    }

    @Test func aWriteKeepsItsMessage() throws {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        let request = Hearth_V1_WriteAttributes(
            callID: 1, target: Hearth_V1_Target(deviceID: "a", endpoint: 1), traitID: 6,
            attributes: Sample.onOff.encodeAttributes([0x4003: .null, 0x4001: .unsigned(5)]))
        let work = try require(machine.received(.init(content: .write(request)), now: .zero).first?.work)
        guard case .write = work.task else {
            Issue.record("a write became a command")
            return
        }
        expect(work.message, equals: request.attributes)
        try expect(work.values(), equals: [0x4003: .null, 0x4001: .unsigned(5)])
        expect(work.cause, equals: .hub)
    }

    @Test func aRefusalTravelsWithItsReason() throws {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        let work = try require(machine.received(.toggle(7, "a"), now: .zero).first?.work)
        let refusal = TraitError(.invalidInState, "the bulb is broken", clusterStatus: 4)
        _ = machine.finished(work, .failure(refusal))
        let result = try require(machine.sentResults().first)
        let error = try require(result.status?.error)
        expect(error.code, equals: .failedPrecondition)
        let reason = try require(error.traitError)
        expect(reason.status, equals: .invalidInState)
        expect(reason.clusterStatus, equals: 4)
        expect(reason.target, equals: TraitTarget(deviceID: "a", endpoint: 1))
        expect(reason.trait, equals: "hearth.traits.matter.v1.OnOff")
        expect(reason.element, equals: .command(2))
    }

    @Test func missingTargetIsRefused() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        let wrong: [(Hearth_V1_AttachResponse, MatterStatus)] = [
            (.toggle(1, "nowhere"), .notFound), (.toggle(2, "a", endpoint: 9), .unsupportedEndpoint),
            (.toggle(3, "a", endpoint: 70_000), .notFound), (.toggle(4, "a", trait: 8), .unsupportedCluster),
            (.toggle(5, "a", command: 99), .unsupportedCommand),
        ]
        for (message, status) in wrong {
            expect(machine.received(message, now: .zero).isEmpty)
            expect(machine.sentResults().map { $0.status?.error?.traitError?.status }, equals: [status])
        }
    }

    @Test func unreadableCallIsRefusedInItsTurn() async throws {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        let target = Hearth_V1_Target(deviceID: "a", endpoint: 1)
        let garbled: [(Hearth_V1_AttachResponse.OneOf_Content, MatterStatus)] = [
            (
                .write(Hearth_V1_WriteAttributes(callID: 1, target: target, traitID: 6, attributes: [0xFF])),
                .invalidDataType
            ),
            (
                .invoke(
                    Hearth_V1_InvokeCommand(callID: 2, target: target, traitID: 6, commandID: 0x40, command: [0xFF])),
                .invalidCommand
            ),
        ]
        for (content, status) in garbled {
            let work = try require(machine.received(.init(content: content), now: .zero).first?.work)
            let error = expect(throws: TraitError.self) { try work.values() }
            expect(error?.status, equals: status)
            _ = machine.finished(work, .failure(try require(error)))
            expect(machine.sentResults().map { $0.status?.error?.traitError?.status }, equals: [status])
        }
    }

    @Test func callsAreSerialPerDeviceAndParallelAcross() throws {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        let first = try require(machine.received(.toggle(1, "a"), now: .zero).first?.work)
        expect(machine.received(.toggle(2, "a"), now: .zero).isEmpty)
        expect(machine.received(.toggle(3, "a"), now: .zero).isEmpty)
        let other = try require(machine.received(.toggle(4, "b"), now: .zero).first?.work)
        expect(machine.finished(other, .success([])).isEmpty)
        let second = try require(machine.finished(first, .success([])).first?.work)
        let third = try require(machine.finished(second, .success([])).first?.work)
        expect(machine.finished(third, .success([])).isEmpty)
        expect(machine.sentResults().map(\.callID), equals: [4, 1, 2, 3])
    }

    @Test func aDeviceThatHangsDoesNotGatherCommandsForEver() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        for id in 1...(CommandLanes.limit + 1) { _ = machine.received(.toggle(UInt64(id), "a"), now: .zero) }
        expect(machine.sent().isEmpty)
        expect(machine.received(.toggle(1000, "a"), now: .zero).isEmpty)
        expect(machine.sentResults().map { $0.status?.error?.code }, equals: [.unavailable])
    }

    @Test func aHubThatAsksAndDoesNotReadTheAnswersIsLeft() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        var hangUps: [RPCError] = []
        for id in 1...UInt64(Outbox.resultLimit + 1) {
            hangUps += machine.received(.toggle(id, "nowhere"), now: .zero).compactMap(\.hangUp)
        }
        expect(hangUps.map(\.code), equals: [.resourceExhausted])
        for id in 0..<10_000 { _ = machine.received(.toggle(UInt64(id), "nowhere"), now: .zero) }
        expect(machine.outbox.count, equals: Outbox.resultLimit)
        guard let first = hangUps.first, case .retry = machine.ended(first, chance: 0) else {
            Issue.record("the host gave up")
            return
        }
        // A hub that reads may send any number of calls.
        _ = machine.reattach()
        for id in 1...UInt64(3 * Outbox.resultLimit) {
            expect(machine.received(.toggle(id, "nowhere"), now: .zero).isEmpty)
            expect(machine.takeOutgoing(now: .zero) != nil)
        }
    }

    @Test func aCancelledCommandEndsWithoutAnAnswer() throws {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        let first = try require(machine.received(.toggle(1, "a"), now: .zero).first?.work)
        _ = machine.received(.toggle(2, "a"), now: .zero)
        // A cancelled waiting call never runs; a running one is cancelled.
        expect(machine.received(.cancel(2), now: .zero).isEmpty)
        expect(machine.received(.cancel(1), now: .zero).compactMap(\.cancelled), equals: [first.id])
        expect(machine.received(.cancel(1), now: .zero).isEmpty)
        expect(machine.finished(first, .failure(CancellationError())).isEmpty)
        expect(machine.sent().isEmpty)
        expect(machine.received(.toggle(3, "a"), now: .zero).count, equals: 1)
    }

    @Test func aCutCancelsWhatRunsAndForgetsWhatWaits() throws {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        let first = try require(machine.received(.toggle(1, "a"), now: .zero).first?.work)
        _ = machine.received(.toggle(2, "a"), now: .zero)
        guard case .retry(_, let actions) = machine.ended(RPCError(.unavailable, "cut"), chance: 0) else {
            Issue.record("the host gave up")
            return
        }
        expect(actions.compactMap(\.cancelled), equals: [first.id])
        _ = machine.reattach()
        // The device still works on the first call: the next waits for it, and its result is no one's answer.
        expect(machine.received(.toggle(1, "a"), now: .zero).isEmpty)
        let next = try require(machine.finished(first, .success([])).first?.work)
        expect(machine.sent().isEmpty)
        _ = machine.finished(next, .success([]))
        expect(machine.sentResults().map(\.callID), equals: [1])
    }
}
