/// Python's `dict`: keys of any hashable type, in the order of their insertion.
package struct TemplateDictionary: Equatable, Sendable {
    /// A key with its value.
    package struct Entry: Equatable, Sendable {
        package var key: TemplateValue
        package var value: TemplateValue
    }

    package private(set) var entries: [Entry] = []
    private var places: [HashKey: Int] = [:]

    package init() {}

    package var count: Int { entries.count }

    /// The value of a text key; nil if there is none.
    package subscript(name: String) -> TemplateValue? { places[.text(Array(name.utf8))].map { entries[$0].value } }

    /// Sets the value of a text key. A known key keeps its place.
    package mutating func set(_ name: String, _ value: TemplateValue) {
        set(.string(name), .text(Array(name.utf8)), value)
    }

    subscript(key: HashKey) -> TemplateValue? { places[key].map { entries[$0].value } }

    mutating func set(_ key: TemplateValue, _ hash: HashKey, _ value: TemplateValue) {
        if let place = places[hash] {
            entries[place].value = value
        } else {
            places[hash] = entries.count
            entries.append(Entry(key: key, value: value))
        }
    }

    /// Whether both have the same entries in the same order.
    package static func == (one: TemplateDictionary, other: TemplateDictionary) -> Bool {
        one.entries == other.entries
    }
}

/// What Python hashes and compares of a key: `1`, `1.0` and `True` are one key, and texts differ by their scalars.
enum HashKey: Hashable {
    case undefined, none
    case int(Int)
    case double(Double)
    case text([UInt8])
    case tuple([HashKey])
    case moment(TemplateMoment)
}
