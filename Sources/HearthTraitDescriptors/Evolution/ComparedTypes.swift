/// The named types of one trait, or the global ones, in the form in which revisions are compared.
package struct ComparedTypes: Sendable {
    package var enums: [ComparedConstants]
    package var bitmaps: [ComparedConstants]
    package var structs: [ComparedStruct]

    package init(enums: [ComparedConstants] = [], bitmaps: [ComparedConstants] = [], structs: [ComparedStruct] = []) {
        self.enums = enums
        self.bitmaps = bitmaps
        self.structs = structs
    }

    /// A reference to a type by its name and scope.
    package struct Reference: Hashable, Sendable {
        package var name: String
        /// Defined outside traits.
        package var isGlobal: Bool

        package init(_ name: String, isGlobal: Bool = false) {
            self.name = name
            self.isGlobal = isGlobal
        }
    }
}

/// An enum or a bitmap.
package struct ComparedConstants: Sendable {
    package var name: String
    package var base: WireShape
    /// As the schema spells it: "enum8".
    package var baseName: String
    package var constants: [ComparedConstant]
    package var maturity = "stable"
    /// Its location in the source; nil if there is no source.
    package var location: String?

    package init(_ name: String, base: WireShape, named baseName: String, _ constants: [ComparedConstant]) {
        self.name = name
        self.base = base
        self.baseName = baseName
        self.constants = constants
    }
}

/// A value of an enum, a mask of a bitmap, or a feature.
package struct ComparedConstant: Sendable {
    package var name: String
    package var value: UInt64
    package var maturity = "stable"
    package var location: String?

    package init(_ name: String, _ value: UInt64) {
        self.name = name
        self.value = value
    }
}

/// A struct.
package struct ComparedStruct: Sendable {
    package var name: String
    package var fields: [ComparedField]
    package var isFabricScoped = false
    package var maturity = "stable"
    package var location: String?

    package init(_ name: String, _ fields: [ComparedField]) {
        self.name = name
        self.fields = fields
    }
}

/// A field of a struct, an argument, or the value of an attribute.
package struct ComparedField: Sendable {
    package enum Kind: Hashable, Sendable {
        case scalar(WireShape)
        case enumeration(ComparedTypes.Reference)
        case bitmap(ComparedTypes.Reference)
        case structure(ComparedTypes.Reference)

        var reference: ComparedTypes.Reference? {
            switch self {
            case .scalar: nil
            case .enumeration(let type), .bitmap(let type), .structure(let type): type
            }
        }
    }

    package var id: UInt32
    package var name: String
    package var kind: Kind
    /// The type as spelled in the schema: "int8u".
    package var spelling: String
    package var isList = false
    package var isNullable = false
    package var isOptional = false
    package var isFabricSensitive = false
    package var limits = ComparedLimits()
    package var unit: String?
    /// The default as text; nil for none.
    package var defaultValue: String?
    package var condition = ComparedCondition()
    package var maturity = "stable"
    package var location: String?

    package init(_ id: UInt32, _ name: String, _ kind: Kind, spelling: String) {
        self.id = id
        self.name = name
        self.kind = kind
        self.spelling = spelling
    }

    /// Whether the type is the same. The content of a named type is compared where it is defined.
    func hasTypeOf(_ other: ComparedField) -> Bool {
        guard kind == other.kind else { return false }
        if case .scalar = kind { return spelling == other.spelling }
        return true
    }
}

/// The condition on a device's features under which an item is present.
package struct ComparedCondition: Hashable, Sendable {
    package var required: FeatureExpression?
    package var allowed: FeatureExpression?
    /// For people.
    package var words = "always"

    package init(required: FeatureExpression? = nil, allowed: FeatureExpression? = nil, words: String = "always") {
        self.required = required
        self.allowed = allowed
        self.words = words
    }

    var isNone: Bool { required == nil && allowed == nil }
}
