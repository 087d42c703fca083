internal import HearthEntities
internal import HearthJSON

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// How a property of an entity is in a resource, in both directions.
struct HueField: Sendable {
    /// How a value is written in a resource.
    enum Form: Hashable, Sendable {
        case truth
        /// Yes is this word.
        case word(String)
        /// Yes is this word in a member of an item of a list.
        case anyItem(member: String, word: String)
        /// A number: the property's, times this factor.
        case number(times: Double)
        /// A whole number.
        case whole
        /// 10,000 times the decimal logarithm of the lux, plus 1.
        case lux
        /// The name of an effect; `no_effect` for none.
        case effect
    }

    let property: EntityProperty
    /// Where the value is. Newer firmware has the first, older firmware one of the others.
    let paths: [[String]]
    let form: Form
    /// Where a command puts the value; nil if only the bridge sets it.
    var target: [String]?
    /// Where a truth value says that the value means nothing.
    var validity: [String]?

    init(
        _ property: EntityProperty, _ paths: [String]..., form: Form, target: [String]? = nil, validity: [String]? = nil
    ) {
        self.property = property
        self.paths = paths
        self.form = form
        self.target = target
        self.validity = validity
    }

    /// The value in a resource; nil if the resource does not mention it.
    func read(_ resource: JSONValue) -> EntityValue? {
        guard let value = paths.lazy.compactMap({ resource.at($0) }).first else { return nil }
        if let validity, resource.at(validity)?.bool == false { return .unknown }
        switch form {
        case .truth: return value.bool.map { .bool($0) } ?? .unknown
        case .word(let word): return value.string.map { .bool($0 == word) } ?? .unknown
        case .anyItem(let member, let word):
            return .bool(value.items.contains { $0[member]?.string == word })
        case .number(let factor): return value.number.map { .number($0 / factor) } ?? .unknown
        case .whole: return value.number.map { .number($0) } ?? .unknown
        case .lux:
            guard let level = value.number, (0...65_535).contains(level) else { return .unknown }
            return .number(level < 1 ? 0 : Self.power(level))
        case .effect:
            guard let word = value.string, word.utf8.count <= 64 else { return .unknown }
            return .text(word == HueTables.noEffect ? "None" : word)
        }
    }

    /// 10 to the power of a light level (Hue's documentation, `light_level`).
    private static func power(_ level: Double) -> Double { pow(10, (level - 1) / 10_000) }

    /// What a command sets; nil for a property that only the bridge sets.
    ///
    /// - Parameter limits: the range of a number, as the bridge counts.
    func body(_ value: EntityValue, limits: ClosedRange<Double>?) -> JSONValue? {
        guard let target else { return nil }
        func limited(_ number: Double) -> Double {
            guard let limits else { return number }
            return min(max(number, limits.lowerBound), limits.upperBound)
        }
        let written: JSONValue
        switch (form, value) {
        case (.truth, .bool(let isOn)): written = .bool(isOn)
        case (.number(let factor), .number(let number)) where number.isFinite:
            written = .number((limited(number * factor) * 10_000).rounded() / 10_000)
        case (.whole, .number(let number)) where number.isFinite: written = .number(limited(number).rounded())
        case (.effect, .text(let word)):
            written = .string(["", "none"].contains(word.lowercased()) ? HueTables.noEffect : word)
        default: return nil
        }
        return target.reversed().reduce(written) { .object([$1: $0]) }
    }
}

extension JSONValue {
    /// The value at a path; nil if it is not there.
    func at(_ path: [String]) -> JSONValue? { path.reduce(self) { $0?[$1] } }
}
