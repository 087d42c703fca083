internal import HearthMessage
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// A manufacturer trait as the hub stores it, besides the descriptor that it serves.
struct MakerTrait: Sendable {
    let id: UInt32
    /// The provider that sent it first, which may update it; nil while none has claimed it.
    var owner: String?
    /// Size of its schema in bytes.
    var schemaBytes: Int
    /// "hearth.traits.acme.v1.Spinner"; empty when the stored schema can't be read.
    private(set) var name = ""
    private(set) var revision: UInt32 = 0
    /// Its estimated memory in bytes.
    private(set) var memoryBytes = 0
    /// Why it is stored but not served; nil if it is served.
    var problem: String?

    init(id: UInt32, owner: String?, schemaBytes: Int) {
        self.id = id
        self.owner = owner
        self.schemaBytes = schemaBytes
    }

    /// A trait that is served, as it is stored.
    init(_ trait: TraitDescriptor, _ stored: StoredSchema) {
        self.init(id: trait.id, owner: stored.providerID, schemaBytes: stored.schema.count)
        describe(trait.schema)
    }

    mutating func describe(_ schema: Hearth_V1_TraitSchema) {
        name = schema.package + "." + schema.name
        revision = schema.revision
        memoryBytes = schema.memoryCost
    }
}
