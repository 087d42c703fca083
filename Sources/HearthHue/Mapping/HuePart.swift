internal import HearthBase
internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// An entity of a resource, with the way between the resource and the entity's values.
struct HuePart: Sendable {
    let deviceID: String
    let entity: Entity
    let resourceID: String
    let row: HueRow
    /// The version of the device's firmware, with which an update is compared.
    let version: String
    /// The ranges of numbers, as the bridge counts.
    private let limits: [EntityProperty: ClosedRange<Double>]

    /// - Parameters:
    ///   - name: the entity's name; nil for the usual one.
    ///   - isPlug: whether a light is a plug.
    /// - Returns: nil if the resource is no entity.
    init?(
        _ resource: HueResources.Resource, of deviceID: String, name: String?, isPlug: Bool = false,
        version: String = ""
    ) {
        guard let row = HueTables.rows[resource.type], let kind = row.kind(resource.value) else { return nil }
        self.deviceID = deviceID
        self.row = row
        self.version = version
        resourceID = resource.id
        entity = Entity(
            key: resource.path, name: name ?? row.name, category: row.category,
            kind: isPlug ? .toggle(deviceClass: "outlet") : kind)
        var limits: [EntityProperty: ClosedRange<Double>] = [.x: 0...1, .y: 0...1]
        let lowest = resource.value["dimming"]?["min_dim_level"]?.number ?? 0
        // A dim light is not off.
        limits[.brightness] = min(max(lowest, 0.01), 100)...100
        limits[.colorTemperature] = HueTables.mireds(of: resource.value)
        self.limits = limits
    }

    /// What a resource says of the entity.
    func values(_ resource: JSONValue) -> [EntityProperty: EntityValue] {
        var values: [EntityProperty: EntityValue] = [:]
        for field in row.fields { values[field.property] = field.read(resource) }
        if case .toggle = entity.kind { values = values.filter { $0.key == .on } }
        // A light shows either a colour temperature or a colour; the other one is unknown.
        if case .number? = values[.colorTemperature], values[.x] != nil {
            (values[.x], values[.y]) = (.unknown, .unknown)
        }
        if case .update = entity.kind, let state = resource["state"]?.string {
            values[.installedVersion] = .text(version)
            values[.latestVersion] = .text(state == "no_update" ? version : "newer than \(version)")
        }
        return values
    }

    /// The newest event that a resource mentions, and when it was. Older firmware does not say when.
    func event(_ resource: JSONValue) -> (type: String?, time: String?)? {
        guard let events = row.events else { return nil }
        if let time = resource.at(events.time)?.string, let word = resource.at(events.word)?.string {
            return (events.types[word], time)
        }
        return resource.at(events.oldWord)?.string.map { (events.types[$0], nil) }
    }

    /// The body of the request for a command.
    ///
    /// - Parameter resource: the resource's present state.
    /// - Returns: nil if the entity does not take the command.
    func body(_ command: EntityCommand, _ resource: JSONValue) -> JSONValue? {
        switch command.action {
        case .press: return row.press
        case .toggle:
            guard let isOn = resource.at(["on", "on"])?.bool else { return nil }
            return body(EntityCommand(entity: command.entity, values: [.on: .bool(!isOn)]), resource)
        case .set: break
        default: return nil
        }
        var values = command.values
        // What else a command says would have no effect on a light that goes off.
        if values[.on] == .bool(false) { values = [.on: .bool(false)] }
        var body = JSONValue.object([:])
        for field in row.fields {
            guard let value = values.removeValue(forKey: field.property) else { continue }
            guard let change = field.body(value, limits: limits[field.property]) else { return nil }
            body = body.changed(by: change)
        }
        guard values.isEmpty, body != .object([:]) else { return nil }
        if let transition = command.transition, row.pace != .other {
            // The longest one is 100 minutes (Hue's documentation, `dynamics`).
            let milliseconds = min(max(transition / .milliseconds(1), 0), 6_000_000).rounded()
            body = body.changed(by: .object(["dynamics": .object(["duration": .number(milliseconds)])]))
        }
        return body
    }
}
