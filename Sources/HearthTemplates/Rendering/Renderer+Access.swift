// Members and items by the rules of Jinja's sandbox: `x.a` is the attribute of a Python object, or else the item "a";
// `x["a"]` is the item. What is missing is undefined, and an access to undefined is an error.

extension Renderer {
    func requireDefined(_ value: TemplateValue, _ use: String) throws(TemplateError) {
        guard !value.isUndefined else {
            throw error(.undefined, "\(use) needs a value, and there is none in the message; add 'default'")
        }
    }

    func attribute(_ name: String, of value: TemplateValue) throws(TemplateError) -> TemplateValue {
        switch value {
        case .undefined: throw error(.undefined, "'.\(name)' needs a value, and what is before it is undefined")
        case .dictionary(let dictionary):
            guard !PythonNames.dictionaryMethods.contains(name) else {
                throw error(
                    .notSupported,
                    "'.\(name)' is a method of dictionaries in Python; write [\"\(name)\"] for the member")
            }
            // The sandbox hides what changes a dictionary.
            guard !PythonNames.hiddenDictionaryMethods.contains(name) else { return .undefined }
            return dictionary[name] ?? .undefined
        case .moment(let moment):
            guard let part = moment.part(name) else {
                throw error(.notSupported, "'.\(name)' of a time is not supported")
            }
            return .int(part)
        case .string, .list, .tuple, .int, .double, .bool:
            guard !PythonNames.otherAttributes.contains(name) else {
                throw error(.notSupported, "'.\(name)' without a call is not supported")
            }
            return .undefined
        case .none: return .undefined
        }
    }

    mutating func item(_ index: TemplateValue, of value: TemplateValue) throws(TemplateError) -> TemplateValue {
        switch value {
        case .undefined: throw error(.undefined, "an index needs a value, and what is before it is undefined")
        case .dictionary(let dictionary): return try key(of: index).flatMap { dictionary[$0] } ?? .undefined
        case .list(let items), .tuple(let items):
            return index.integer.flatMap { place($0, items.count) }.map { items[$0] } ?? .undefined
        case .string(let text):
            guard let index = index.integer else { return .undefined }
            try spend(text.utf8.count)
            let scalars = text.unicodeScalars
            return place(index, scalars.count).map { offset in
                .string(String(Character(scalars[scalars.index(scalars.startIndex, offsetBy: offset)])))
            } ?? .undefined
        case .none, .bool, .int, .double, .moment: return .undefined
        }
    }

    /// The offset of an index that may count from the end; nil outside.
    private func place(_ index: Int, _ count: Int) -> Int? {
        let (fromEnd, _) = index.addingReportingOverflow(count)
        let place = index < 0 ? fromEnd : index
        return (0..<count).contains(place) ? place : nil
    }

    // MARK: Slices

    mutating func slice(_ value: TemplateValue, _ bounds: Values) throws(TemplateError) -> TemplateValue {
        switch value {
        case .string(let text):
            let scalars = Array(text.unicodeScalars)
            try spend(text.utf8.count)
            return try made(String(try sliced(scalars, bounds)))
        case .list(let items): return .list(try sliced(items, bounds))
        case .tuple(let items): return .tuple(try sliced(items, bounds))
        case .undefined: throw error(.undefined, "a slice needs a value, and what is before it is undefined")
        default: throw error(.value, "a slice of type \(value.typeName) is not possible")
        }
    }

    private mutating func sliced<Item>(_ items: [Item], _ bounds: Values) throws(TemplateError) -> [Item] {
        try spend(items.count)
        let step = try bound(bounds[2]) ?? 1
        guard step != 0 else { throw error(.value, "the step of a slice is 0") }
        /// A bound within the items, or one outside at the end that the step comes from or leads to.
        func clamped(_ bound: Int?, _ otherwise: Int) -> Int {
            guard let bound else { return otherwise }
            let place = bound < 0 ? bound.addingReportingOverflow(items.count).partialValue : bound
            return step > 0 ? min(max(place, 0), items.count) : min(max(place, -1), items.count - 1)
        }
        var place = clamped(try bound(bounds[0]), step > 0 ? 0 : items.count - 1)
        let end = clamped(try bound(bounds[1]), step > 0 ? items.count : -1)
        var kept: [Item] = []
        while step > 0 ? place < end : place > end {
            kept.append(items[place])
            let (next, overflow) = place.addingReportingOverflow(step)
            if overflow { break }
            place = next
        }
        return kept
    }

    private func bound(_ value: TemplateValue?) throws(TemplateError) -> Int? {
        guard let value, value != .none else { return nil }
        guard let integer = value.integer else { throw error(.value, "a slice needs integers") }
        return integer
    }

    // MARK: Items

    /// What a loop over the value runs through.
    mutating func items(of value: TemplateValue) throws(TemplateError) -> [TemplateValue] {
        switch value {
        case .undefined: return []
        case .list(let items), .tuple(let items):
            try spend(items.count)
            return items
        case .dictionary(let dictionary):
            try spend(dictionary.count)
            return dictionary.entries.map(\.key)
        case .string(let text):
            try spend(text.utf8.count)
            return text.unicodeScalars.map { .string(String(Character($0))) }
        case .none, .bool, .int, .double, .moment:
            throw error(.value, "a value of type \(value.typeName) has no items")
        }
    }
}

extension TemplateMoment {
    fileprivate func part(_ name: String) -> Int? {
        let parts = text(separator: "-").split(whereSeparator: { "-:.+".contains($0) }).prefix(6).map { Int($0) ?? 0 }
        let place = ["year", "month", "day", "hour", "minute", "second"].firstIndex(of: name)
        return place.flatMap { $0 < parts.count ? parts[$0] : nil }
    }
}
