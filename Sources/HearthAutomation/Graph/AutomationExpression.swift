package import HearthTraitDescriptors

/// A value that is computed when a run reaches it.
package indirect enum AutomationExpression: Hashable, Sendable {
    /// A fixed value. Times of day and dates are structures, as in the Time trait.
    case constant(TraitValue)
    /// A field of a trait that a starter or a state reader has read.
    case field(FieldReference)
    /// The value of a variable that an assignment has set.
    case variable(String)
    /// A value computed from other values.
    case operation(Operator, [AutomationExpression])
    /// An expression of a newer version that this one does not know; its value is unknown.
    case unsupported

    /// Visits the expression and all its parts, each before its own parts.
    func visit(_ body: (AutomationExpression) -> Void) {
        body(self)
        guard case .operation(_, let operands) = self else { return }
        for operand in operands { operand.visit(body) }
    }

    /// The trait fields that it reads.
    package var references: [FieldReference] {
        var references: [FieldReference] = []
        visit { if case .field(let reference) = $0 { references.append(reference) } }
        return references
    }
}

/// A reference to an attribute, to a field of an event, or to a field of its structure.
package struct FieldReference: Hashable, Sendable {
    /// The id of the starter or state reader that reads it.
    package let nodeID: UInt32
    /// The id of the attribute or event field, then the ids of nested structure fields.
    package let path: [UInt32]

    package init(_ nodeID: UInt32, _ path: UInt32...) {
        self.nodeID = nodeID
        self.path = path
    }

    package init(_ nodeID: UInt32, path: [UInt32]) {
        self.nodeID = nodeID
        self.path = path
    }
}

/// An operation on values. The raw values are wire numbers and never change.
package enum Operator: UInt32, Hashable, Sendable, CaseIterable {
    case equals = 1
    case notEquals
    case lessThan
    case lessThanOrEquals
    case greaterThan
    case greaterThanOrEquals
    /// Whether the first lies between the second and the third, both inclusive. Ranges of times of day may pass
    /// midnight.
    case between
    case and
    case or
    case not
    case plus
    case minus
    case times
    /// The quotient; of two integers, an integer rounded towards zero.
    case dividedBy
    case remainder
    case negated
    /// Whether all bits of the second are set in the first.
    case hasBits
    /// The item of a list at a zero-based index.
    case item
    /// The number of items of a list, or of bytes of a string.
    case count
    /// Whether the list contains the item.
    case contains
    /// Whether the device of a starter or state reader is online. The operand is any field that this node reads.
    case isOnline
    /// Whether the first has been true without a break for the number of seconds that the second gives, until now.
    case heldFor

    /// The numbers of operands that it accepts.
    package var operands: ClosedRange<Int> {
        switch self {
        case .not, .negated, .count, .isOnline: 1...1
        case .between: 3...3
        case .and, .or: 2...Self.most
        case .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals, .plus, .minus,
            .times, .dividedBy, .remainder, .hasBits, .item, .contains, .heldFor:
            2...2
        }
    }

    private static let most = 1_024

    /// Whether its result is true or false.
    package var isBoolean: Bool {
        switch self {
        case .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals, .between, .and,
            .or, .not, .hasBits, .contains, .isOnline, .heldFor:
            true
        case .plus, .minus, .times, .dividedBy, .remainder, .negated, .item, .count: false
        }
    }
}
