// Conversions by the rules of Home Assistant's filters: what is no number needs a default, or is an error.

extension Renderer {
    /// Python's `float(value)`; nil for what is no number.
    private mutating func number(_ value: TemplateValue, _ use: String) throws(TemplateError) -> Double? {
        try requireDefined(value, use)
        guard case .string(let text) = value else { return value.number }
        try spend(text.utf8.count)
        return NumberText.float(text)
    }

    private func noDefault(_ name: String, _ value: TemplateValue) -> TemplateError {
        error(.value, "'\(name)' needs a number or a default, and the value is of type \(value.typeName)")
    }

    mutating func float(_ value: TemplateValue, default other: TemplateValue?) throws(TemplateError) -> TemplateValue {
        if let number = try number(value, "'float'") { return .double(number) }
        guard let other else { throw noDefault("float", value) }
        return other
    }

    mutating func isNumber(_ value: TemplateValue) throws(TemplateError) -> Bool {
        try number(value, "'is_number'")?.isFinite ?? false
    }

    mutating func int(
        _ value: TemplateValue, default other: TemplateValue?, base: TemplateValue?
    ) throws(TemplateError) -> TemplateValue {
        try requireDefined(value, "'int'")
        if let integer = value.integer { return .int(integer) }
        if case .string(let text) = value {
            guard let radix = (base ?? .int(10)).integer, (2...36).contains(radix) else {
                throw error(.notSupported, "'int' takes a base from 2 to 36")
            }
            try spend(text.utf8.count)
            switch NumberText.integer(text, radix: radix) {
            case .value(let integer): return .int(integer)
            case .tooLarge: throw error(.tooLarge, "an integer would have more than 64 bits")
            case .noInteger: break
            }
        }
        // "42.23" is no integer for Python, and Jinja makes it 42.
        if let number = try number(value, "'int'"), number.isFinite { return try truncated(number) }
        // Python has no integer for infinity, and Jinja takes the default for the text only.
        if case .double(let number) = value, number.isInfinite { throw error(.value, "'int' does not take infinity") }
        guard let other else { throw noDefault("int", value) }
        return other
    }

    private func truncated(_ number: Double) throws(TemplateError) -> TemplateValue {
        guard let integer = Int(exactly: number.rounded(.towardZero)) else {
            throw number.isFinite
                ? error(.tooLarge, "an integer would have more than 64 bits") : error(.value, "infinity is no integer")
        }
        return .int(integer)
    }

    func absolute(_ value: TemplateValue) throws(TemplateError) -> TemplateValue {
        if case .double(let number) = value { return .double(number.magnitude) }
        guard let integer = value.integer else { throw error(.value, "'abs' does not take \(value.typeName)") }
        return integer < 0 ? try negated(.int(integer)) : .int(integer)
    }

    func bitwiseAnd(_ first: TemplateValue, _ second: TemplateValue) throws(TemplateError) -> TemplateValue {
        if case (.bool(let first), .bool(let second)) = (first, second) { return .bool(first && second) }
        guard let left = first.integer, let right = second.integer else {
            throw error(.value, "'bitwise_and' does not take \(first.typeName) and \(second.typeName)")
        }
        return .int(left & right)
    }

    /// Home Assistant's `multiply` and `add`: the value as a float, with an amount.
    mutating func scaled(
        _ value: TemplateValue, _ sign: ArithmeticSign, _ arguments: Values
    ) throws(TemplateError) -> TemplateValue {
        let amount = arguments[0] ?? .undefined
        let name = sign == .times ? "multiply" : "add"
        if let number = try number(value, "'\(name)'") {
            try requireDefined(amount, "'\(name)'")
            if amount.number != nil { return try arithmetic(.double(number), sign, amount) }
        }
        guard let other = arguments[1] else { throw noDefault(name, value) }
        return other
    }

    /// Home Assistant's `round`, which differs from Jinja's: half to even, and an int without places.
    mutating func rounded(_ value: TemplateValue, _ arguments: Values) throws(TemplateError) -> TemplateValue {
        let precision = arguments[0] ?? .int(0)
        try requireDefined(precision, "'round'")
        let number = try number(value, "'round'")
        guard let number, let places = precision.integer, !number.isNaN || places != 0 else {
            guard let other = arguments[2] else { throw noDefault("round", value) }
            return other
        }
        guard (-308...308).contains(places) else { throw error(.value, "'round' takes -308 to 308 places") }
        var method = "common"
        if case .string(let name) = arguments[1] { method = name }
        let result = try rounded(number, places, method)
        return places == 0 ? try truncated(result) : .double(result)
    }

    private func rounded(_ number: Double, _ places: Int, _ method: String) throws(TemplateError) -> Double {
        let result: Double
        switch method {
        case "ceil", "floor":
            let factor = Double("1e\(places)") ?? 1
            let product = number * factor
            guard product.isFinite else { throw error(.value, "'round' does not take so large a number") }
            // Python's `floor` returns an int, which has no negative zero.
            result = (product.rounded(method == "ceil" ? .up : .down) + 0) / factor  // in range: a fraction
        case "half":
            guard number.isFinite, (number * 2).isFinite else { throw error(.value, "'round' needs a finite number") }
            result = ((number * 2).rounded(.toNearestOrEven) + 0) / 2
        default:
            guard number.isFinite else {
                if places == 0 { throw error(.value, "'round' does not take infinity") }
                return number
            }
            result = ExactDecimal(number).rounded(places: places)
            guard result.isFinite else { throw error(.value, "the rounded number is too large") }
        }
        return result
    }
}
