internal import HearthAutomation
internal import HearthTraitDescriptors
internal import HearthPhrases

/// The type of a value by its schema, so that names and units can be written for its numbers.
struct TextType {
    private let field: FieldDescriptor
    private let isList: Bool
    private let trait: TraitDescriptor
    private var use = Use.value
    private var type: ValueType { field.type }

    /// The role of a number in an operation on a value of this type. The role decides whether it has a unit.
    private enum Use {
        /// A value of the type.
        case value
        /// A number that is added or subtracted. Its unit must have the same zero as the raw value: a difference of 5 °F is
        /// not a temperature of 5 °F.
        case difference
        /// A factor or divisor, without a unit.
        case factor
    }

    init(_ field: FieldDescriptor, of trait: TraitDescriptor) {
        self.init(field, isList: field.isList, of: trait)
    }

    private init(_ field: FieldDescriptor, isList: Bool, of trait: TraitDescriptor) {
        self.field = field
        self.isList = isList
        self.trait = trait
    }

    /// The type of the list's items; nil if it is not a list.
    var item: TextType? { isList ? TextType(field, isList: false, of: trait) : nil }

    // MARK: Units

    /// The value of a number with a unit, such as "21.5 °C"; nil if it is not a value of this type.
    func value(ofQuantity text: String) -> TraitValue? {
        guard !isList, isUsed(withUnitOf: text), let raw = Quantity.raw(text, field) else { return nil }
        return switch type {
        case .unsigned: UInt64(exactly: raw).map { .unsigned($0) }
        case .signed: .signed(raw)
        default: nil
        }
    }

    private func isUsed(withUnitOf text: String) -> Bool {
        switch use {
        case .value: true
        case .difference: Quantity.raw("0" + text.drop { "-.".contains($0) || $0.isNumber }, field) == 0
        case .factor: false
        }
    }

    private func used(as use: Use) -> TextType {
        var type = self
        type.use = use
        return type
    }

    /// A value with its unit, such as "21.5 °C"; nil if it would not be read as the same value.
    func quantity(_ value: TraitValue) -> String? {
        guard !isList, var text = Quantity.text(value, field) else { return nil }
        let number = text.prefix { $0 != " " }
        let unit = text.dropFirst(number.count + 1)
        guard TextScanner.isUnit(unit), let shown = Double(number) else { return nil }
        // Written without trailing zeros: "21.5" for "21.50", "20" for "20.00".
        if number.contains(".") { text = "\(Int64(exactly: shown).map { "\($0)" } ?? "\(shown)") \(unit)" }
        return self.value(ofQuantity: text) == value ? text : nil
    }

    /// An example of a number with a unit: "21.5C".
    var exampleOfQuantity: String? {
        isList ? nil : Quantity.example(field).flatMap { isUsed(withUnitOf: $0) ? $0 : nil }
    }

    /// The names of an enum's values.
    var cases: WordTable? {
        guard !isList, case .enumeration(let index) = type, trait.enums.indices.contains(index) else { return nil }
        return WordTable(trait.enums[index])
    }

    /// The names of a bitmap's bits.
    var bits: WordTable? {
        guard !isList, case .bitmap(let index) = type, trait.bitmaps.indices.contains(index) else { return nil }
        return WordTable(trait.bitmaps[index])
    }

    /// The fields of a structure.
    var fields: TextFields? {
        guard !isList, case .structure(let index) = type, trait.structs.indices.contains(index) else { return nil }
        return TextFields(trait.structs[index].fields, of: trait)
    }

    var isTimeOfDay: Bool {
        guard !isList, case .structure(let index) = type, trait.structs.indices.contains(index) else { return false }
        return trait.id == TimeTrait.id && trait.structs[index].name == "TimeOfDay"
    }

    /// The kind of a number without a mark.
    func number(isNegative: Bool, isFraction: Bool) -> NumberKind {
        switch isList ? .boolean : type {
        case .single: .float
        case .double: .double
        case .signed: isFraction ? .double : .signed
        default: isFraction ? .double : isNegative ? .signed : .unsigned
        }
    }

    /// The types with which operands are read, derived from the types that they have themselves.
    static func contexts(_ operation: Operator, own types: [TextType?]) -> [TextType?] {
        let none: [TextType?] = types.map { _ in nil }
        switch operation {
        case .and, .or, .not, .item, .count, .isOnline, .heldFor: return none
        case .contains:
            guard types.count == 2 else { return none }
            return [nil, types[0]?.item]
        case .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals, .between, .plus,
            .minus, .times, .dividedBy, .remainder, .negated, .hasBits:
            let first = types.lazy.compactMap { $0 }.first
            let use: Use =
                switch operation {
                case .plus, .minus: .difference
                case .times, .dividedBy, .remainder: .factor
                default: .value
                }
            return types.map { _ in first?.used(as: use) }
        }
    }
}

