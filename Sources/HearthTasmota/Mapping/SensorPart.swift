internal import HearthEntities
internal import HearthJSON

/// A measured value of a device, or one about the device itself.
struct SensorPart: TasmotaPart {
    let entity: Entity
    private let leaf: SensorTree.Leaf

    /// A value of the device's tree of sensors; nil for what is no value of interest.
    init?(_ leaf: SensorTree.Leaf, of tree: SensorTree) {
        guard leaf.quantity != "TotalStartTime" else { return nil }
        self.leaf = leaf
        let row = SensorTable.row(leaf)
        var group = leaf.group.joined(separator: ".")
        if let index = leaf.index { group += ".\(index)" }
        // The meter of a plug is the device.
        let names = (leaf.group == ["ENERGY"] ? [] : leaf.group) + [row?.title ?? leaf.quantity]
        let kind: EntityKind =
            leaf.isText
            ? .text(minimumLength: 0, maximumLength: 255, isSecret: false, isSettable: false)
            : .sensor(
                deviceClass: row?.deviceClass ?? "", unit: row?.unit(in: tree) ?? "",
                stateClass: row?.stateClass ?? "measurement")
        entity = Entity(
            key: "sensor:\(group):\(row?.word ?? leaf.quantity)",
            name: (names + (leaf.index.map { ["\($0 + 1)"] } ?? [])).joined(separator: " "),
            category: SensorTable.isAboutDevice(leaf) ? .diagnostic : .main, kind: kind)
    }

    /// A value of the device's state.
    private init(_ key: String, _ name: String, _ leaf: SensorTree.Leaf, _ kind: EntityKind) {
        self.leaf = leaf
        entity = Entity(key: key, name: name, category: .diagnostic, kind: kind)
    }

    /// What all devices report in their state.
    static func ofState(_ config: TasmotaConfig) -> [SensorPart] {
        var parts = [
            SensorPart(
                "signal", "Signal strength", SensorTree.Leaf(["Wifi"], "Signal"),
                .sensor(deviceClass: "signal_strength", unit: "dBm", stateClass: "measurement")),
            SensorPart(
                "uptime", "Uptime", SensorTree.Leaf([], "UptimeSec"),
                .sensor(deviceClass: "duration", unit: "s", stateClass: "total_increasing")),
        ]
        if config.hasBattery {
            parts.append(
                SensorPart(
                    "battery", "Battery", SensorTree.Leaf([], "BatteryPercentage"),
                    .sensor(deviceClass: "battery", unit: "%", stateClass: "measurement")))
        }
        return parts
    }

    func values(in message: JSONValue) -> [EntityProperty: EntityValue] {
        guard let value = leaf.value(in: message) else { return [:] }
        if leaf.isText {
            return [.value: value.string.flatMap { $0.utf8.count <= 255 ? .text($0) : nil } ?? .unknown]
        }
        return [.value: value.number.map { .number($0) } ?? .unknown]
    }
}
