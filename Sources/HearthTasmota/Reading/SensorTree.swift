package import HearthJSON

/// The measured values of a device, as `tasmota/discovery/MAC/sensors` shows them with an example of each.
package struct SensorTree: Hashable, Sendable {
    /// A value of the tree.
    package struct Leaf: Hashable, Sendable {
        /// The sensor, such as `ENERGY` or `DS18B20-1`, and the group in it if it has one.
        package var group: [String]
        /// What is measured, such as `Temperature`.
        package var quantity: String
        /// The place in a list of values; nil for a value by itself.
        package var index: Int?
        /// Whether the value is text.
        package var isText: Bool

        package init(_ group: [String], _ quantity: String, index: Int? = nil, isText: Bool = false) {
            self.group = group
            self.quantity = quantity
            self.index = index
            self.isText = isText
        }

        /// The value in a message; nil if the message does not contain it.
        package func value(in message: JSONValue) -> JSONValue? {
            var value: JSONValue? = message
            for key in group { value = value?[key] }
            guard let found = value?[quantity] else { return nil }
            guard let index else { return found }
            if case .array(let items) = found { return items.indices.contains(index) ? items[index] : nil }
            // A meter that announces several phases may report the only one by itself.
            return index == 0 ? found : nil
        }
    }

    /// The most values of a device.
    private static let most = 500
    /// Readers of cards and tags: their values are not measures.
    private static let ignored: Set<String> = ["Time", "PN532", "RDM6300"]

    /// In the order of their names, as JSON gives them none.
    package private(set) var leaves: [Leaf] = []
    /// `C` or `F`, of all temperatures.
    package private(set) var temperatureUnit: String?
    /// `hPa` or `mmHg`, of all pressures.
    package private(set) var pressureUnit: String?
    /// The unit of speeds, such as `km/h`.
    package private(set) var speedUnit: String?

    /// A tree without values.
    package init() {}

    /// Reads a document; nil if it has no tree.
    package init?(_ document: JSONValue) {
        guard case .object(let sensors)? = document["sn"] else { return nil }
        temperatureUnit = TasmotaConfig.word(sensors["TempUnit"])
        pressureUnit = TasmotaConfig.word(sensors["PressureUnit"])
        speedUnit = TasmotaConfig.word(sensors["SpeedUnit"])
        for (name, sensor) in sensors.sorted(by: { $0.key < $1.key }) where !Self.ignored.contains(name) {
            // Shutters are entities of their own.
            if name.hasPrefix("Shutter") { continue }
            add(sensor, [name])
        }
    }

    private mutating func add(_ sensor: JSONValue, _ group: [String]) {
        guard group.allSatisfy({ (1...64).contains($0.utf8.count) }) else { return }
        for (quantity, value) in sensor.members.sorted(by: { $0.key < $1.key })
        where (1...64).contains(quantity.utf8.count) {
            switch value {
            case .object where group.count == 1: add(value, group + [quantity])
            case .object, .bool: break
            case .array(let items):
                for (index, item) in items.prefix(16).enumerated() {
                    append(Leaf(group, quantity, index: index, isText: item.string != nil))
                }
            case .string, .number, .null: append(Leaf(group, quantity, isText: value.string != nil))
            }
        }
    }

    private mutating func append(_ leaf: Leaf) {
        if leaves.count < Self.most { leaves.append(leaf) }
    }
}
