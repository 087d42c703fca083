internal import HearthMessage
internal import HearthTraitCore
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import Hearth

/// However often a trait is read, its bytes are decoded once per change.
@Suite struct DecodedOnceTests {
    private func look(_ cache: HomeCache) -> CountedTrait? {
        let target = onOffPath("d").target
        return TraitCollection(
            cache.records(of: target), interaction: TraitInteraction(target: target, proxy: NoProxy()))[
                CountedTrait.self]
    }

    @Test func eachChangeIsDecodedOnce() {
        var cache = HomeCache()
        cache.watchBegins()
        cache.gather(
            SnapshotPart(
                structures: [CachedStructure(id: "s", name: "Home")], devices: [sampleDevice("d", in: "s")],
                traits: [onOffChange("d", [0: .bool(false)], connectivity: .direct)]))
        _ = cache.snapshotCompleted(at: [position("s", 1)])
        _ = cache.set(.current)
        expect(CountedAttributes.reads.load(ordering: .relaxed), equals: 0)
        for sequence in 2..<12 as Range<UInt64> {
            let isOn = sequence.isMultiple(of: 2)
            _ = cache.apply(report(position("s", sequence), traits: [onOffChange("d", [0: .bool(isOn)])]))
            for _ in 0..<3 { expect(look(cache)?.attributes.onOff, equals: isOn) }
            expect(CountedAttributes.reads.load(ordering: .relaxed), equals: Int(sequence) - 1)
        }
        // Nor does a changed connectivity, a cut connection or an equal snapshot make it decode again.
        _ = cache.apply(report(position("s", 12), traits: [onOffChange("d", nil, connectivity: .away)]))
        expect(look(cache)?.metadata.sourceConnectivity, equals: .away)
        _ = cache.set(.stale(since: 5))
        expect(look(cache)?.metadata.sourceConnectivity, equals: .unknown)
        cache.resync("s")
        cache.gather(
            SnapshotPart(
                structures: [CachedStructure(id: "s", name: "Home")], devices: [sampleDevice("d", in: "s")],
                traits: [onOffChange("d", [0: .bool(false)], connectivity: .away)]))
        _ = cache.snapshotCompleted(at: [position("s", 13)])
        expect(look(cache)?.attributes.onOff, equals: false)
        expect(CountedAttributes.reads.load(ordering: .relaxed), equals: 10)
    }
}

/// OnOff's first attribute; counts how often it is decoded.
private struct CountedAttributes: TraitAttributes {
    static let reads = Atomic(0)
    static let layout = MessageLayout.planned("Counted", [FieldSpec(1, "on_off", .bool)])

    var onOff: Bool?
    var globalAttributes = GlobalAttributeValues()
    var unknownFields = UnknownFields()

    func write(to fields: inout FieldWriter) {
        if let onOff { fields.setBool(onOff, at: 24, has: 28) }
        fields.setUnknownFields(unknownFields)
    }

    mutating func read(from fields: FieldReader) {
        fields.readUnknownFields(into: &unknownFields)
        Self.reads.add(1, ordering: .relaxed)
        onOff = fields.bool(at: 24, has: 28)
    }
}

private struct CountedTrait: HearthTraitCore.Trait {
    enum Command: TraitCommand {
        init?(id: UInt32, serialized bytes: RawSpan) throws { nil }
    }

    static let descriptor = onOff
    let attributes: CountedAttributes
    let metadata: TraitMetadata
    let interaction: TraitInteraction

    init(attributes: CountedAttributes, metadata: TraitMetadata, interaction: TraitInteraction) {
        self.attributes = attributes
        self.metadata = metadata
        self.interaction = interaction
    }
}

private struct NoProxy: InteractionProxy {
    func invoke(
        _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8]
    ) async throws(HomeError) -> [UInt8] { [] }

    func update(
        _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8]
    ) async throws(HomeError) -> [UInt8] { [] }
}
