internal import HearthTraitCore
internal import HearthTraitCatalog

/// An endpoint that entities become.
struct EntityPart: Sendable {
    /// Identifies the endpoint in its device; its number is remembered by it. ``root`` is the endpoint 0.
    let key: String
    /// The name that distinguishes it from other parts of the device; empty for none.
    var name = ""
    var types: [DeviceTypeDescriptor] = []
    /// What tells it from other things of its types.
    var tags: [SemanticTag] = []
    var traits: [TraitDraft]

    static let root = ""
}

/// Identifies a trait of a planned endpoint.
struct PartTrait: Hashable, Sendable {
    let part: String
    let traitID: UInt32

    init(_ part: String, _ trait: TraitDescriptor) {
        self.part = part
        traitID = trait.id
    }
}

/// An event of a planned endpoint.
struct PartEvent: Sendable {
    let part: String
    let trait: TraitDescriptor
    let name: String
    let fields: [String: PlainValue]

    init(_ part: String, _ trait: TraitDescriptor, _ name: String, _ fields: [String: PlainValue] = [:]) {
        self.part = part
        self.trait = trait
        self.name = name
        self.fields = fields
    }
}

/// Attribute values of planned endpoints, by their names.
typealias PartValues = [PartTrait: [String: PlainValue]]

/// Converts between the states of one or more entities and the traits of the endpoints that they become.
protocol EntityConverter: Sendable {
    /// The entities whose states it converts.
    var entities: [String] { get }
    /// Further entities, whose states are attributes of these endpoints. They may also be endpoints of their own.
    var bound: [BoundSetting] { get }
    /// The endpoints that the entities become.
    var parts: [EntityPart] { get }

    /// The attributes that follow from the states. What is not listed keeps its value.
    func values(_ states: EntityStates) -> PartValues

    /// These attributes, as the rules of Matter allow them beside each other and the hub's present ones.
    func fitted(_ values: PartValues, _ present: (PartTrait) -> StructureValue) -> PartValues

    /// The events that a change of states means. Not called for values that may be old.
    func events(from old: EntityStates, to new: EntityStates) -> [PartEvent]

    /// What an event of an entity means.
    func events(_ event: EntityReport.Event) -> [PartEvent]

    /// What a command of the hub asks of the entities; empty for a command that has no effect now.
    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand]

    /// What a write of the hub asks of the entities.
    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand]

    /// What a write sets that goes with later commands, as the device does not keep it; nil if the write is for the
    /// device.
    func kept(_ write: TraitWrite) throws(TraitError) -> [String: PlainValue]?
}

extension EntityConverter {
    var bound: [BoundSetting] { [] }

    func fitted(_ values: PartValues, _ present: (PartTrait) -> StructureValue) -> PartValues { values }

    func events(from old: EntityStates, to new: EntityStates) -> [PartEvent] { [] }

    func events(_ event: EntityReport.Event) -> [PartEvent] { [] }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        throw call.unsupported
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        try write.expect()
        return []
    }

    func kept(_ write: TraitWrite) throws(TraitError) -> [String: PlainValue]? { nil }
}
