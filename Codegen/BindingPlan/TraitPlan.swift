package import HearthTraitDescriptors
package import ResolvedSchema
package import TraitSchema

/// A trait with every name, number and place decided, for the Swift and the `.proto` emitters.
package struct TraitPlan {
    package var cluster: ClusterModel
    /// The namespace in Swift.
    package var vendor: String
    /// `OnOffTrait`.
    package var swiftName: String
    /// The cluster's name, which is also the message's.
    package var name: String
    /// `hearth.traits.matter.v1`.
    package var package: String
    /// The path below the import root.
    package var protoPath: String
    package var enums: [EnumPlan] = []
    package var bitmaps: [BitmapPlan] = []
    package var structs: [MessagePlan] = []
    package var attributes: MessagePlan
    package var commands: [CommandPlan] = []
    package var responses: [MessagePlan] = []
    package var events: [EventPlan] = []
    /// The wrapper messages of lists: the `.proto` name, and the type of an entry.
    package var lists = ListNames<String>()
}

/// An enum of a trait.
package struct EnumPlan {
    package var model: EnumModel
    package var swift: String
    package var proto: String
    /// The Swift names of the cases, by index.
    package var cases: [String]
    package var protoValues: [String]
    /// The entry for 0 if the schema has none.
    package var protoZero: String?
}

/// A bitmap of a trait.
package struct BitmapPlan {
    package struct Field {
        package var mask: UInt64
        package var name: String
        package var description: String?
    }

    package var swift: String
    /// The schema's name.
    package var name: String
    package var bits: Int
    package var fields: [Field]
    package var description: String?
    /// The constants of its bits in the `.proto` file.
    package var wire: WireBits?
}

/// A message of a trait.
package struct MessagePlan {
    package var swift: String
    package var proto: String
    package var fields: [FieldPlanOfTrait]
    package var size = 0
    /// The place of `null_fields`; nil if no field is nullable.
    package var nulls: LayoutPlan.Place?
    package var description: String?
    package var maturity: Maturity = .stable
}

/// A field of a message of a trait, or an attribute.
package struct FieldPlanOfTrait {
    package enum Presence {
        /// Every attribute: absent, null where nullable, or a value.
        case attribute
        case plain
        case nullable
        case optional
        case optionalNullable
    }

    package var model: FieldModel
    package var swift: String
    package var proto: String
    package var number: UInt32
    package var value: ValuePlan
    package var presence: Presence
    /// The `.proto` name of the wrapper message, for a list that has one.
    package var wrapper: String?
    package var place = LayoutPlan.Place(at: 0)

    package var isList: Bool { model.isList }
}

/// A command of a trait.
package struct CommandPlan {
    package var model: CommandModel
    /// The name of the Swift method.
    package var method: String
    /// The message with the arguments, named like the command.
    package var message: MessagePlan
    package var response: MessagePlan?
    package var responseID: UInt32?
    /// The class of the optional arguments.
    package var optionalArguments: String?

    /// The name of the message and of its method in the service: the schema's, or another if the trait already has that
    /// name.
    package var name: String { message.proto }
}

/// An event of a trait.
package struct EventPlan {
    package var model: EventModel
    package var swift: String
    package var payload: MessagePlan

    /// The message's name without `Event`: the schema's, or another if the trait already has that name.
    package var name: String { String(payload.proto.dropLast("Event".count)) }
}
