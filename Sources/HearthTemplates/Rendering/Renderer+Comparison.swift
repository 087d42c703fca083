extension Renderer {
    mutating func holds(
        _ left: TemplateValue, _ sign: ComparisonSign, _ right: TemplateValue
    ) throws(TemplateError) -> Bool {
        switch sign {
        case .equal: return try isEqual(left, right)
        case .unequal: return !(try isEqual(left, right))
        case .contained: return try isContained(left, in: right)
        case .notContained: return !(try isContained(left, in: right))
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            try requireDefined(left, "'\(sign.rawValue)'")
            try requireDefined(right, "'\(sign.rawValue)'")
            return switch try order(left, right, sign) {
            case .unordered: false
            case .less: sign == .less || sign == .lessOrEqual
            case .equal: sign == .lessOrEqual || sign == .greaterOrEqual
            case .greater: sign == .greater || sign == .greaterOrEqual
            }
        }
    }

    /// Python's `==`: numbers by their value whatever their type, others only within a type.
    mutating func isEqual(
        _ left: TemplateValue, _ right: TemplateValue, depth: Int = 0
    ) throws(TemplateError) -> Bool {
        try spend(TemplateLimits.item)
        if let order = Self.order(ofNumbers: left, right) { return order == .equal }
        switch (left, right) {
        case (.undefined, .undefined), (.none, .none): return true
        case (.string(let left), .string(let right)):
            guard left.utf8.count == right.utf8.count else { return false }
            try spend(left.utf8.count)
            return left.isSame(as: right)
        case (.moment(let left), .moment(let right)): return left == right
        case (.list(let left), .list(let right)), (.tuple(let left), .tuple(let right)):
            guard left.count == right.count else { return false }
            try checkDepth(depth)
            for (left, right) in zip(left, right) where !(try isEqual(left, right, depth: depth + 1)) { return false }
            return true
        case (.dictionary(let left), .dictionary(let right)):
            guard left.count == right.count else { return false }
            try checkDepth(depth)
            for entry in left.entries {
                guard let value = right[try hashKey(entry.key)], try isEqual(entry.value, value, depth: depth + 1)
                else {
                    return false
                }
            }
            return true
        default: return false
        }
    }

    func checkDepth(_ depth: Int) throws(TemplateError) {
        guard depth < TemplateLimits.valueDepth else {
            throw error(.budget, "a value is nested deeper than \(TemplateLimits.valueDepth) levels")
        }
    }

    enum Order { case less, equal, greater, unordered }

    /// The order of two numbers; nil unless both are numbers. Exact also where an integer has no equal float.
    private static func order(ofNumbers left: TemplateValue, _ right: TemplateValue) -> Order? {
        func order<Number: Comparable>(_ left: Number, _ right: Number) -> Order {
            left < right ? .less : left > right ? .greater : left == right ? .equal : .unordered
        }
        if let left = left.integer {
            if let right = right.integer { return order(left, right) }
            guard case .double(let right) = right else { return nil }
            return Self.order(of: left, right)
        }
        guard case .double(let left) = left else { return nil }
        if case .double(let right) = right { return order(left, right) }
        return right.integer.map {
            switch Self.order(of: $0, left) {
            case .less: .greater
            case .greater: .less
            case let same: same
            }
        }
    }

    private static func order(of left: Int, _ right: Double) -> Order {
        guard !right.isNaN else { return .unordered }
        let floor = right.rounded(.down)
        guard let whole = Int(exactly: floor) else { return right > 0 ? .less : .greater }
        if left != whole { return left < whole ? .less : .greater }
        return right > floor ? .less : .equal
    }

    /// - Parameter sign: for errors.
    mutating func order(
        _ left: TemplateValue, _ right: TemplateValue, _ sign: ComparisonSign, depth: Int = 0
    ) throws(TemplateError) -> Order {
        try spend(TemplateLimits.item)
        if let order = Self.order(ofNumbers: left, right) { return order }
        switch (left, right) {
        case (.string(let left), .string(let right)):
            try spend(min(left.utf8.count, right.utf8.count))
            // UTF-8 has the order of the scalars.
            if left.isSame(as: right) { return .equal }
            return left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
        case (.moment(let left), .moment(let right)):
            return left == right ? .equal : left.microseconds < right.microseconds ? .less : .greater
        case (.list(let left), .list(let right)), (.tuple(let left), .tuple(let right)):
            try checkDepth(depth)
            for (left, right) in zip(left, right) where !(try isEqual(left, right, depth: depth + 1)) {
                return try order(left, right, sign, depth: depth + 1)
            }
            return left.count == right.count ? .equal : left.count < right.count ? .less : .greater
        default:
            throw error(.value, "'\(sign.rawValue)' does not compare \(left.typeName) and \(right.typeName)")
        }
    }

    mutating func isContained(_ item: TemplateValue, in whole: TemplateValue) throws(TemplateError) -> Bool {
        switch whole {
        case .string(let text):
            try requireDefined(item, "'in'")
            guard case .string(let part) = item else {
                throw error(.value, "'in' looks for a text in a text, not for \(item.typeName)")
            }
            return part.isEmpty ? true : !(try places(of: part, in: text, most: 1).isEmpty)
        case .dictionary(let dictionary): return dictionary[try hashKey(item)] != nil
        default:
            for other in try items(of: whole) where try isEqual(item, other) { return true }
            return false
        }
    }

    mutating func hashKey(_ value: TemplateValue) throws(TemplateError) -> HashKey {
        guard let key = try key(of: value) else {
            throw error(.value, "a \(value.typeName) is no key of a dictionary")
        }
        return key
    }

    /// The key that Python makes of a value; nil for lists and dictionaries, which are not hashable. Tuples that share
    /// items may be far larger than the memory they take, so each item counts.
    mutating func key(of value: TemplateValue, depth: Int = 0) throws(TemplateError) -> HashKey? {
        try spend(TemplateLimits.item)
        switch value {
        case .undefined: return .undefined
        case .none: return HashKey.none
        case .bool(let value): return .int(value ? 1 : 0)
        case .int(let value): return .int(value)
        case .double(let value): return Int(exactly: value).map { .int($0) } ?? .double(value)
        case .string(let text):
            try spend(text.utf8.count)
            return .text(Array(text.utf8))
        case .moment(let moment): return .moment(moment)
        case .list, .dictionary: return nil
        case .tuple(let items):
            try checkDepth(depth)
            var keys: [HashKey] = []
            for item in items {
                guard let key = try key(of: item, depth: depth + 1) else { return nil }
                keys.append(key)
            }
            return .tuple(keys)
        }
    }

    /// The offsets of a text in another one, in bytes.
    mutating func places(of part: String, in text: String, most: Int = .max) throws(TemplateError) -> [Int] {
        try spend(text.utf8.count)
        try spend(part.utf8.count)
        return Array(text.utf8).positions(of: Array(part.utf8), most: most)
    }
}
