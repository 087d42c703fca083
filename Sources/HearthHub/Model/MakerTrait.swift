internal import HearthMessage
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// A trait that makers' devices brought, as the hub keeps it beside the descriptor that it serves.
struct MakerTrait: Sendable {
    let id: UInt32
    /// The provider that brought it first, which may renew it; nil while none has claimed it.
    var owner: String?
    /// Size of its schema.
    var schemaBytes: Int
    /// "hearth.traits.acme.v1.Spinner"; empty when the stored schema can't be read.
    private(set) var name = ""
    private(set) var revision: UInt32 = 0
    /// What it is estimated to cost in memory.
    private(set) var memoryBytes = 0
    /// Why it is stored, but not served; nil when it is.
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
