internal import HearthBase
package import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// A bridge's resources as devices with entities.
package struct HueMap: Sendable {
    /// A request that carries out a command.
    struct Call: Hashable, Sendable {
        /// Such as `light/3f0c…`.
        var path: String
        var pace: HueRow.Pace
        var body: JSONValue
    }

    /// In the order of the bridge; rooms and zones come last.
    package private(set) var devices: [EntityDevice] = []
    /// The parts by the IDs of their resources. A scene or light belongs to one device.
    private(set) var parts: [String: HuePart] = [:]
    private var leftOut: [String: [LeftOut]] = [:]
    /// The devices whose reachability a resource tells, and these resources by their devices.
    private var linked: [String: String] = [:]
    private var links: [String: [String]] = [:]

    /// The most devices of a bridge, with its rooms and zones.
    private static let mostDevices = 1_000
    /// Services that are no part of a device for people.
    private static let inner = HueResources.connectivity.union([
        "bridge", "entertainment", "homekit", "matter", "matter_fabric", "zigbee_device_discovery",
        "switch_input_configuration", "taurus_7455",
    ])

    /// - Parameter hasGroups: whether rooms and zones are devices, too, with their scenes.
    package init(_ resources: HueResources, hasGroups: Bool) {
        var rooms: [String: String] = [:]
        for room in resources.of("room") {
            for device in room.references("children", type: "device") { rooms[device] = room.name }
        }
        for device in resources.of("device") { add(device, in: rooms[device.id], resources) }
        guard hasGroups else { return }
        let scenes = Dictionary(grouping: resources.of("scene"), by: { $0.reference("group") ?? "" })
        for group in resources.of("room", "zone") { add(group, scenes: scenes[group.id] ?? [], resources) }
    }

    /// The device that has a service, with its entities.
    private mutating func add(_ device: HueResources.Resource, in room: String?, _ resources: HueResources) {
        guard devices.count < Self.mostDevices else { return }
        let product = device.value["product_data"]
        func text(_ name: String) -> String? {
            product?[name]?.string.flatMap { (1...128).contains($0.utf8.count) ? $0 : nil }
        }
        let isPlug = product?["product_archetype"]?.string == "plug"
        var entities: [Entity] = []
        var out: [LeftOut] = []
        let services = (device.value["services"]?.items ?? []).prefix(256)
        var reached: [String] = []
        let lights = services.count { $0["rtype"]?.string == "light" }
        for service in services {
            guard let id = service["rid"]?.string, let type = service["rtype"]?.string else { continue }
            if HueResources.connectivity.contains(type), resources[id] != nil { reached.append(id) }
            guard let resource = resources[id], resource.type == type, parts[id] == nil,
                let part = HuePart(
                    resource, of: device.id, name: Self.name(resource, isOneOf: lights), isPlug: isPlug,
                    version: text("software_version") ?? "")
            else {
                if !Self.inner.contains(type), type.utf8.count <= 64, id.utf8.count <= 64 {
                    out.append(
                        LeftOut("\(type)/\(id)", .unsupported("the hub has no part for Hue's \(printable(type))")))
                }
                continue
            }
            parts[id] = part
            entities.append(part.entity)
        }
        // The bridge itself has nothing for people, unless it has a part.
        guard !entities.isEmpty else { return }
        if !out.isEmpty { leftOut[device.id] = out }
        for id in reached { linked[id] = device.id }
        links[device.id] = reached
        devices.append(
            EntityDevice(
                id: device.id, name: device.name.isEmpty ? text("product_name") ?? "Hue device" : device.name,
                maker: text("manufacturer_name"), model: text("product_name") ?? text("model_id"),
                softwareVersion: text("software_version"), suggestedRoom: room.flatMap { $0.isEmpty ? nil : $0 },
                entities: entities))
    }

    /// A room or zone as a device.
    private mutating func add(
        _ group: HueResources.Resource, scenes: [HueResources.Resource], _ resources: HueResources
    ) {
        guard devices.count < Self.mostDevices,
            let light = group.references("services", type: "grouped_light").lazy.compactMap({ resources[$0] }).first,
            let lightPart = HuePart(light, of: group.id, name: nil)
        else { return }
        let all = [lightPart] + scenes.compactMap { scene in HuePart(scene, of: group.id, name: scene.name) }
        for part in all { parts[part.resourceID] = part }
        let kind = group.type == "room" ? "Room" : "Zone"
        devices.append(
            EntityDevice(
                id: group.id, name: group.name.isEmpty ? kind : group.name, maker: "Philips Hue", model: kind,
                suggestedRoom: group.type == "room" && !group.name.isEmpty ? group.name : nil,
                entities: all.map(\.entity)))
    }

    /// The name of an entity; nil for the usual one.
    private static func name(_ resource: HueResources.Resource, isOneOf lights: Int) -> String? {
        switch resource.type {
        case "light": return lights > 1 ? resource.name : nil
        case "button":
            guard let number = resource.value["metadata"]?["control_id"]?.integer else { return nil }
            return "Button \(number)"
        default: return nil
        }
    }

    // MARK: - States

    /// What the resources of some IDs say, a report for each device.
    func reports(_ ids: some Sequence<String>, _ resources: HueResources, isReplay: Bool) -> [EntityReport] {
        var reports: [EntityReport] = []
        var places: [String: Int] = [:]
        for id in ids {
            guard let part = parts[id], let resource = resources[id] else { continue }
            let values = part.values(resource.value)
            guard !values.isEmpty else { continue }
            let state = EntityState(entity: part.entity.key, values: values)
            if let place = places[part.deviceID] {
                reports[place].states.append(state)
            } else {
                places[part.deviceID] = reports.count
                reports.append(EntityReport(deviceID: part.deviceID, states: [state], isReplay: isReplay))
            }
        }
        return reports
    }

    /// The device whose reachability a resource tells; nil for another resource.
    func device(linkedBy id: String) -> String? { linked[id] }

    /// Whether a device can't be reached although the bridge can.
    func isLost(_ deviceID: String, _ resources: HueResources) -> Bool {
        (links[deviceID] ?? []).contains { id in
            let status = resources[id]?.value["status"]?.string
            return status == "disconnected" || status == "connectivity_issue"
        }
    }

    func leftOut(of deviceID: String) -> [LeftOut] { leftOut[deviceID] ?? [] }

    // MARK: - Commands

    /// The request for a command.
    ///
    /// - Throws: `TraitError` if the bridge has no such entity, or the entity does not take the command.
    func call(
        _ command: EntityCommand, to deviceID: String, _ resources: HueResources
    ) throws(TraitError) -> Call {
        guard let id = command.entity.split(separator: "/").last.map(String.init), let part = parts[id],
            part.entity.key == command.entity, part.deviceID == deviceID, let resource = resources[id]
        else {
            throw TraitError(
                .notFound, "the device \(quotedBeginning(deviceID)) has no part \(quotedBeginning(command.entity))")
        }
        guard let body = part.body(command, resource.value) else {
            throw TraitError(
                .unsupportedCommand,
                "the bridge does not take the command \(command.action) for \(quotedBeginning(command.entity))")
        }
        return Call(path: resource.path, pace: part.row.pace, body: body)
    }
}
