package import HearthTraitModel

/// A value that is worked out when a run comes to it.
package indirect enum AutomationExpression: Hashable, Sendable {
    /// The same always. Times of day and dates are structures, as in the Time trait.
    case constant(TraitValue)
    /// Of a trait that a starter or a state reader has read.
    case field(FieldReference)
    /// Of an assignment.
    case variable(String)
    /// Of other values.
    case operation(Operator, [AutomationExpression])
    /// Of a version that this one does not know: its value is unknown (AU-02).
    case unsupported

    /// The expression itself and all that it is made of, each before its parts.
    func visit(_ body: (AutomationExpression) -> Void) {
        body(self)
        guard case .operation(_, let operands) = self else { return }
        for operand in operands { operand.visit(body) }
    }

    /// What it reads of traits.
    package var references: [FieldReference] {
        var references: [FieldReference] = []
        visit { if case .field(let reference) = $0 { references.append(reference) } }
        return references
    }
}

/// An attribute or an event's field, or a part of its structure.
package struct FieldReference: Hashable, Sendable {
    /// The starter or state reader that reads it.
    package let nodeID: UInt32
    /// The attribute's id or the event field's, and then the ids of fields of structures.
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

/// What can be done with values. The numbers are those of the wire, and never change.
package enum Operator: UInt32, Hashable, Sendable, CaseIterable {
    case equals = 1
    case notEquals
    case lessThan
    case lessThanOrEquals
    case greaterThan
    case greaterThanOrEquals
    /// The first lies between the second and the third, both of them included (AU-45). Times of day pass midnight.
    case between
    case and
    case or
    case not
    case plus
    case minus
    case times
    /// Of two integers it is a whole number, rounded towards zero.
    case dividedBy
    case remainder
    case negated
    /// All bits of the second are set in the first.
    case hasBits
    /// The item of a list at an index from 0.
    case item
    /// How many items a list has, or bytes a string.
    case count
    /// The list has the item.
    case contains
    /// The device of a starter or state reader can be reached. Its operand is any field of that.
    case isOnline
    /// The first has been true for so many seconds, the second, without a break until now (AU-41).
    case heldFor

    /// How many operands it takes.
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

    /// Whether its value is true or false.
    package var isBoolean: Bool {
        switch self {
        case .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals, .between, .and,
            .or, .not, .hasBits, .contains, .isOnline, .heldFor:
            true
        case .plus, .minus, .times, .dividedBy, .remainder, .negated, .item, .count: false
        }
    }
}
