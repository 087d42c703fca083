internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

/// Records the requests of a trait, and returns given answers.
private final class RecordingProxy: InteractionProxy {
    let sent = Mutex<[(UInt32, [UInt8])]>([])
    let answer: [UInt8]

    init(answer: [UInt8] = []) {
        self.answer = answer
    }

    func invoke(
        _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8]
    ) async throws(HomeError) -> [UInt8] {
        sent.withLock { $0.append((command.id, arguments)) }
        return answer
    }

    func update(
        _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8]
    ) async throws(HomeError) -> [UInt8] {
        sent.withLock { $0.append((.max, attributes)) }
        return attributes
    }
}

@Suite(.timeLimit(.minutes(5)))
struct OnOffTraitTests {
    private func trait(_ attributes: Matter.OnOffTrait.Attributes, _ proxy: RecordingProxy) -> Matter.OnOffTrait {
        Matter.OnOffTrait(
            attributes: attributes, metadata: TraitMetadata(sourceConnectivity: .unknown),
            interaction: TraitInteraction(target: TraitTarget(deviceID: "lamp", endpoint: 1), proxy: proxy))
    }

    @Test func typedAndDescribedAgreeOnEveryByte() throws {
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.onOff = true
        attributes.onTime = 500
        attributes.startUpOnOff = nil
        attributes.acceptedCommandList = [0, 1, 2]
        attributes.attributeList = []
        attributes.featureMap = .lighting
        let bytes = attributes.serialized()
        let value = try Matter.OnOffTrait.descriptor.decodeAttributes(bytes.span.bytes)
        expect(
            value,
            equals: [
                0: .bool(true), 0x4001: .unsigned(500), 0x4003: .null,
                0xFFF9: .list([.unsigned(0), .unsigned(1), .unsigned(2)]),
                0xFFFB: .list([]), 0xFFFC: .unsigned(1),
            ])
        expect(Matter.OnOffTrait.descriptor.encodeAttributes(value), equals: bytes)
        try expect(Matter.OnOffTrait.Attributes(serialized: bytes.span.bytes), equals: attributes)
    }

    @Test func supportedNullAndMissingDiffer() {
        var attributes = Matter.OnOffTrait.Attributes()
        expect(!attributes.$startUpOnOff.isSupported)
        attributes.startUpOnOff = nil
        expect(attributes.$startUpOnOff.isSupported)
        expectNil(attributes.startUpOnOff)
        expect(attributes.$startUpOnOff.isNullable)
        expect(!attributes.$onOff.isNullable)
    }

    @Test func globalAttributesAreMembersLikeOthers() {
        var attributes = Matter.OnOffTrait.Attributes()
        expect(!attributes.$clusterRevision.isSupported)
        attributes.clusterRevision = 6
        expect(attributes.$clusterRevision.isSupported)
        expect(attributes[keyPath: \.clusterRevision], equals: 6)
        expect(trait(attributes, RecordingProxy()).clusterRevision, equals: 6)
    }

    @Test func commandsCarryTheirArguments() async throws {
        let proxy = RecordingProxy()
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.acceptedCommandList = [0, 1, 2]
        let trait = trait(attributes, proxy)
        expect(trait.supportsToggleCommand)
        expect(!trait.supportsOffWithEffectCommand)
        try await trait.toggle()
        try await trait.offWithEffect(effectIdentifier: .dyingLight, effectVariant: 2)
        let sent = proxy.sent.withLock { $0 }
        expect(sent.map(\.0), equals: [2, 64])
        let bytes = sent[1].1
        let command = try Matter.OnOffTrait.Command(id: 64, serialized: bytes.span.bytes)
        guard case .offWithEffect(let arguments) = command else {
            Issue.record("\(String(describing: command))")
            return
        }
        expect(arguments.effectIdentifier, equals: .dyingLight)
        expect(arguments.effectVariant, equals: 2)
    }

    @Test func aValueOutOfRangeIsNotSent() async {
        let proxy = RecordingProxy()
        let trait = trait(.init(), proxy)
        await expect(throws: HomeError.self) {
            try await trait.onWithTimedOff(onOffControl: [], onTime: 0xFFFF, offWaitTime: 0)
        }
        expect(proxy.sent.withLock { $0.isEmpty })
    }

    @Test func anUpdateSendsOnlyWhatWasSet() async throws {
        let proxy = RecordingProxy()
        let updated = try await trait(.init(), proxy).update {
            $0.setOnTime(3)
            $0.setStartUpOnOff(nil)
        }
        expect(updated.onTime, equals: 3)
        expect(updated.attributes.$startUpOnOff.isNull)
        expect(!updated.attributes.$onOff.isSupported)
    }

    @Test func equalityIsByValueNotByConnection() {
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.onOff = true
        let one = trait(attributes, RecordingProxy())
        let other = trait(attributes, RecordingProxy())
        expect(one, equals: other)
        attributes.onOff = false
        expect(one, differsFrom: trait(attributes, RecordingProxy()))
    }

    @Test func unknownEnumValuesSurvive() throws {
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.startUpOnOff = .unrecognized_(200)
        let again = try Matter.OnOffTrait.Attributes(serialized: attributes.serialized().span.bytes)
        expect(again.startUpOnOff, equals: .unrecognized_(200))
    }
}
