@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A lying provider beside an honest one: each lie is refused, ignored or ends the call with a reason, and no other
/// provider's device is affected.
@Suite(.timeLimit(.minutes(5)))
struct LyingProviderTests {
    private static let rounds = FaultRounds.count(1_000)
    private static let onOff = TestProvider.onOff

    /// The expected effect of a lie.
    private enum End {
        /// The call ends, with a reason that contains these words.
        case cut(String)
        /// The add is refused with these words; the call continues.
        case refused(String)
        /// No effect.
        case leftOut
    }

    private struct Lie {
        let name: String
        let content: Hearth_V1_AttachRequest.OneOf_Content
        let end: End

        init(_ name: String, _ end: End, _ content: Hearth_V1_AttachRequest.OneOf_Content) {
            self.name = name
            self.content = content
            self.end = end
        }
    }

    /// - Parameter open: The number of a pending command of another provider.
    private func lies(_ open: UInt64) -> [Lie] {
        let own = Hearth_V1_Target(deviceID: "own", endpoint: 1)
        func states(_ states: Hearth_V1_TraitState...) -> Hearth_V1_AttachRequest.OneOf_Content {
            .report(.init(deviceID: "own", states: states))
        }
        func values(_ type: String, _ bytes: [UInt8], endpoint: UInt32 = 1) -> Hearth_V1_TraitState {
            .init(
                target: .init(deviceID: "own", endpoint: endpoint), traitID: Self.onOff.id,
                attributes: .init(typeName: type, value: bytes))
        }
        let type = Self.onOff.attributesTypeName
        return [
            Lie("a result of a command that was never sent", .cut("never made"), .result(.init(callID: 999))),
            Lie("a result of another's command", .cut("never made"), .result(.init(callID: open))),
            Lie(
                "a report of another's device", .cut("not brought"),
                TestRemote.report("far", Self.onOff, [0: .bool(true)])),
            Lie(
                "a report of a device in the hub", .cut("not brought"),
                TestRemote.report("lamp-1", Self.onOff, [0: .bool(true)])),
            Lie(
                "a state of another's in a report of its own", .cut("not one of its endpoints"),
                states(TestRemote.state("far", Self.onOff, [0: .bool(true)]))),
            Lie("values that can't be read", .cut("can't be read"), states(values(type, [0xFF]))),
            Lie("values of another type", .cut("hearth.v1.Target"), states(values("hearth.v1.Target", []))),
            Lie("values of a part that it does not have", .cut("endpoint 7"), states(values(type, [], endpoint: 7))),
            Lie(
                "an event that there is not", .cut("event 3"),
                .report(.init(deviceID: "own", events: [.init(target: own, traitID: Self.onOff.id, eventID: 3)]))),
            Lie("a number that has been", .cut("must rise"), .report(.init(deviceID: "own", number: 5))),
            Lie("a number that falls", .cut("must rise"), .report(.init(deviceID: "own", number: 2))),
            Lie(
                "a memory of another's device", .cut("not brought"),
                .remember(.init(memory: .init(deviceID: "far", key: "pins", value: [9])))),
            Lie("another greeting", .cut("twice"), .hello(.init(providerID: "honest"))),
            Lie("a report of nothing", .cut("not brought"), .report(.init())),
            Lie("the removal of others' devices", .leftOut, .remove(.init(deviceIDs: ["far", "lamp-1"]))),
            Lie(
                "another's device as its own", .refused("far"),
                .bring(.init(callID: 7, devices: [TestRemote.device("far", Self.onOff, [0: .bool(true)])]))),
            Lie(
                "a device of the hub's as its own", .refused("lamp-1"),
                .bring(.init(callID: 7, devices: [TestRemote.device("lamp-1", Self.onOff, [0: .bool(true)])]))),
        ]
    }

    /// - Returns: The message that the provider received.
    private func tell(_ lie: Lie, _ liar: TestRemote) async throws -> String {
        try await liar.send(lie.content)
        switch lie.end {
        case .cut:
            let end = await liar.end()
            expect(end?.code, equals: .invalidArgument, "\(lie.name): \(String(describing: end))")
            return end?.message ?? ""
        case .refused:
            while let content = try await liar.next() {
                guard case .brought(let result) = content else { continue }
                return result.status?.message ?? ""
            }
            return ""
        case .leftOut:
            // The call continues.
            return try await liar.bring([]).message
        }
    }

    @Test func liesAffectNoOtherProvider() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("lies: seed \(seed)")
        var dice = Dice(seed: seed)
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1))
        let honest = try await TestRemote(test.client())
        _ = try await honest.hello("honest")
        try await honest.bring([TestRemote.device("far", Self.onOff, [0: .bool(false), 0xFFF9: .list([.unsigned(1)])])])
        try await honest.send(.remember(.init(memory: .init(deviceID: "far", key: "pins", value: [1]))))
        try await honest.bring([])
        var watcher = try await Watcher.atMarker(test)
        let before = test.truth()
        let stranger = Principal(id: "stranger", rights: [.view, .operate, .provide])
        var told: [String: Int] = [:]
        for round in 0..<Self.rounds {
            let thief = try await TestRemote(test.client(stranger))
            if round % 50 == 0 {
                try await thief.send(.hello(.init(providerID: "honest")))
                await expect(thief.end()?.code, equals: .permissionDenied)
                continue
            }
            // The command that its provider has not answered yet.
            async let answer = test.hub.invoke(TestProvider.onOff(of: "far"), command: 1, as: owner)
            let open = try await honest.nextCommand()
            _ = try await thief.hello("liar", run: "run \(round)")
            try await expect(thief.bring([TestRemote.device("own", Self.onOff, [0: .bool(false)])]).code, equals: 0)
            try await thief.send(.report(.init(deviceID: "own", number: 5)))
            let lie = try require(lies(open.callID).randomElement(using: &dice))
            let words = try await tell(lie, thief)
            switch lie.end {
            case .cut(let reason), .refused(let reason): expect(words.contains(reason), "\(lie.name): \(words)")
            case .leftOut: expect(words.isEmpty, "\(lie.name): \(words)")
            }
            told[lie.name, default: 0] += 1
            try await honest.answer(open)
            _ = try await answer
            _ = try await test.hub.invoke(TestProvider.onOff(of: "lamp-1"), command: 2, as: owner)
            thief.writer.finish()
            _ = await thief.end()
        }
        try await watcher.settle(test, .init())
        let truth = test.truth()
        expect(watcher.view.states, equals: truth.states)
        expect(watcher.view.devices, equals: truth.devices)
        expect(watcher.view.resyncs.isEmpty)
        expect(watcher.view.repeated.isEmpty)
        let far = TestProvider.onOff(of: "far")
        expect(truth.states[far] == before.states[far] && truth.devices["far"] == before.devices["far"])
        expect(truth.devices["lamp-1"], equals: before.devices["lamp-1"])
        let again = try await TestRemote(test.client())
        try await expect(again.hello("honest").memories.map(\.value), equals: [[1]])
        try await test.hub.shutdown()
        print(
            "FAULTS provider lies | \(told.values.reduce(0, +)) | \(told.count) kinds of lies refused, ignored or cut with a "
                + "reason, no other provider's device affected, its commands answered")
    }
}
