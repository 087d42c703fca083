internal import HearthTraitDescriptors

/// A number of any type, compared by value and with arithmetic that never traps.
enum AutomationNumber {
    /// Any integer in the range of Int64.
    case signed(Int64)
    /// A larger integer.
    case unsigned(UInt64)
    /// A floating-point number, never NaN.
    case real(Double)

    init?(_ value: TraitValue) {
        switch value {
        case .signed(let value): self = .signed(value)
        case .unsigned(let value): self.init(value)
        case .float(let value) where !value.isNaN: self = .real(Double(value))
        case .double(let value) where !value.isNaN: self = .real(value)
        case .null, .bool, .float, .double, .string, .octets, .list, .structure: return nil
        }
    }

    private init(_ value: UInt64) { self = Int64(exactly: value).map(Self.signed) ?? .unsigned(value) }

    private init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self = .real(value)
    }

    var value: TraitValue {
        switch self {
        case .signed(let value): .signed(value)
        case .unsigned(let value): .unsigned(value)
        case .real(let value): .double(value)
        }
    }

    /// The nearest double.
    var real: Double {
        switch self {
        case .signed(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        }
    }

    // MARK: Comparing

    /// Compares two numbers exactly, also an integer with a double.
    func compare(_ other: AutomationNumber) -> Ordering {
        switch (self, other) {
        case (.signed(let left), .signed(let right)): Ordering(left, right)
        case (.unsigned(let left), .unsigned(let right)): Ordering(left, right)
        case (.signed, .unsigned): .less
        case (.unsigned, .signed): .greater
        case (.real(let left), .real(let right)): Ordering(left, right)
        case (.real(let left), _): Self.compare(left, other)
        case (_, .real(let right)): Self.compare(right, self).reversed
        }
    }

    private static func compare(_ real: Double, _ integer: AutomationNumber) -> Ordering {
        let whole = real.rounded(.down)
        let floor: AutomationNumber? =
            Int64(exactly: whole).map(AutomationNumber.signed) ?? UInt64(exactly: whole).map(AutomationNumber.unsigned)
        // The double is beyond the range of all integers.
        guard let floor else { return real < 0 ? .less : .greater }
        let order = floor.compare(integer)
        return order == .equal && real > whole ? .greater : order
    }

    // MARK: Arithmetic

    /// The sum, the difference or the product; nil on overflow.
    func combine(_ operation: Operator, _ other: AutomationNumber) -> AutomationNumber? {
        switch (self, other) {
        case (.real, _), (_, .real):
            switch operation {
            case .plus: AutomationNumber(real + other.real)
            case .minus: AutomationNumber(real - other.real)
            default: AutomationNumber(real * other.real)
            }
        default: Self.combine(operation, wide, other.wide)
        }
    }

    /// The quotient or the remainder; nil on overflow. The divisor must not be 0.
    func divide(_ operation: Operator, by other: AutomationNumber) -> AutomationNumber? {
        switch (self, other) {
        case (.real, _), (_, .real):
            operation == .dividedBy
                ? AutomationNumber(real / other.real)  // in range: a fraction
                : AutomationNumber(real.truncatingRemainder(dividingBy: other.real))
        default:
            Self.narrow(operation == .dividedBy ? wide / other.wide : wide % other.wide)  // by contract: not 0
        }
    }

    var isZero: Bool { compare(.signed(0)) == .equal }

    var negated: AutomationNumber? {
        if case .real(let value) = self { return .real(-value) }
        return Self.narrow(-wide)
    }

    /// The value in 128 bits. Every sum and product of two 64-bit integers fits, except products beyond the result
    /// range anyway.
    private var wide: Int128 {
        switch self {
        case .signed(let value): Int128(value)
        case .unsigned(let value): Int128(value)
        case .real: 0
        }
    }

    private static func combine(_ operation: Operator, _ left: Int128, _ right: Int128) -> AutomationNumber? {
        switch operation {
        case .plus: return narrow(left + right)
        case .minus: return narrow(left - right)
        default:
            let (product, isTooGreat) = left.multipliedReportingOverflow(by: right)
            return isTooGreat ? nil : narrow(product)
        }
    }

    private static func narrow(_ value: Int128) -> AutomationNumber? {
        Int64(exactly: value).map(AutomationNumber.signed) ?? UInt64(exactly: value).map(AutomationNumber.unsigned)
    }
}

/// The order of two values.
enum Ordering {
    case less
    case equal
    case greater

    init<T: Comparable>(_ left: T, _ right: T) {
        self = left < right ? .less : left > right ? .greater : .equal
    }

    var reversed: Ordering {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}
