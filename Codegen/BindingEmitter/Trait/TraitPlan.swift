internal import TraitModel
internal import TraitSchema

/// One trait with every name, number and place decided: what the Swift and the `.proto` writer both follow.
struct TraitPlan {
    var cluster: ClusterModel
    /// The namespace in Swift.
    var vendor: String
    /// `OnOffTrait`.
    var swiftName: String
    /// The cluster's name, which is the message's too.
    var name: String
    /// `hearth.traits.matter.v1`.
    var package: String
    /// Below the import root.
    var protoPath: String
    var enums: [EnumPlan] = []
    var bitmaps: [BitmapPlan] = []
    var structs: [MessagePlan] = []
    var attributes: MessagePlan
    var commands: [CommandPlan] = []
    var responses: [MessagePlan] = []
    var events: [EventPlan] = []
    /// The wrappers that lists travel in: the `.proto` name, and the type of an entry.
    var lists: [(name: String, item: String)] = []

    /// `Matter.OnOffTrait`.
    var qualifiedName: String { "\(vendor).\(swiftName)" }
    /// `hearth.traits.matter.v1.OnOff`.
    var typeName: String { "\(package).\(name)" }
    var writable: [FieldPlanOfTrait] {
        zip(attributes.fields, cluster.attributes).filter { $1.isWritable }.map(\.0)
    }
}

/// An enum of a trait.
struct EnumPlan {
    var model: EnumModel
    var swift: String
    var proto: String
    /// In Swift, by position.
    var cases: [String]
    var protoValues: [String]
    /// The entry for 0 where the schema has none.
    var protoZero: String?
}

/// A bitmap of a trait.
struct BitmapPlan {
    struct Field {
        var mask: UInt64
        var name: String
        var description: String?
        var isMultiBit: Bool { mask.nonzeroBitCount > 1 }
    }

    var swift: String
    /// The schema's name.
    var name: String
    var bits: Int
    var fields: [Field]
    var description: String?
}

/// A message of a trait.
struct MessagePlan {
    var swift: String
    var proto: String
    var fields: [FieldPlanOfTrait]
    var size = 0
    /// Where `null_fields` lies; nil where nothing is nullable.
    var nulls: LayoutPlan.Place?
    var description: String?
    var maturity: Maturity = .stable
}

/// A field of a message of a trait, or an attribute.
struct FieldPlanOfTrait {
    enum Presence {
        /// Every attribute: absent, null where nullable, or a value.
        case attribute
        case plain
        case nullable
        case optional
        case optionalNullable
    }

    var model: FieldModel
    var swift: String
    var proto: String
    var number: UInt32
    var value: ValuePlan
    var presence: Presence
    /// The wrapper's `.proto` name, for a list that travels in a message of its own.
    var wrapper: String?
    var place = LayoutPlan.Place(at: 0)

    var isList: Bool { model.isList }
    /// Of the value when it is there.
    var valueType: String { isList ? "[\(value.swift)]" : value.swift }
    /// Of a parameter or setter: null is nil.
    var parameterType: String { model.isNullable ? valueType + "?" : valueType }
}

/// A command of a trait.
struct CommandPlan {
    var model: CommandModel
    /// The method in Swift.
    var method: String
    /// The message with its arguments; named like the command.
    var message: MessagePlan
    var response: MessagePlan?
    var responseID: UInt32?
    /// The class that takes optional arguments.
    var optionalArguments: String?
}

/// An event of a trait.
struct EventPlan {
    var model: EventModel
    var swift: String
    var payload: MessagePlan
}
