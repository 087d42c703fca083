package import HearthTraitModel
package import TraitModel
package import TraitSchema

/// One trait with every name, number and place decided: what the Swift and the `.proto` writer both follow.
package struct TraitPlan {
    package var cluster: ClusterModel
    /// The namespace in Swift.
    package var vendor: String
    /// `OnOffTrait`.
    package var swiftName: String
    /// The cluster's name, which is the message's too.
    package var name: String
    /// `hearth.traits.matter.v1`.
    package var package: String
    /// Below the import root.
    package var protoPath: String
    package var enums: [EnumPlan] = []
    package var bitmaps: [BitmapPlan] = []
    package var structs: [MessagePlan] = []
    package var attributes: MessagePlan
    package var commands: [CommandPlan] = []
    package var responses: [MessagePlan] = []
    package var events: [EventPlan] = []
    /// The wrappers that lists travel in: the `.proto` name, and the type of an entry.
    package var lists = ListNames<String>()
}

/// An enum of a trait.
package struct EnumPlan {
    package var model: EnumModel
    package var swift: String
    package var proto: String
    /// In Swift, by position.
    package var cases: [String]
    package var protoValues: [String]
    /// The entry for 0 where the schema has none.
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
    /// Where `null_fields` lies; nil where nothing is nullable.
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
    /// The wrapper's `.proto` name, for a list that travels in a message of its own.
    package var wrapper: String?
    package var place = LayoutPlan.Place(at: 0)

    package var isList: Bool { model.isList }
}

/// A command of a trait.
package struct CommandPlan {
    package var model: CommandModel
    /// The method in Swift.
    package var method: String
    /// The message with its arguments; named like the command.
    package var message: MessagePlan
    package var response: MessagePlan?
    package var responseID: UInt32?
    /// The class that takes optional arguments.
    package var optionalArguments: String?

    /// Of the message, and of the method that takes it: the schema's, unless something else of the trait has that.
    package var name: String { message.proto }
}

/// An event of a trait.
package struct EventPlan {
    package var model: EventModel
    package var swift: String
    package var payload: MessagePlan

    /// With `Event` after it, the message's: the schema's, unless something else of the trait has that.
    package var name: String { String(payload.proto.dropLast("Event".count)) }
}
