extension Renderer {
    mutating func length(of value: TemplateValue) throws(TemplateError) -> Int {
        switch value {
        case .undefined: return 0
        case .list(let items), .tuple(let items): return items.count
        case .dictionary(let dictionary): return dictionary.count
        case .string(let text):
            try spend(text.utf8.count)
            return text.unicodeScalars.count
        default: throw error(.value, "a value of type \(value.typeName) has no length")
        }
    }

    static func capitalized(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return (scalars.first?.properties.titlecaseMapping ?? "") + String(scalars.dropFirst()).lowercased()
    }

    /// Jinja's `title`: a word begins after white space, a hyphen or an opening bracket.
    static func titled(_ text: String) -> String {
        var (whole, word) = ("", String.UnicodeScalarView())
        func cased() -> String {
            (word.first.map { String(Character($0)).uppercased() } ?? "") + String(word.dropFirst()).lowercased()
        }
        for scalar in text.unicodeScalars {
            if scalar.isPythonSpace || "-({[<".unicodeScalars.contains(scalar) {
                whole += cased()
                word = String.UnicodeScalarView()
                whole.unicodeScalars.append(scalar)
            } else {
                word.append(scalar)
            }
        }
        return whole + cased()
    }

    mutating func stripped(
        _ text: String, _ characters: TemplateValue?, left: Bool = true, right: Bool = true
    ) throws(TemplateError) -> String {
        try spend(text.utf8.count)
        guard let characters, characters != .none else {
            return text.stripped(left: left, right: right) { $0.isPythonSpace }
        }
        let out = Set(try string(characters, "'strip'").unicodeScalars)
        return text.stripped(left: left, right: right) { out.contains($0) }
    }

    /// Items as texts with a separator between them.
    mutating func joined(
        _ items: [TemplateValue], by separator: String
    ) throws(TemplateError) -> TemplateValue {
        var whole = ""
        for (index, item) in items.enumerated() {
            if index > 0 { whole += separator }
            whole += try text(item)
            try checkLength(whole.utf8.count)
        }
        return try made(whole)
    }

    mutating func replaced(_ text: String, _ arguments: Values) throws(TemplateError) -> TemplateValue {
        let (old, new) = (
            try self.text(arguments[0] ?? .undefined), Array(try self.text(arguments[1] ?? .undefined).utf8)
        )
        var most = Int.max
        if let count = arguments[2], count != .none {
            guard let integer = count.integer else { throw error(.value, "'replace' takes an integer as the count") }
            if integer >= 0 { most = integer }
        }
        let bytes = Array(text.utf8)
        // An empty text is before each scalar, and at the end.
        let places =
            old.isEmpty
            ? Array((bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]).prefix(most))
            : try self.places(of: old, in: text, most: most)
        try spend(bytes.count)
        let (added, overflow) = places.count.multipliedReportingOverflow(by: new.count)
        let removed = places.count * old.utf8.count  // in range: they are parts of the text
        let (length, overflows) = added.addingReportingOverflow(bytes.count - removed)
        try checkLength(overflow || overflows ? .max : length)
        var (whole, copied) = ([UInt8](), 0)
        for place in places {
            whole += bytes[copied..<place] + new
            copied = place + old.utf8.count
        }
        return try made(String(decoding: whole + bytes[copied...], as: UTF8.self))
    }

    /// Python's `split`: by white space if there is no separator.
    mutating func split(
        _ text: String, _ separator: TemplateValue?, _ most: TemplateValue?
    ) throws(TemplateError) -> [TemplateValue] {
        var limit = Int.max
        if let most {
            guard let integer = most.integer else { throw error(.value, "'split' takes an integer as the limit") }
            if integer >= 0 { limit = integer }
        }
        try spend(text.utf8.count)
        guard let separator, separator != .none else { return Self.words(text, limit) }
        let pattern = try string(separator, "'split'")
        guard !pattern.isEmpty else { throw error(.value, "'split' takes no empty text") }
        let bytes = Array(text.utf8)
        var (parts, start) = ([TemplateValue](), 0)
        for place in try places(of: pattern, in: text, most: limit) {
            parts.append(.string(String(decoding: bytes[start..<place], as: UTF8.self)))
            start = place + pattern.utf8.count
        }
        parts.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
        try spend(parts.count)
        return parts
    }

    private static func words(_ text: String, _ limit: Int) -> [TemplateValue] {
        var (words, rest) = ([TemplateValue](), Substring(text).unicodeScalars)
        while true {
            while let first = rest.first, first.isPythonSpace { rest.removeFirst() }
            if rest.isEmpty { return words }
            if words.count == limit {
                words.append(.string(String(rest)))
                return words
            }
            let word = rest.prefix { !$0.isPythonSpace }
            words.append(.string(String(word)))
            rest = rest[word.endIndex...]
        }
    }

    /// Jinja's `truncate`, with its default leeway of 5.
    mutating func truncated(_ value: TemplateValue, _ arguments: Values) throws(TemplateError) -> TemplateValue {
        let end = Array(try string(arguments[2] ?? .string("..."), "'truncate'").unicodeScalars)
        let isLeewayDefault = arguments[3] == nil || arguments[3] == TemplateValue.none
        guard let length = (arguments[0] ?? .int(255)).integer,
            let leeway = isLeewayDefault ? 5 : arguments[3]?.integer, leeway >= 0, length >= end.count
        else { throw error(.value, "'truncate' needs a length of at least that of its ending, and a leeway from 0") }
        let (longest, overflow) = length.addingReportingOverflow(leeway)
        if try self.length(of: value) <= (overflow ? .max : longest) { return value }
        guard case .string(let text) = value else {
            throw error(.value, "'truncate' takes a text and not \(value.typeName); add 'string'")
        }
        let scalars = Array(text.unicodeScalars)
        var kept = scalars.prefix(max(0, length - end.count))
        if !(arguments[1]?.isTrue ?? false), let space = kept.lastIndex(of: " ") { kept = kept[..<space] }
        return try made(String(Array(kept) + end))
    }

    /// Jinja's `min` and `max`: texts are compared in lower case.
    mutating func extreme(
        _ items: [TemplateValue], _ filter: Filter, isCaseSensitive: Bool
    ) throws(TemplateError) -> TemplateValue {
        guard var best = items.first else { return .undefined }
        var bestRank = try rank(best, isCaseSensitive)
        for item in items.dropFirst() {
            let rank = try rank(item, isCaseSensitive)
            if try holds(rank, filter == .min ? .less : .greater, bestRank) { (best, bestRank) = (item, rank) }
        }
        return best
    }

    /// What `min` and `max` compare of an item.
    private mutating func rank(_ item: TemplateValue, _ isCaseSensitive: Bool) throws(TemplateError) -> TemplateValue {
        guard case .string(let text) = item, !isCaseSensitive else { return item }
        try spend(text.utf8.count)
        return .string(text.lowercased())
    }
}
