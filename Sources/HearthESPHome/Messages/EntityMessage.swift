/// What identifies an entity in a session: a hash of its name, unique among those of its kind and sub-device.
struct EntityAddress: Hashable, Sendable {
    var key: UInt32 = 0
    /// 0 for the device itself.
    var deviceID: UInt32 = 0
}

/// A message about one entity: a state, or a command.
protocol EntityMessage: WireMessage {
    var address: EntityAddress { get set }
}

extension EntityMessage {
    /// The number of the field `device_id`.
    static var deviceField: UInt32 { fields.first { $0.name == "device_id" }?.number ?? 0 }

    /// The rows of the address.
    /// - Parameter device: the number of the field `device_id`.
    static func address(device: UInt32) -> Row {
        table(fixed(1, "key", \.address.key), number(device, "device_id", \.address.deviceID))
    }
}

/// What all descriptions of entities have.
struct ListingHead: Hashable, Sendable {
    var objectID = ""
    var key: UInt32 = 0
    var entityName = ""
    var isDisabledByDefault = false
    /// 0 for none, 1 for settings, 2 for diagnostics.
    var category: UInt32 = 0
    var deviceID: UInt32 = 0

    var address: EntityAddress { EntityAddress(key: key, deviceID: deviceID) }
}

/// A description of an entity.
protocol ListingMessage: WireMessage {
    var head: ListingHead { get set }
}

extension ListingMessage {
    /// The rows of the head; the numbers of some fields differ between messages.
    static func head(disabled: UInt32, category: UInt32, device: UInt32) -> Row {
        table(
            text(1, "object_id", \.head.objectID), fixed(2, "key", \.head.key), text(3, "name", \.head.entityName),
            flag(disabled, "disabled_by_default", \.head.isDisabledByDefault),
            choice(category, "entity_category", \.head.category), number(device, "device_id", \.head.deviceID))
    }
}
