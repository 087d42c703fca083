@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Null in a request, in each form that it can have.
@Suite(.timeLimit(.minutes(5)))
struct NullTests {
    private let onOff = TestProvider.onOff
    private static let level = Matter.LevelControlTrait.descriptor
    private let moveToLevel = Self.level.command(named: "moveToLevel")
    private let dimmer = Hearth_V1_Target(deviceID: "dimmer", endpoint: 1)
    private let lamp = Hearth_V1_Target(TestProvider.onOff(of: "lamp-1"))

    /// A dimmer that records its commands.
    private final class Dimmer: DeviceProvider {
        private let taken = Mutex<[StructureValue]>([])
        var arguments: [StructureValue] { taken.withLock { $0 } }

        func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
            let trait = TraitInstance(
                descriptor: level,
                attributes: [
                    0: .unsigned(1), 0xF: .unsigned(0), 0x11: .null, 0xFFF9: .list([.unsigned(0)]),
                    0xFFFC: .unsigned(0), 0xFFFD: .unsigned(6),
                ])
            return [
                DeviceDescription(
                    id: "dimmer", name: "Dimmer",
                    endpoints: [
                        EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                        EndpointDescription(
                            id: 1, parent: 0, deviceTypes: [.init(id: 0x101, revision: 3, isPrimary: true)],
                            traits: [trait]),
                    ], isMatterDevice: false)
            ]
        }

        func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
            taken.withLock { $0.append(invocation.arguments) }
            return nil
        }

        func write(_ update: AttributeUpdate) async throws {}
        func stop() async {}
    }

    private func hub() async throws -> (TestHub, Dimmer) {
        let test = try await TestHub()
        let dimmer = Dimmer()
        try await test.hub.attach(dimmer)
        try await test.hub.attach(TestProvider(lamps: 1))
        return (test, dimmer)
    }

    @Test func omittedNullableArgumentIsNull() async throws {
        let (test, dimmer) = try await hub()
        let command = try require(moveToLevel)
        // The message with nothing but the level: 1: 40
        let bytes: [UInt8] = [1 << 3, 40]
        let _: Hearth_V1_TraitCommandResponse = try await test.call(
            Self.level, "MoveToLevel", Hearth_V1_TraitCommandRequest(target: self.dimmer, command: bytes))
        let item = Hearth_V1_BatchItem(
            target: self.dimmer, traitID: Self.level.id,
            action: .command(Hearth_V1_BatchCommand(commandID: command.id, arguments: bytes)))
        let results = try await test.home().sendBatch(Hearth_V1_SendBatchRequest(items: [item])).results
        expect(results.map(\.code), equals: [0])
        let path = TraitPath(TraitTarget(deviceID: "dimmer", endpoint: 1), Self.level.id)
        _ = try await test.hub.invoke(path, command: command.id, [0: .unsigned(40)], as: owner)
        // Also if the client sends null explicitly.
        let said = Self.level.encodeArguments(of: command, [0: .unsigned(40), 1: .null])
        let _: Hearth_V1_TraitCommandResponse = try await test.call(
            Self.level, "MoveToLevel", Hearth_V1_TraitCommandRequest(target: self.dimmer, command: said))
        let expected: StructureValue = [0: .unsigned(40), 1: .null, 2: .unsigned(0), 3: .unsigned(0)]
        expect(dimmer.arguments, equals: [expected, expected, expected, expected])
    }

    @Test func anArgumentThatIsAValueAndNullIsRefused() async throws {
        let (test, dimmer) = try await hub()
        let command = try require(moveToLevel)
        // Concatenated messages are merged.
        let bytes =
            Self.level.encodeArguments(of: command, [0: .unsigned(40), 1: .unsigned(20)])
            + Self.level.encodeArguments(of: command, [1: .null])
        let error = await expect(refused: .invalidArgument) {
            let _: Hearth_V1_TraitCommandResponse = try await test.call(
                Self.level, "MoveToLevel", Hearth_V1_TraitCommandRequest(target: self.dimmer, command: bytes))
        }
        expect(
            error?.message,
            equals: "LevelControl.moveToLevel: transitionTime has a value and is in null_fields; leave out one of them")
        expect(error?.traitError?.field, equals: "transitionTime")
        expect(error?.traitError?.element, equals: .command(command.id))
        expect(dimmer.arguments.isEmpty)
    }

    @Test func attributeThatIsAValueAndNullIsRefused() async throws {
        let (test, _) = try await hub()
        let bytes =
            onOff.encodeAttributes([0x4001: .unsigned(9), 0x4003: .unsigned(1)])
            + onOff.encodeAttributes([0x4003: .null])
        let error = await expect(refused: .invalidArgument) {
            let _: Hearth_V1_TraitUpdateResponse = try await test.call(
                onOff, "Update", Hearth_V1_TraitUpdateRequest(target: lamp, attributes: bytes))
        }
        expect(error?.message, equals: "OnOff: startUpOnOff has a value and is in null_fields; leave out one of them")
        expect(error?.traitError?.field, equals: "startUpOnOff")
        expect(error?.traitError?.element, equals: .attribute(0x4003))
        let item = Hearth_V1_BatchItem(
            target: lamp, traitID: onOff.id, action: .update(Hearth_V1_BatchUpdate(attributes: bytes)))
        let results = try await test.home().sendBatch(Hearth_V1_SendBatchRequest(items: [item])).results
        expect(results.map(\.code), equals: [3])
        expect(results.first?.error?.traitError?.field, equals: "startUpOnOff")
        let values = try test.hub.read(TestProvider.onOff(of: "lamp-1"), as: owner).attributes
        expect(values[0x4003] == .null && values[0x4001] == .unsigned(0))
    }
}
