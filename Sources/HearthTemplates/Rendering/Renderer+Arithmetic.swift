extension Renderer {
    mutating func arithmetic(
        _ left: TemplateValue, _ sign: ArithmeticSign, _ right: TemplateValue
    ) throws(TemplateError) -> TemplateValue {
        try requireDefined(left, "'\(sign.rawValue)'")
        try requireDefined(right, "'\(sign.rawValue)'")
        if let left = left.integer, let right = right.integer { return try whole(left, sign, right) }
        if let left = left.number, let right = right.number { return .double(try fraction(left, sign, right)) }
        switch (left, sign, right) {
        case (.string(let left), .plus, .string(let right)):
            try checkLength(left.utf8.count)
            try checkLength(right.utf8.count)
            return try made(left + right)
        case (.list(let left), .plus, .list(let right)):
            try spend(left.count + right.count)
            return .list(left + right)
        case (.tuple(let left), .plus, .tuple(let right)):
            try spend(left.count + right.count)
            return .tuple(left + right)
        case (_, .times, _):
            if let count = right.integer { return try repeated(left, count) }
            if let count = left.integer { return try repeated(right, count) }
        case (.string, .remainder, _):
            throw error(.notSupported, "the operator '%' on a text is not supported")
        default: break
        }
        throw error(.value, "'\(sign.rawValue)' does not take \(left.typeName) and \(right.typeName)")
    }

    private func whole(_ left: Int, _ sign: ArithmeticSign, _ right: Int) throws(TemplateError) -> TemplateValue {
        let (value, overflow): (Int, Bool)
        switch sign {
        case .plus: (value, overflow) = left.addingReportingOverflow(right)
        case .minus: (value, overflow) = left.subtractingReportingOverflow(right)
        case .times: (value, overflow) = left.multipliedReportingOverflow(by: right)
        case .divided: return .double(try fraction(Double(left), sign, Double(right)))
        case .dividedDown, .remainder:
            guard right != 0 else { throw error(.value, "division by zero") }
            let (quotient, overflows) = left.dividedReportingOverflow(by: right)
            let rest = left.remainderReportingOverflow(dividingBy: right).partialValue
            // Python rounds down, so that the rest has the sign of the divisor.
            let isBelow = rest != 0 && (rest < 0) != (right < 0)
            (value, overflow) =
                sign == .dividedDown
                ? (isBelow ? quotient - 1 : quotient, overflows) : (isBelow ? rest + right : rest, false)
        }
        guard !overflow else { throw error(.value, "an integer would have more than 64 bits") }
        return .int(value)
    }

    private func fraction(_ left: Double, _ sign: ArithmeticSign, _ right: Double) throws(TemplateError) -> Double {
        switch sign {
        case .plus: return left + right
        case .minus: return left - right
        case .times: return left * right
        case .divided, .dividedDown, .remainder:
            guard right != 0 else { throw error(.value, "division by zero") }
            let ratio = left / right  // in range: a fraction
            if sign == .divided { return ratio }
            var rest = left.truncatingRemainder(dividingBy: right)
            var quotient = (left - rest) / right  // in range: a fraction
            if rest == 0 {
                rest = right.sign == .minus ? -0.0 : 0
            } else if (right < 0) != (rest < 0) {
                rest += right
                quotient -= 1
            }
            if sign == .remainder { return rest }
            guard quotient != 0 else { return ratio.sign == .minus ? -0.0 : 0 }
            let floor = quotient.rounded(.down)
            return quotient - floor > 0.5 ? floor + 1 : floor
        }
    }

    private mutating func repeated(_ value: TemplateValue, _ count: Int) throws(TemplateError) -> TemplateValue {
        let count = max(count, 0)
        switch value {
        case .string(let text):
            let (length, overflow) = text.utf8.count.multipliedReportingOverflow(by: count)
            try checkLength(overflow ? .max : length)
            return try made(text.isEmpty ? "" : String(repeating: text, count: count))
        case .list(let items), .tuple(let items):
            let (length, overflow) = items.count.multipliedReportingOverflow(by: count)
            try spend(overflow ? .max : length)
            var whole: [TemplateValue] = []
            if !items.isEmpty { for _ in 0..<count { whole += items } }
            return if case .list = value { .list(whole) } else { .tuple(whole) }
        default: throw error(.value, "'*' does not take \(value.typeName) and a number")
        }
    }

    func negated(_ operand: TemplateValue) throws(TemplateError) -> TemplateValue {
        try requireDefined(operand, "'-'")
        if case .double(let value) = operand { return .double(-value) }
        guard let value = operand.integer else { throw error(.value, "'-' does not take \(operand.typeName)") }
        return try whole(0, .minus, value)
    }

    func positive(_ operand: TemplateValue) throws(TemplateError) -> TemplateValue {
        try requireDefined(operand, "'+'")
        if case .double = operand { return operand }
        guard let value = operand.integer else { throw error(.value, "'+' does not take \(operand.typeName)") }
        return .int(value)
    }
}
