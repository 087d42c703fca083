internal import HearthEntities
internal import HearthTraitCore

/// Requests to the bridge about one device, which people make by buttons of the device. They are left out until a person
/// shows them, as most devices never need them. Only administrators may press them.
enum BridgeButtons {
    private static let interview = "bridge:interview"
    private static let configure = "bridge:configure"
    private static let remove = "bridge:remove"

    static let entities: [Entity] = [
        (interview, "Interview again"), (configure, "Configure again"), (remove, "Remove from the network"),
    ].map { key, name in
        Entity(key: key, name: name, category: .setting, kind: .press(deviceClass: NetworkPress.deviceClass))
    }

    /// The request of a pressed button; nil for other commands.
    static func request(_ command: EntityCommand, of deviceID: String) -> BridgeRequest? {
        switch (command.action, command.entity) {
        case (.press, interview): .interview(deviceID: deviceID)
        case (.press, configure): .configure(deviceID: deviceID)
        case (.press, remove): .remove(deviceID: deviceID, isForced: false)
        default: nil
        }
    }
}
