internal import BindingPlan
internal import HearthTraitModel
internal import TraitModel

/// What the types of a trait are called in TypeScript: as in its schema on the wire, unless the language or the trait's
/// own interfaces have that name.
struct TypeScriptNames {
    /// By the index that fields have.
    private(set) var enums: [String] = []
    private(set) var bitmaps: [String] = []
    private(set) var structs: [String] = []
    /// The messages with the arguments, by the position of the command.
    private(set) var commands: [String] = []
    private(set) var responses: [String: String] = [:]
    private(set) var events: [String] = []

    /// Interfaces that every trait has or uses, and the language's types that they name.
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

    /// As the name of a property or a method: in quotes where the language would take it for something else.
    static func property(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        // In an interface, `new` declares what makes an object.
        return isPlain && name.first?.isNumber == false && name != "new" ? name : name.quoted
    }

    // MARK: Types of values

    /// The type of a field that is there.
    /// - Parameter isTold: whether a device gives the value. It may be newer than the schema: then an enum is a number.
    func type(_ field: FieldPlanOfTrait, isTold: Bool) -> String {
        var type = one(field.value.type)
        if isTold, case .enumeration = field.value.type, type != "number" { type += " | number" }
        if field.isList { type = "readonly \(type.contains(" ") ? "(\(type))" : type)[]" }
        return field.model.isNullable ? type + " | null" : type
    }

    /// What documentation calls the type.
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

    /// A number of JavaScript holds 53 bits.
    static func number(bits: Int) -> String { bits > 53 ? "bigint" : "number" }
}
