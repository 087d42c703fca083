@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct AttachMachineCallTests {
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
}
