public import HearthBase
public import HearthTraitDescriptors

/// A name and its location.
public struct IdentifierSyntax: Hashable, Sendable {
    public var text: String
    public var location: SourceLocation

    public init(_ text: String, _ location: SourceLocation) {
        self.text = text
        self.location = location
    }
}

/// A number and its location; decimal or hexadecimal.
public struct NumberSyntax: Hashable, Sendable {
    public var value: UInt64
    public var location: SourceLocation

    public init(_ value: UInt64, _ location: SourceLocation) {
        self.value = value
        self.location = location
    }
}

/// The syntax tree of a file: unresolved, and checked only by the grammar.
public struct FileSyntax: Hashable, Sendable {
    public var file: String
    public var items: [FileItemSyntax]

    public init(file: String, items: [FileItemSyntax]) {
        self.file = file
        self.items = items
    }
}

/// An item at the top of a file. The last three kinds are Hearth's additions to Matter's language.
public enum FileItemSyntax: Hashable, Sendable {
    case constants(ConstantsSyntax)
    case structure(StructSyntax)
    case cluster(ClusterSyntax)
    case endpoint(EndpointSyntax)
    case deviceType(DeviceTypeSyntax)
    case refinement(RefinementSyntax)
    case vendor(VendorSyntax)
}

/// `[client|server] cluster NAME = ID { [revision N;] item* }`
public struct ClusterSyntax: Hashable, Sendable {
    public var name: IdentifierSyntax
    public var id: NumberSyntax
    /// Written by old tools; it has no meaning any more.
    public var side: ClusterSide?
    public var revision: NumberSyntax?
    public var annotations: [AnnotationSyntax]
    public var items: [ClusterItemSyntax]
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation
}

/// An item of a cluster.
public enum ClusterItemSyntax: Hashable, Sendable {
    case constants(ConstantsSyntax)
    case structure(StructSyntax)
    case attribute(AttributeSyntax)
    case command(CommandSyntax)
    case event(EventSyntax)
}

/// `[shared] enum|bitmap NAME : BASE { kName = N; … }`
public struct ConstantsSyntax: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case enumeration = "enum"
        case bitmap
    }

    public var kind: Kind
    public var name: IdentifierSyntax
    public var base: IdentifierSyntax
    public var isShared: Bool
    public var constants: [ConstantSyntax]
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation
}

/// A value of an enum or a mask of a bitmap.
public struct ConstantSyntax: Hashable, Sendable {
    public var name: IdentifierSyntax
    public var value: NumberSyntax
    public var annotations: [AnnotationSyntax]
    public var maturity: Maturity
    public var description: String?
}

/// `[request] [shared] [fabric_scoped] struct NAME { … }` or `response struct NAME = ID { … }`
public struct StructSyntax: Hashable, Sendable {
    public enum Role: Hashable, Sendable {
        case plain, request
        /// A response with its number in the server's own command-id space.
        case response(NumberSyntax)
    }

    public var role: Role
    public var name: IdentifierSyntax
    public var isShared: Bool
    public var isFabricScoped: Bool
    public var fields: [FieldSyntax]
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation
}

/// `(optional|nullable|fabric_sensitive)* TYPE[<LENGTH>] NAME[[]] = ID [annotations]`
public struct FieldSyntax: Hashable, Sendable {
    public var type: IdentifierSyntax
    public var length: NumberSyntax?
    public var name: IdentifierSyntax
    public var isList: Bool
    public var id: NumberSyntax
    public var isOptional: Bool
    public var isNullable: Bool
    public var isFabricSensitive: Bool
    public var annotations: [AnnotationSyntax]
    public var maturity: Maturity
    public var description: String?
}

/// `(readonly|writeonly|nosubscribe|timedwrite)* attribute [access(read: P, write: P)] FIELD;`
public struct AttributeSyntax: Hashable, Sendable {
    public var isReadOnly: Bool
    public var isWriteOnly: Bool
    public var isUnreported: Bool
    public var isTimedWrite: Bool
    public var readPrivilege: Privilege?
    public var writePrivilege: Privilege?
    public var field: FieldSyntax
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation
}

/// `(fabric|timed)* [optional] command [access(invoke: P)] NAME([REQUEST]) : OUTPUT = ID;`
public struct CommandSyntax: Hashable, Sendable {
    public var isFabricScoped: Bool
    public var isTimed: Bool
    public var isOptional: Bool
    public var invokePrivilege: Privilege?
    public var name: IdentifierSyntax
    public var request: IdentifierSyntax?
    /// The name of a response struct, or `DefaultSuccess`.
    public var output: IdentifierSyntax
    public var id: NumberSyntax
    public var annotations: [AnnotationSyntax]
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation
}

/// `fabric_sensitive* critical|info|debug [optional] event [access(read: P)] NAME = ID { … }`
public struct EventSyntax: Hashable, Sendable {
    public var isFabricSensitive: Bool
    public var priority: EventImportance
    public var isOptional: Bool
    public var readPrivilege: Privilege?
    public var name: IdentifierSyntax
    public var id: NumberSyntax
    public var annotations: [AnnotationSyntax]
    public var fields: [FieldSyntax]
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation
}
