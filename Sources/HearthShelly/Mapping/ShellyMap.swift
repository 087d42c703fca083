internal import HearthBase
package import HearthEntities
package import HearthJSON
package import HearthTraitCore

/// A component of a device: its configuration and its status at one moment.
struct ShellyComponent {
    /// Such as `switch:0`, or `sys` for one that there is only once.
    let key: String
    let type: String
    let number: Int
    let config: JSONValue
    let status: JSONValue

    init(_ key: String, config: JSONValue, status: JSONValue) {
        self.key = key
        let parts = key.split(separator: ":", maxSplits: 1)
        type = parts.first.map(String.init) ?? ""
        number = parts.count == 2 ? min(max(Int(parts[1]) ?? 0, 0), 9_999) : 0
        self.config = config
        self.status = status
    }

    /// For requests.
    var id: JSONValue { .number(Double(number)) }

    /// The name that a person gave it; empty if none did.
    var name: String {
        guard let name = config["name"]?.string, name.utf8.count <= 128 else { return "" }
        return name
    }

    /// The name of something of it.
    func named(_ what: String) -> String {
        name.isEmpty ? what : "\(name) \(what.prefix(1).lowercased())\(what.dropFirst())"
    }
}

/// A Shelly of the second generation or later as entities.
package struct ShellyMap: Sendable {
    /// The most components that are looked at.
    private static let mostComponents = 200

    package let device: EntityDevice
    private let parts: [ShellyPart]

    /// Maps a device.
    ///
    /// - Parameters:
    ///   - id: the device's id: its MAC address.
    ///   - source: the name that the device has in its frames, which begins with its model.
    ///   - config: of all components, by their keys.
    ///   - status: of all components, by their keys.
    package init(id: String, source: String, config: [String: JSONValue], status: [String: JSONValue]) {
        let system = config["sys"]?["device"]
        var parts: [ShellyPart] = []
        for (key, status) in status.sorted(by: { Self.order($0.key) < Self.order($1.key) }).prefix(Self.mostComponents)
        where key.utf8.count <= 64 {
            parts += Self.parts(ShellyComponent(key, config: config[key] ?? .null, status: status))
        }
        var keys: Set<String> = []
        self.parts = parts.filter { keys.insert($0.entity.key).inserted }
        let model = source.split(separator: "-").first.map(String.init) ?? "Shelly"
        let name = system?["name"]?.string ?? ""
        device = EntityDevice(
            id: id, name: (1...128).contains(name.utf8.count) ? name : model, maker: "Shelly", model: model,
            softwareVersion: system?["fw_id"]?.string, serialNumber: id, entities: self.parts.map(\.entity))
    }

    /// Components in the order of their types and numbers, as `switch:10` comes after `switch:2`.
    private static func order(_ key: String) -> (String, Int) {
        let component = ShellyComponent(key, config: .null, status: .null)
        return (component.type, component.number)
    }

    private static func parts(_ component: ShellyComponent) -> [ShellyPart] {
        switch component.type {
        case "switch":
            return [OutputParts.toggle(component)] + MeasureParts.electrical(component) + MeasureParts.chip(component)
        case "cover":
            return [OutputParts.cover(component)] + MeasureParts.electrical(component) + MeasureParts.chip(component)
        case "light", "rgb", "rgbw", "cct":
            let white = component.type == "rgbw" ? [OutputParts.white(component)] : []
            return [OutputParts.light(component)] + white + MeasureParts.electrical(component)
                + MeasureParts.chip(component)
        case "input": return [InputParts.input(component)]
        case "thermostat": return [InputParts.thermostat(component)]
        case "pm1", "em1": return MeasureParts.electrical(component)
        case "em": return MeasureParts.threePhases(component)
        case "em1data": return MeasureParts.energies(component, of: "em1:\(component.number)")
        case "emdata": return MeasureParts.energies(component, of: "em:\(component.number)")
        case "boolean", "number", "enum", "text", "button":
            return InputParts.virtual(component).map { [$0] } ?? []
        default: return MeasureParts.plain(component)
        }
    }

    /// What statuses of components, which may be partial, say of the entities.
    package func states(_ statuses: [String: JSONValue]) -> [EntityState] {
        parts.compactMap { part in
            guard let status = statuses[part.component] else { return nil }
            let values = part.read(status)
            return values.isEmpty ? nil : EntityState(entity: part.entity.key, values: values)
        }
    }

    /// The events of a notification's list.
    package func events(_ list: [JSONValue]) -> [EntityReport.Event] {
        list.prefix(100).compactMap { event in
            guard let component = event["component"]?.string, let word = event["event"]?.string,
                let part = parts.first(where: { $0.component == component && $0.events[word] != nil }),
                let type = part.events[word]
            else { return nil }
            return EntityReport.Event(entity: part.entity.key, type: type)
        }
    }

    /// The request for a command.
    ///
    /// - Throws: `TraitError` if the device has no such entity or command, or a value does not fit.
    package func call(_ command: EntityCommand) throws(TraitError) -> ShellyCall {
        guard let part = parts.first(where: { $0.entity.key == command.entity }) else {
            throw TraitError(.notFound, "\(quoted(device.name)) has no entity \(quoted(command.entity))")
        }
        guard let call = try part.call?(command) else {
            throw TraitError(
                .unsupportedCommand,
                "\(quoted(device.name)) does not take the command \(command.action) for \(quoted(command.entity))")
        }
        return call
    }
}
