/// The contents of a trait value behind one reference, so that copying the trait costs one reference count, whatever
/// its attributes are.
public final class TraitContents<Attributes: TraitAttributes>: Hashable, Sendable {
    /// The trait's attributes.
    public let attributes: Attributes
    /// Connectivity and freshness of the trait.
    public let metadata: TraitMetadata
    /// The route of the trait's commands and writes.
    public let interaction: TraitInteraction

    /// Creates the contents of a trait.
    public init(attributes: Attributes, metadata: TraitMetadata, interaction: TraitInteraction) {
        self.attributes = attributes
        self.metadata = metadata
        self.interaction = interaction
    }

    public static func == (left: TraitContents, right: TraitContents) -> Bool {
        left === right || (left.attributes == right.attributes && left.metadata == right.metadata)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(attributes)
        hasher.combine(metadata)
    }
}
