internal import HearthBase

/// The traits of one endpoint, accessed by their Swift types.
public struct TraitCollection: Hashable, Sendable {
    private let records: [UInt32: TraitRecord]
    private let target: TraitTarget
    /// The route to the endpoint, for calls that are not made through one of its traits.
    public let interaction: TraitInteraction

    /// Creates a collection from records by trait id; calls go through `interaction`.
    public init(_ records: [UInt32: TraitRecord], interaction: TraitInteraction) {
        self.records = records
        target = interaction.target
        self.interaction = interaction
    }

    /// The trait of this type; nil when the endpoint lacks it or its attributes cannot be decoded.
    public subscript<T: Trait>(_ type: T.Type) -> T? {
        guard let record = records[T.descriptor.id], let attributes = record.encoded.decoded(as: T.Attributes.self)
        else { return nil }
        return T(
            attributes: attributes,
            metadata: TraitMetadata(sourceConnectivity: record.connectivity, freshness: record.freshness),
            interaction: interaction)
    }

    /// Whether the endpoint has the trait.
    public func contains<T: Trait>(_ type: T.Type) -> Bool { records[T.descriptor.id] != nil }

    /// The ids of all traits in ascending order, including those without a Swift type here.
    public var traitIDs: [UInt32] { records.keys.ordered() }

    /// The aggregate connectivity of all traits.
    public var sourceConnectivity: SourceConnectivity { .aggregate(records.values.map(\.connectivity)) }
}

extension TraitCollection: CustomStringConvertible, CustomDebugStringConvertible {
    /// The target and the number of traits: `TraitCollection(living-floor-lamp/1, 8 traits)`.
    public var description: String {
        "TraitCollection(\(target), \(records.count == 1 ? "1 trait" : "\(records.count) traits"))"
    }

    public var debugDescription: String { description }
}

/// A trait as received from a hub, decoded on demand.
public struct TraitRecord: Hashable, Sendable {
    let encoded: EncodedAttributes
    /// The connectivity of the trait.
    public let connectivity: SourceConnectivity
    /// Whether the attributes are current, or since when they are stale.
    public let freshness: Freshness

    /// Creates a record from an encoded Attributes message, with current attributes.
    public init(attributes: [UInt8], connectivity: SourceConnectivity) {
        self.init(EncodedAttributes(attributes), connectivity: connectivity)
    }

    package init(
        _ encoded: EncodedAttributes, connectivity: SourceConnectivity, freshness: Freshness = .current
    ) {
        self.encoded = encoded
        self.connectivity = connectivity
        self.freshness = freshness
    }

    /// The encoded Attributes message.
    public var attributes: [UInt8] { encoded.bytes }

    /// The same attributes while the watch is interrupted, so that the connectivity is unknown.
    package func stale(since time: Double) -> TraitRecord {
        TraitRecord(encoded, connectivity: .unknown, freshness: .stale(since: time))
    }
}

extension TraitRecord: CustomStringConvertible, CustomDebugStringConvertible {
    /// The connectivity and the size of the attributes: `TraitRecord(online, 12 bytes)`.
    public var description: String {
        "TraitRecord(\(connectivity.connectivityState), \(encoded.bytes.count) bytes)"
    }

    public var debugDescription: String { description }
}
