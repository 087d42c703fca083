internal import HearthTraitDescriptors

/// The range of numbers that conditions leave for a value; false and true count as 0 and 1.
struct ValueBounds {
    private struct End {
        let number: AutomationNumber
        let isIncluded: Bool
    }

    private var low: End?
    private var high: End?
    private var excluded: [AutomationNumber] = []

    /// Whether no number is left.
    var isEmpty: Bool {
        guard let low, let high else { return false }
        switch low.number.compare(high.number) {
        case .less: return false
        case .greater: return true
        case .equal:
            guard low.isIncluded, high.isIncluded else { return true }
            return excluded.contains { $0.compare(low.number) == .equal }
        }
    }

    /// Narrows the range to the numbers for which a comparison is true.
    mutating func narrow(_ operation: Operator, _ number: AutomationNumber) {
        switch operation {
        case .equals:
            narrow(.greaterThanOrEquals, number)
            narrow(.lessThanOrEquals, number)
        case .notEquals: excluded.append(number)
        case .lessThan, .lessThanOrEquals:
            let end = End(number: number, isIncluded: operation == .lessThanOrEquals)
            if Self.isTighter(end, high, .less) { high = end }
        case .greaterThan, .greaterThanOrEquals:
            let end = End(number: number, isIncluded: operation == .greaterThanOrEquals)
            if Self.isTighter(end, low, .greater) { low = end }
        default: return
        }
    }

    private static func isTighter(_ end: End, _ old: End?, _ tighter: Ordering) -> Bool {
        guard let old else { return true }
        let order = end.number.compare(old.number)
        return order == tighter || order == .equal && !end.isIncluded
    }

    /// The range that a field has by its schema.
    init(_ field: FieldDescriptor?) {
        guard let field, !field.isList else { return }
        switch field.type {
        case .unsigned(let bits):
            narrow(.greaterThanOrEquals, .signed(0))
            if bits < 64, let most = AutomationNumber(.unsigned((1 << UInt64(bits)) - 1)) {
                narrow(.lessThanOrEquals, most)
            }
        case .signed(let bits) where (1..<64).contains(bits):
            narrow(.greaterThanOrEquals, .signed(-1 << Int64(bits - 1)))
            narrow(.lessThanOrEquals, .signed((1 << Int64(bits - 1)) - 1))
        case .boolean, .signed, .single, .double, .string, .octets, .enumeration, .bitmap, .structure: break
        }
        if case .literal(let least)? = field.min { narrow(.greaterThanOrEquals, .signed(least)) }
        if case .literal(let most)? = field.max { narrow(.lessThanOrEquals, .signed(most)) }
    }
}

/// A comparison of a field with a number.
struct AskedOfField {
    let field: FieldReference
    let operation: Operator
    let number: AutomationNumber
}

extension AutomationExpression {
    /// Comparisons of single fields that must be true for the expression to be true; they need not be sufficient.
    /// Recurses as deep as the expression.
    var asked: [AskedOfField] {
        switch self {
        case .operation(.and, let operands): operands.flatMap(\.asked)
        case .field(let field): [AskedOfField(field: field, operation: .equals, number: .signed(1))]
        case .operation(.not, let operands):
            if operands.count == 1, case .field(let field) = operands[0] {
                [AskedOfField(field: field, operation: .equals, number: .signed(0))]
            } else {
                []
            }
        case .operation(.between, let operands):
            if operands.count == 3, case .field(let field) = operands[0], let low = operands[1].number,
                let high = operands[2].number
            {
                [
                    AskedOfField(field: field, operation: .greaterThanOrEquals, number: low),
                    AskedOfField(field: field, operation: .lessThanOrEquals, number: high),
                ]
            } else {
                []
            }
        case .operation(let operation, let operands):
            if operands.count != 2 {
                []
            } else if case .field(let field) = operands[0], let number = operands[1].number {
                [AskedOfField(field: field, operation: operation, number: number)]
            } else if case .field(let field) = operands[1], let number = operands[0].number {
                [AskedOfField(field: field, operation: operation.reversed, number: number)]
            } else {
                []
            }
        case .constant, .variable, .unsupported: []
        }
    }

    private var number: AutomationNumber? {
        switch self {
        case .constant(.bool(let value)): .signed(value ? 1 : 0)
        case .constant(let value): AutomationNumber(value)
        case .field, .variable, .operation, .unsupported: nil
        }
    }
}

extension Operator {
    /// The operator for swapped operands.
    fileprivate var reversed: Operator {
        switch self {
        case .lessThan: .greaterThan
        case .lessThanOrEquals: .greaterThanOrEquals
        case .greaterThan: .lessThan
        case .greaterThanOrEquals: .lessThanOrEquals
        default: self
        }
    }
}

/// A scope without fields and variables: an expression that is known in it has the same value in every run.
struct ConstantScope: AutomationScope {
    func evaluate(_ reference: FieldReference) -> Evaluated { .unknown(.missing(reference)) }
    func value(ofVariable name: String) -> TraitValue? { nil }
    func isOnline(_ nodeID: UInt32) -> Bool? { nil }
    func held(_ expression: AutomationExpression, for seconds: Int64) -> Evaluated { .unknown(.unsupported) }
    func sunTime(_ reference: FieldReference) -> SunTime? { nil }
    var isSunUp: Bool? { nil }
}
