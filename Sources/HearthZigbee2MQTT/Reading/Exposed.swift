package import HearthJSON

/// An item of a device's `exposes` (zigbee2mqtt's documentation, "Exposes"): a property of its state, or a group of
/// properties.
package struct Exposed: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case binary, numeric, `enum`, text, composite, list
        case light, `switch`, cover, lock, climate, fan

        /// Whether its features are those of one thing, each with a property of its own in the device's state.
        package var isSpecific: Bool {
            switch self {
            case .light, .switch, .cover, .lock, .climate, .fan: true
            case .binary, .numeric, .enum, .text, .composite, .list: false
            }
        }
    }

    /// What can be done with a property.
    package struct Access: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The property is in published states.
        package static let state = Access(rawValue: 1)
        package static let set = Access(rawValue: 2)
        package static let get = Access(rawValue: 4)
    }

    package var kind: Kind
    /// What the property means; empty for groups.
    package var name: String
    /// Its key in the state, unlike the name with the endpoint; empty for groups.
    package var property: String
    package var label: String
    package var access: Access
    package var endpoint: String?
    /// `config` or `diagnostic`.
    package var category: String?
    package var unit: String
    package var minimum: Double?
    package var maximum: Double?
    package var step: Double?
    /// The values of a number that have names.
    package var presets: [ValueConversion.Word] = []
    /// The words of an enum, which may be numbers.
    package var values: [JSONValue]
    package var on: JSONValue
    package var off: JSONValue
    package var toggle: JSONValue?
    package var features: [Exposed]

    package init(
        _ kind: Kind, _ name: String = "", property: String? = nil, label: String = "",
        access: Access = [.state, .set, .get], endpoint: String? = nil, category: String? = nil, unit: String = "",
        minimum: Double? = nil, maximum: Double? = nil, step: Double? = nil, values: [JSONValue] = [],
        on: JSONValue = .bool(true), off: JSONValue = .bool(false), toggle: JSONValue? = nil, features: [Exposed] = []
    ) {
        self.kind = kind
        self.name = name
        self.property = property ?? name
        self.label = label
        self.access = access
        self.endpoint = endpoint
        self.category = category
        self.unit = unit
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.values = values
        self.on = on
        self.off = off
        self.toggle = toggle
        self.features = features
    }
}

/// The exposes of a device, as far as they can be read.
package struct ExposedList: Hashable, Sendable {
    /// The most bytes of a name, word or unit.
    static let longestWord = 128
    /// The most items with their features; the largest known model has 231.
    static let most = 2_000
    private static let deepest = 8

    package private(set) var items: [Exposed] = []
    /// Items that can't be read, by property or name, with the reason.
    package private(set) var refused: [UnmappedProperty] = []
    private var count = 0

    package init(_ value: JSONValue?) {
        for item in value?.items ?? [] {
            guard count < Self.most else {
                refused.append(UnmappedProperty("…", "the device has more than \(Self.most) exposes"))
                break
            }
            if let exposed = read(item, depth: 0) { items.append(exposed) }
        }
    }

    private mutating func read(_ value: JSONValue, depth: Int) -> Exposed? {
        count += 1
        let name = Self.word(value["name"]) ?? ""
        let property = Self.word(value["property"]) ?? name
        func refuse(_ reason: String) -> Exposed? {
            refused.append(UnmappedProperty(property.isEmpty ? "an expose without a property" : property, reason))
            return nil
        }
        guard let type = value["type"]?.string, let kind = Exposed.Kind(rawValue: type) else {
            return refuse("its type is unknown")
        }
        guard !property.isEmpty || kind.isSpecific else {
            return refuse("its property is missing, or longer than \(Self.longestWord) bytes")
        }
        guard depth < Self.deepest, count <= Self.most else { return refuse("there are too many exposes") }
        var exposed = Exposed(
            kind, name, property: property, label: Self.word(value["label"]) ?? "",
            access: Exposed.Access(rawValue: UInt8(exactly: value["access"]?.integer ?? 0) ?? 0),
            endpoint: Self.word(value["endpoint"]), category: Self.word(value["category"]),
            unit: MeasureTable.unit(Self.word(value["unit"]) ?? ""))
        exposed.minimum = value["value_min"]?.number
        exposed.maximum = value["value_max"]?.number
        exposed.step = value["value_step"]?.number
        exposed.presets = (value["presets"]?.items ?? []).prefix(Self.most).compactMap { preset in
            guard let name = Self.word(preset["name"]), let value = preset["value"] else { return nil }
            return ValueConversion.Word(value, name)
        }
        exposed.values = Array((value["values"]?.items ?? []).prefix(Self.most))
        exposed.on = value["value_on"] ?? .bool(true)
        exposed.off = value["value_off"] ?? .bool(false)
        exposed.toggle = value["value_toggle"]
        for feature in value["features"]?.items ?? [] {
            if let feature = read(feature, depth: depth + 1) { exposed.features.append(feature) }
        }
        return exposed
    }

    private static func word(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty, text.utf8.count <= longestWord else { return nil }
        return text
    }
}

/// A property that has no place among a device's entities, and why.
package struct UnmappedProperty: Hashable, Sendable {
    /// The keys to the property, with dots between.
    package var property: String
    package var reason: String

    package init(_ property: String, _ reason: String) {
        self.property = property
        self.reason = reason
    }
}
