internal import BindingPlan
internal import HearthTraitDescriptors
internal import ResolvedSchema

/// The names of a trait's types in TypeScript: those of its schema on the wire, unless the language or the trait's own
/// interfaces use them.
struct TypeScriptNames {
    /// The names of the enums, in the order of the plan.
    private(set) var enums: [String] = []
    private(set) var bitmaps: [String] = []
    private(set) var structs: [String] = []
    /// The names of the interfaces for arguments, by the index of the command.
    private(set) var commands: [String] = []
    private(set) var responses: [String: String] = [:]
    private(set) var events: [String] = []

    /// Interfaces that every trait has or uses, and types of the language that they refer to.
    private static let reserved: Set<String> = [
        "Attributes", "Commands", "Events", "GlobalAttributes", "Promise", "Trait", "Uint8Array", "Updates",
    ]

    init(_ plan: TraitPlan) {
        var scope = NameScope(reserved: Self.reserved)
        for declared in plan.enums { enums.append(scope.claim(declared.proto, suffix: "Enum")) }
        for declared in plan.bitmaps {
            bitmaps.append(scope.claim(Namer.capitalized(declared.name), suffix: "Bitmap"))
        }
        for declared in plan.structs { structs.append(scope.claim(declared.proto, suffix: "Struct")) }
        for response in plan.responses {
            responses[response.proto] = scope.claim(response.proto, suffix: "Response")
        }
        for command in plan.commands { commands.append(scope.claim(command.name, suffix: "Command")) }
        for event in plan.events { events.append(scope.claim(event.payload.proto, suffix: "Payload")) }
    }

    /// The name of a property or method, in quotes if it is not an identifier.
    static func property(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        // In an interface, `new` declares a constructor.
        return isPlain && name.first?.isNumber == false && name != "new" ? name : name.quoted
    }

    // MARK: Types of values

    /// The type of a present field.
    ///
    /// - Parameter isTold: whether a device sends the value. The device may be newer than the schema, so an enum may be
    ///   a number.
    func type(_ field: FieldPlanOfTrait, isTold: Bool) -> String {
        var type = one(field.value.type)
        if isTold, case .enumeration = field.value.type, type != "number" { type += " | number" }
        if field.isList { type = "readonly \(type.contains(" ") ? "(\(type))" : type)[]" }
        return field.model.isNullable ? type + " | null" : type
    }

    /// The name of the type in documentation.
    func described(_ field: FieldPlanOfTrait) -> String? {
        switch field.value.type {
        case .enumeration, .bitmap, .structure: one(field.value.type)
        default: nil
        }
    }

    private func one(_ type: ValueType) -> String {
        switch type {
        case .boolean: "boolean"
        case .unsigned(let bits), .signed(let bits): Self.number(bits: Int(bits))
        case .single, .double: "number"
        case .string: "string"
        case .octets: "Uint8Array"
        case .enumeration(let index): enums.indices.contains(index) ? enums[index] : "number"
        case .bitmap(let index): bitmaps.indices.contains(index) ? bitmaps[index] : "number"
        case .structure(let index): structs.indices.contains(index) ? structs[index] : "object"
        }
    }

    /// A JavaScript number holds integers of up to 53 bits.
    static func number(bits: Int) -> String { bits > 53 ? "bigint" : "number" }
}
