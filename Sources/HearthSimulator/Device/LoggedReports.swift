internal import HearthBase
internal import HearthTraitCore

/// Logs a device's reports and forwards them to the hub.
struct LoggedReports: DeviceReporter {
    let hub: any DeviceReporter
    let product: SimulatedProduct
    let log: @Sendable (String) -> Void

    func report(_ change: DeviceChange) {
        let changed = change.attributes.ordered { [UInt32($0.key.endpoint), $0.key.traitID] }
        for (key, values) in changed {
            guard let trait = product.trait(key.traitID, at: key.endpoint) else { continue }
            for attribute in trait.attributes {
                guard let value = values[attribute.id] else { continue }
                log("\(key.endpoint) \(trait.name).\(attribute.name) = \(trait.text(value, attribute.field))")
            }
        }
        for event in change.events {
            guard let trait = product.trait(event.traitID, at: event.endpoint),
                let type = trait.event(event.eventID)
            else { continue }
            log("\(event.endpoint) \(trait.name) event \(type.name)(\(trait.text(event.fields, type.fields)))")
        }
        hub.report(change)
    }

    func bring(_ devices: [DeviceDescription]) async throws { try await hub.bring(devices) }

    func remove(_ deviceIDs: [String]) async throws { try await hub.remove(deviceIDs) }

    func remember(_ deviceID: String, key: String, _ value: [UInt8]) { hub.remember(deviceID, key: key, value) }
}