/// The fields of a trait, command, event or structure.
struct TextFields {
    private let fields: [FieldDescriptor]
    private let trait: TraitDescriptor?
    let words: WordTable

    init(_ fields: [FieldDescriptor], of trait: TraitDescriptor?) {
        self.fields = fields
        self.trait = trait
        words = WordTable(fields)
    }

    static let unknown = TextFields([], of: nil)

    func type(_ id: UInt32) -> TextType? {
        guard let trait, let field = fields.first(where: { $0.id == id }) else { return nil }
        return TextType(field, of: trait)
    }

    func word(_ id: UInt32) -> String { words.word(UInt64(id)) }
    func id(_ word: String) -> UInt32? { words.number(word).flatMap(UInt32.init(exactly:)) }
    func near(_ word: String) -> String { didYouMean(word, words.words) }
}

extension AutomationNames {
    /// The attributes of a trait, or the fields of one of its events.
    func fields(_ traitID: UInt32, event: UInt32?) -> TextFields {
        guard let trait = descriptor(traitID) else { return .unknown }
        guard let event else { return TextFields(trait.attributes.map(\.field), of: trait) }
        return TextFields(trait.event(event)?.fields.fields ?? [], of: trait)
    }

    /// The arguments of a command, or the attributes of a trait.
    func fields(_ traitID: UInt32, command: UInt32?) -> TextFields {
        guard let command else { return fields(traitID, event: nil) }
        guard let trait = descriptor(traitID) else { return .unknown }
        return TextFields(trait.command(command)?.arguments.fields ?? [], of: trait)
    }

    func events(_ traitID: UInt32) -> WordTable {
        WordTable(descriptor(traitID)?.events.map { (UInt64($0.id), $0.name) } ?? [])
    }

    func commands(_ traitID: UInt32) -> WordTable {
        WordTable(descriptor(traitID)?.commands.map { (UInt64($0.id), $0.methodName) } ?? [])
    }
}

/// The storage kind of a number. The raw values mark it in texts when the type does not determine it.
enum NumberKind: String, CaseIterable {
    case unsigned = "u"
    case signed = "i"
    case float = "f"
    case double = "d"
}

/// A node that reads a trait: a starter or a state reader.
struct TextReader {
    let id: UInt32
    let trait: TraitReference
    let event: UInt32?

    init(id: UInt32, trait: TraitReference, event: UInt32?) {
        self.id = id
        self.trait = trait
        self.event = event
    }

    init?(_ node: AutomationNode) {
        switch node.kind {
        case .starter(let starter): self.init(id: node.id, trait: starter.trait, event: starter.eventID)
        case .stateReader(let trait): self.init(id: node.id, trait: trait, event: nil)
        default: return nil
        }
    }
}

/// The nodes of a graph that read traits, so that expressions can refer to them by trait instead of by number.
struct TextReaders {
    private let byID: [UInt32: TextReader]
    private let byTrait: [Key: [TextReader]]

    private struct Key: Hashable {
        let object: String
        let trait: UInt32

        init(_ trait: TraitReference) {
            object = trait.target.deviceID
            self.trait = trait.traitID
        }
    }

    init(_ readers: [TextReader]) {
        byID = Dictionary(readers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        byTrait = Dictionary(grouping: readers) { Key($0.trait) }.mapValues { all in
            let plain = all.filter { $0.event == nil }
            return plain.isEmpty ? all : plain
        }
    }

    subscript(id: UInt32) -> TextReader? { byID[id] }

    /// The nodes that read a trait of an object, on any endpoint: those that read attributes, or else those of events.
    /// Time starters therefore don't make a reference to the clock's attributes ambiguous.
    func of(_ trait: TraitReference) -> [TextReader] { byTrait[Key(trait)] ?? [] }

    /// The type of an expression's value; nil if no schema determines it.
    func type(of expression: AutomationExpression, _ names: AutomationNames) -> TextType? {
        switch expression {
        case .field(let reference):
            guard let reader = byID[reference.nodeID], let first = reference.path.first else { return nil }
            var type = names.fields(reader.trait.traitID, event: reader.event).type(first)
            for id in reference.path.dropFirst() { type = type?.fields?.type(id) }
            return type
        case .operation(.item, let operands): return operands.first.flatMap { type(of: $0, names) }?.item
        case .constant, .variable, .operation, .unsupported: return nil
        }
    }
}
