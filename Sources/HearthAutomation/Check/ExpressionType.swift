internal import HearthCalendar
internal import HearthTraitDescriptors

/// The type of an expression's value, as far as the schemas tell.
enum ExpressionType {
    case boolean
    /// A whole number, 0 or more.
    case unsigned
    /// A whole number.
    case signed
    /// A fractional number.
    case real
    case text
    case octets
    case enumeration(EnumDescriptor)
    case bitmap(BitmapDescriptor)
    /// A struct that a trait defines.
    case structure(TraitDescriptor, StructDescriptor)
    /// A constant structure, whose fields are known.
    case fixed(StructureValue)
    /// Hours and minutes of the Time trait.
    case timeOfDay
    /// Year, month and day of the Time trait.
    case date
    indirect case list(ExpressionType)
    /// Any type; checks accept every use of it.
    case unknown

    /// The type of a field in a schema.
    init(_ field: FieldDescriptor, of trait: TraitDescriptor) {
        let one = Self(one: field.type, of: trait)
        self = field.isList ? .list(one) : one
    }

    private init(one type: ValueType, of trait: TraitDescriptor) {
        switch type {
        case .boolean: self = .boolean
        case .unsigned: self = .unsigned
        case .signed: self = .signed
        case .single, .double: self = .real
        case .string: self = .text
        case .octets: self = .octets
        case .enumeration(let index) where trait.enums.indices.contains(index):
            self = .enumeration(trait.enums[index])
        case .bitmap(let index) where trait.bitmaps.indices.contains(index): self = .bitmap(trait.bitmaps[index])
        case .structure(let index) where trait.structs.indices.contains(index):
            let type = trait.structs[index]
            self = trait.id == TimeTrait.id && type.name == "TimeOfDay" ? .timeOfDay : .structure(trait, type)
        case .enumeration, .bitmap, .structure: self = .unknown
        }
    }

    /// The type of a constant.
    init(_ value: TraitValue) {
        switch value {
        case .null: self = .unknown
        case .bool: self = .boolean
        case .unsigned: self = .unsigned
        case .signed: self = .signed
        case .float, .double: self = .real
        case .string: self = .text
        case .octets: self = .octets
        case .list(let items): self = .list(items.first.map { Self($0) } ?? .unknown)
        case .structure(let fields): self = .fixed(fields)
        }
    }

    /// The type of an attribute of the structure's Time trait, which the engine provides without a schema.
    init?(timeAttribute id: UInt32) {
        switch id {
        case TimeTrait.Attribute.currentTime, TimeTrait.Attribute.sunrise, TimeTrait.Attribute.sunset: self = .timeOfDay
        case TimeTrait.Attribute.missingLocation: self = .boolean
        case TimeTrait.Attribute.dayOfWeek: self = .enumeration(Self.days)
        case TimeTrait.Attribute.currentDate: self = .date
        default: return nil
        }
    }

    private static let days = EnumDescriptor(
        "DayOfWeek", bits: 8, Weekday.allCases.map { (UInt64($0.quartzNumber), "\($0)") }.sorted { $0.0 < $1.0 })

    // MARK: Kinds of types

    var isUnknown: Bool { if case .unknown = self { true } else { false } }

    /// Whether it may be Boolean.
    var mayBeBoolean: Bool {
        switch self {
        case .boolean, .unknown: true
        default: false
        }
    }

    var isNumber: Bool {
        switch self {
        case .unsigned, .signed, .real: true
        default: false
        }
    }

    /// Whether its values are stored as numbers, enums and bitmaps included.
    var isNumeric: Bool {
        switch self {
        case .enumeration, .bitmap: true
        default: isNumber
        }
    }

    var mayBeNumber: Bool { isNumber || isUnknown }

    /// The name in messages.
    var name: String {
        switch self {
        case .boolean: "true or false"
        case .unsigned, .signed: "a whole number"
        case .real: "a number"
        case .text: "a text"
        case .octets: "bytes"
        case .enumeration(let type): type.name
        case .bitmap(let type): type.name
        case .structure(_, let type): type.name
        case .fixed: "a structure"
        case .timeOfDay: "a time of day"
        case .date: "a date"
        case .list(let type): type.isUnknown ? "a list" : "a list, each item \(type.name)"
        case .unknown: "something"
        }
    }
}
