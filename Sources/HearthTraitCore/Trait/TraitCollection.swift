/// The traits of one endpoint, by their Swift types.
public struct TraitCollection: Hashable, Sendable {
    private let records: [UInt32: TraitRecord]
    private let target: TraitTarget
    /// The way to the endpoint: for what is reached without a trait of it.
    public let interaction: TraitInteraction

    /// The traits in `records`, by trait id, whose calls go through `interaction`.
    public init(_ records: [UInt32: TraitRecord], interaction: TraitInteraction) {
        self.records = records
        target = interaction.target
        self.interaction = interaction
    }

    /// The trait of this type, nil when the endpoint does not have it.
    public subscript<T: Trait>(_ type: T.Type) -> T? {
        guard let record = records[T.descriptor.id], let attributes = record.encoded.decoded(as: T.Attributes.self)
        else { return nil }
        return T(
            attributes: attributes, metadata: TraitMetadata(sourceConnectivity: record.connectivity),
            interaction: interaction)
    }

    /// Whether the endpoint has the trait.
    public func contains<T: Trait>(_ type: T.Type) -> Bool { records[T.descriptor.id] != nil }

    /// The ids of all traits, known to this program or not, rising.
    public var traitIDs: [UInt32] { records.keys.sorted() }

    /// The connectivity of all traits together.
    public var sourceConnectivity: SourceConnectivity { .aggregate(records.values.map(\.connectivity)) }
}

/// One trait as it came from a hub.
public struct TraitRecord: Hashable, Sendable {
    let encoded: EncodedAttributes
    public let connectivity: SourceConnectivity

    /// A trait with these encoded attributes.
    public init(attributes: [UInt8], connectivity: SourceConnectivity) {
        self.init(EncodedAttributes(attributes), connectivity: connectivity)
    }

    package init(_ encoded: EncodedAttributes, connectivity: SourceConnectivity) {
        self.encoded = encoded
        self.connectivity = connectivity
    }

    /// The trait's encoded Attributes.
    public var attributes: [UInt8] { encoded.bytes }

    /// The same attributes with another connectivity.
    package func with(connectivity: SourceConnectivity) -> TraitRecord {
        TraitRecord(encoded, connectivity: connectivity)
    }
}
