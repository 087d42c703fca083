package import HearthEntities
package import HearthJSON
package import HearthTraitCore

/// A Tasmota device as entities, with the way between its messages and theirs.
package struct TasmotaMap: Sendable {
    package private(set) var device: EntityDevice
    private var parts: [any TasmotaPart] = []

    /// Maps a device.
    ///
    /// - Parameter id: the device's id in its integration.
    package init(_ config: TasmotaConfig, _ sensors: SensorTree, id: String) {
        device = EntityDevice(
            id: id, name: config.name, maker: "Tasmota", model: config.model, softwareVersion: config.version,
            serialNumber: config.address, entities: [])
        addRelays(config)
        if config.isFan { add(FanPart()) }
        for index in config.switchModes.indices {
            if let part = SwitchPart(index, config) { add(part) }
            if let part = SwitchPressPart(index, config) { add(part) }
        }
        for index in config.buttons.indices {
            if let part = ButtonPart(index, config) { add(part) }
        }
        for leaf in sensors.leaves {
            if let part = SensorPart(leaf, of: sensors) { add(part) }
        }
        for part in SensorPart.ofState(config) { add(part) }
    }

    private mutating func addRelays(_ config: TasmotaConfig) {
        let relays = config.relays
        let counts = Dictionary(relays.map { ($0, 1) }, uniquingKeysWith: +)
        let areLights = config.options.contains(.relaysAreLights)
        var (lights, shutters) = (0, 0)
        var index = 0
        while index < relays.count {
            defer { index += 1 }
            switch relays[index] {
            case .relay where !areLights: add(RelayPart(index, config, isOnly: counts[.relay] == 1))
            case .relay, .light:
                let count = (counts[.light] ?? 0) + (areLights ? counts[.relay] ?? 0 : 0)
                add(LightPart(index, config, place: lights, isOnly: count == 1))
                // With separate or unlinked channels white is a light of its own.
                if lights == 0, config.channels == 4, config.isLinked, !config.options.contains(.separateChannels) {
                    add(WhitePart())
                }
                lights += 1
            case .shutter:
                // A single one can't move a shutter; the device is not set up.
                guard index + 1 < relays.count, relays[index + 1] == .shutter else { continue }
                add(ShutterPart(shutters, config, isOnly: counts[.shutter] == 2))
                shutters += 1
                index += 1
            case nil: break
            }
        }
    }

    private mutating func add(_ part: any TasmotaPart) {
        // Owners choose names of switches and sensors; of equal keys the first counts.
        guard !device.entities.contains(where: { $0.key == part.entity.key }) else { return }
        device.entities.append(part.entity)
        parts.append(part)
    }

    /// What a message says of the entities.
    package func states(_ message: JSONValue) -> [EntityState] {
        parts.compactMap { part in
            let values = part.values(in: message)
            return values.isEmpty ? nil : EntityState(entity: part.entity.key, values: values)
        }
    }

    /// The events that a message reports.
    package func events(_ message: JSONValue) -> [EntityReport.Event] {
        parts.compactMap { part in
            part.event(in: message).map { EntityReport.Event(entity: part.entity.key, type: $0) }
        }
    }

    /// The device's commands for a command.
    ///
    /// - Parameter known: the last values of the command's entity.
    /// - Throws: `TraitError` if the device has no such entity or command, or a value does not fit.
    package func orders(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder] {
        guard let part = parts.first(where: { $0.entity.key == command.entity }) else {
            throw TraitError(.notFound, "\(quoted(device.name)) has no entity \(quoted(command.entity))")
        }
        return try part.orders(command, known: known)
    }
}
