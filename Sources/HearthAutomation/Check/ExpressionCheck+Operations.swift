internal import HearthTraitDescriptors

extension ExpressionCheck {
    /// The type of an operation's result.
    mutating func type(of operation: Operator, _ operands: [AutomationExpression]) -> ExpressionType {
        let result: ExpressionType = operation.isBoolean ? .boolean : .unknown
        if operation == .isOnline { return checkOnline(operands) }
        if operation == .heldFor { return checkHeld(operands) }
        var types: [ExpressionType] = []
        for operand in operands { types.append(type(of: operand)) }
        guard operation.operands.contains(operands.count) else {
            let (least, most) = (operation.operands.lowerBound, operation.operands.upperBound)
            note(
                .invalidArgumentCount(operands.count),
                "\(operation) has \(operands.count) operands; give it "
                    + (least == most ? "\(least)" : "\(least) or more"))
            return result
        }
        switch operation {
        case .and, .or, .not:
            for (index, type) in types.enumerated() where !type.mayBeBoolean {
                note(
                    .invalidOperand(index),
                    "\(operation) needs true or false, but operand \(index + 1) is \(type.name); compare it "
                        + "with something")
            }
        case .equals, .notEquals: checkPair(operation, operands, types, 0, 1, isOrdered: false)
        case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
            checkPair(operation, operands, types, 0, 1, isOrdered: true)
        case .between:
            let pairs = [(0, 1), (0, 2), (1, 2)]
            let wrong = pairs.first { !types[$0].canOrder(types[$1]) }
            if let (left, right) = wrong { checkPair(operation, operands, types, left, right, isOrdered: true) }
        case .plus, .minus, .times, .dividedBy, .remainder, .negated:
            for (index, type) in types.enumerated() where !type.mayBeNumber {
                note(
                    .invalidOperand(index),
                    "\(operation) takes numbers, but operand \(index + 1) is \(type.name); use a number")
                return .unknown
            }
            if types.contains(where: \.isUnknown) { return .unknown }
            return types.contains { if case .real = $0 { true } else { false } } ? .real : .signed
        case .hasBits: checkBits(operands, types)
        case .item, .count, .contains: return type(ofList: operation, operands, types)
        case .isOnline, .heldFor: break
        }
        return result
    }

    /// Checks `isOnline`, which may name a node whether or not the run has passed it.
    private mutating func checkOnline(_ operands: [AutomationExpression]) -> ExpressionType {
        guard operands.count == 1, case .field(let reference) = operands[0] else {
            note(.invalidOperand(0), "isOnline takes one field of a starter or a state reader; give it one")
            return .boolean
        }
        if sources[reference.nodeID] == nil, !sources.hasUnknownNodes { noteInvalid(reference) }
        return .boolean
    }

    /// Checks `heldFor`, which is evaluated on present values rather than on those the run has read.
    private mutating func checkHeld(_ operands: [AutomationExpression]) -> ExpressionType {
        guard operands.count == 2 else {
            note(.invalidArgumentCount(operands.count), "heldFor takes a condition and seconds")
            return .boolean
        }
        if !liveType(of: operands[0]).mayBeBoolean {
            note(.invalidOperand(0), "operand 1 of heldFor must be true or false; compare it")
        }
        var usesVariables = false
        operands[0].visit {
            switch $0 {
            case .variable, .operation(.heldFor, _): usesVariables = true
            default: break
            }
        }
        let usesClock = operands[0].references.contains { sources[$0.nodeID]?.found.isTime == true }
        if usesClock {
            note(.invalidOperand(0), "heldFor does not follow the clock; compare the time of day without it")
        }
        if usesVariables {
            note(
                .invalidOperand(0),
                "heldFor works without a run, so it can contain no variable and no other heldFor; compare attributes"
            )
        }
        guard case .constant(let value) = operands[1], let seconds = value.integer, seconds > 0,
            .seconds(seconds) <= limits.longestDuration
        else {
            note(
                .invalidOperand(1),
                "the second operand of heldFor must be whole seconds, 1 s to \(limits.longestDuration.shown)")
            return .boolean
        }
        return .boolean
    }

