public import HearthBase
public import HearthTraitDescriptors
public import TraitSchema

/// A cluster, which becomes one trait.
public struct ClusterModel: Hashable, Sendable {
    /// Standard: 16 bits. A vendor's: vendor id (high half) and 0xFC00…0xFFFE (low half).
    public var id: UInt32
    public var vendor: VendorModel
    public var name: String
    public var revision: UInt32
    public var maturity: Maturity
    public var description: String?
    /// The bits of its `Feature` bitmap, in the order of their masks.
    public var features: [FeatureModel]
    /// Its own types, without `Feature`, requests and responses.
    public var types: TypeScope
    /// The attributes by id, always including the global ones (0xFFF8, 0xFFF9, 0xFFFB, 0xFFFC, 0xFFFD).
    public var attributes: [AttributeModel]
    public var commands: [CommandModel]
    /// The response structs by id. One may answer several commands; its id is from the server's own command-id space.
    public var responses: [ResponseModel]
    public var events: [EventModel]
    public var location: SourceLocation

    public init(
        id: UInt32, vendor: VendorModel, name: String, revision: UInt32 = 1, maturity: Maturity = .stable,
        description: String? = nil, features: [FeatureModel] = [], types: TypeScope = TypeScope(),
        attributes: [AttributeModel] = [], commands: [CommandModel] = [], responses: [ResponseModel] = [],
        events: [EventModel] = [], location: SourceLocation
    ) {
        self.id = id
        self.vendor = vendor
        self.name = name
        self.revision = revision
        self.maturity = maturity
        self.description = description
        self.features = features
        self.types = types
        self.attributes = attributes
        self.commands = commands
        self.responses = responses
        self.events = events
        self.location = location
    }

    /// The response struct of that name.
    public func response(named name: String) -> ResponseModel? { responses.first { $0.name == name } }
    /// The attribute of that name.
    public func attribute(named name: String) -> AttributeModel? { attributes.first { $0.name == name } }
}

/// One bit of a cluster's feature map.
public struct FeatureModel: Hashable, Sendable {
    /// The name without the leading `k`, as in feature expressions.
    public var name: String
    public var mask: UInt32
    /// The specification's spelling, if the name had to differ.
    public var specificationName: String?
    public var maturity: Maturity
    public var description: String?

    public init(
        name: String, mask: UInt32, specificationName: String? = nil, maturity: Maturity = .stable,
        description: String? = nil
    ) {
        self.name = name
        self.mask = mask
        self.specificationName = specificationName
        self.maturity = maturity
        self.description = description
    }
}

/// An attribute: a field with access. `field.isOptional` means that a server may lack it.
public struct AttributeModel: Hashable, Sendable {
    public var field: FieldModel
    public var isReadable: Bool
    public var isWritable: Bool
    public var readPrivilege: Privilege
    public var writePrivilege: Privilege
    /// Whether a write needs a timed exchange (else NEEDS_TIMED_INTERACTION).
    public var requiresTimedWrite: Bool
    /// False for `nosubscribe`: its changes are not reported.
    public var isReported: Bool
    /// `quieterReporting`: only some of its changes are reported (Matter's quality Q).
    public var isQuieterReported: Bool

    public init(
        field: FieldModel, isReadable: Bool = true, isWritable: Bool = false, readPrivilege: Privilege = .view,
        writePrivilege: Privilege = .operate, requiresTimedWrite: Bool = false, isReported: Bool = true,
        isQuieterReported: Bool = false
    ) {
        self.field = field
        self.isReadable = isReadable
        self.isWritable = isWritable
        self.readPrivilege = readPrivilege
        self.writePrivilege = writePrivilege
        self.requiresTimedWrite = requiresTimedWrite
        self.isReported = isReported
        self.isQuieterReported = isQuieterReported
    }

    public var id: UInt32 { field.id }
    public var name: String { field.name }
    /// Whether it is one of the attributes that every cluster has (0xFFF8…0xFFFD).
    public var isGlobal: Bool { GlobalAttribute.contains(field.id) }
}

/// A command a client sends.
public struct CommandModel: Hashable, Sendable {
    public var id: UInt32
    public var name: String
    /// The name of the request struct; nil for a command without input.
    public var requestName: String?
    /// The request's fields by id; empty for a command without input.
    public var fields: [FieldModel]
    /// The name of the response struct (see `ClusterModel.responses`); nil for a command with a bare status.
    public var responseName: String?
    public var invokePrivilege: Privilege
    /// Whether it must be sent in a timed exchange (else NEEDS_TIMED_INTERACTION).
    public var isTimed: Bool
    /// Whether it needs an accessing fabric.
    public var isFabricScoped: Bool
    public var isOptional: Bool
    /// `repeatable`: sending it again does no harm, because it sets a stated value.
    public var isRepeatable: Bool
    public var conformance: ConformanceModel
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        id: UInt32, name: String, requestName: String? = nil, fields: [FieldModel] = [], responseName: String? = nil,
        invokePrivilege: Privilege = .operate, isTimed: Bool = false, isFabricScoped: Bool = false,
        isOptional: Bool = false, isRepeatable: Bool = false, conformance: ConformanceModel = ConformanceModel(),
        maturity: Maturity = .stable, description: String? = nil, location: SourceLocation
    ) {
        self.id = id
        self.name = name
        self.requestName = requestName
        self.fields = fields
        self.responseName = responseName
        self.invokePrivilege = invokePrivilege
        self.isTimed = isTimed
        self.isFabricScoped = isFabricScoped
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
        self.conformance = conformance
        self.maturity = maturity
        self.description = description
        self.location = location
    }
}

/// A server's response to a command.
public struct ResponseModel: Hashable, Sendable {
    public var id: UInt32
    public var name: String
    public var fields: [FieldModel]
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        id: UInt32, name: String, fields: [FieldModel] = [], maturity: Maturity = .stable, description: String? = nil,
        location: SourceLocation
    ) {
        self.id = id
        self.name = name
        self.fields = fields
        self.maturity = maturity
        self.description = description
        self.location = location
    }
}

/// An event of a server. Its number, time and priority are in the envelope, not in its fields.
public struct EventModel: Hashable, Sendable {
    public var id: UInt32
    public var name: String
    public var priority: EventImportance
    public var readPrivilege: Privilege
    public var isFabricSensitive: Bool
    public var isOptional: Bool
    public var fields: [FieldModel]
    public var conformance: ConformanceModel
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation

    public init(
        id: UInt32, name: String, priority: EventImportance = .info, readPrivilege: Privilege = .view,
        isFabricSensitive: Bool = false, isOptional: Bool = false, fields: [FieldModel] = [],
        conformance: ConformanceModel = ConformanceModel(), maturity: Maturity = .stable, description: String? = nil,
        location: SourceLocation
    ) {
        self.id = id
        self.name = name
        self.priority = priority
        self.readPrivilege = readPrivilege
        self.isFabricSensitive = isFabricSensitive
        self.isOptional = isOptional
        self.fields = fields
        self.conformance = conformance
        self.maturity = maturity
        self.description = description
        self.location = location
    }
}