    /// Checks `hasBits`, which accepts bitmaps and unsigned numbers, as the evaluator does.
    private mutating func checkBits(_ operands: [AutomationExpression], _ types: [ExpressionType]) {
        for (index, type) in types.enumerated() {
            switch type {
            case .bitmap, .unsigned, .unknown: continue
            default:
                note(
                    .invalidOperand(index),
                    "hasBits takes bitmaps, but operand \(index + 1) is \(type.name); use a bitmap")
                return
            }
        }
        checkPair(.hasBits, operands, types, 0, 1, isOrdered: false)
    }

    private mutating func type(
        ofList operation: Operator, _ operands: [AutomationExpression], _ types: [ExpressionType]
    ) -> ExpressionType {
        switch (operation, types[0]) {
        case (.count, .list), (.count, .text), (.count, .octets), (.count, .unknown): return .signed
        case (.item, .list(let item)):
            switch types[1] {
            case .unsigned, .signed, .unknown: return item
            default:
                note(.invalidOperand(1), "the index of an item must be a whole number, 0 or more")
                return item
            }
        case (.contains, .list(let item)):
            checkPair(operation, operands, [item, types[1]], 0, 1, isOrdered: false)
            return .boolean
        case (_, .unknown): return operation.isBoolean ? .boolean : .unknown
        default:
            note(.invalidOperand(0), "\(operation) takes a list, but this is \(types[0].name); use a list")
            return operation.isBoolean ? .boolean : operation == .count ? .signed : .unknown
        }
    }

    /// Checks two operands that are compared.
    private mutating func checkPair(
        _ operation: Operator, _ operands: [AutomationExpression], _ types: [ExpressionType], _ left: Int, _ right: Int,
        isOrdered: Bool
    ) {
        let (one, other) = (types[left], types[right])
        // A constant number stands for an enum case or bits if it is compared with an enum or bitmap.
        if !isOrdered {
            if case .constant(let value) = operands[right], let objection = objection(to: value, in: one) {
                return note(.invalidOperand(right), objection)
            }
            if case .constant(let value) = operands[left], let objection = objection(to: value, in: other) {
                return note(.invalidOperand(left), objection)
            }
            if one.isNamed(by: operands[right]) || other.isNamed(by: operands[left]) { return }
        }
        guard isOrdered ? one.canOrder(other) : one.canEqual(other) else {
            let what = isOrdered && one.canEqual(other) ? "compared by size" : "compared"
            return note(
                .invalidArgumentsForOperator(operation),
                "\(operation): \(one.name) and \(other.name) can't be \(what); use values of the same kind")
        }
    }

    /// Why a constant can't be a value of an enum or bitmap; nil if it can, or if the type is another one.
    private func objection(to value: TraitValue, in type: ExpressionType) -> String? {
        guard ExpressionType(value).isNumber else { return nil }
        switch type {
        case .enumeration(let type):
            if let number = value.integer.flatMap(UInt64.init(exactly:)), type.name(of: number) != nil { return nil }
            let names = type.cases.prefix(16).map(\.name).joined(separator: ", ")
            return "\(type.name) has no such value; choose one of \(names)"
        case .bitmap(let type):
            if case .unsigned(let bits) = value, type.bits >= 64 || bits >> UInt64(type.bits) == 0 { return nil }
            if let bits = value.integer, bits >= 0, type.bits >= 64 || bits >> Int64(type.bits) == 0 { return nil }
            return "\(type.name) has only \(type.bits) bits; choose some of these"
        default: return nil
        }
    }
}

extension ExpressionType {
    /// Whether this is an enum or bitmap and the expression a constant number, which stands for one of its values.
    fileprivate func isNamed(by expression: AutomationExpression) -> Bool {
        guard case .constant(let value) = expression, ExpressionType(value).isNumber else { return false }
        return switch self {
        case .enumeration, .bitmap: true
        default: false
        }
    }
}
