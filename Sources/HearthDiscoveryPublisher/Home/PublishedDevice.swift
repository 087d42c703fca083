package import HearthTraitCore

/// A device of the home as the publisher sees it: its description, with the values of its traits.
package struct PublishedDevice: Hashable, Sendable {
    /// The device's ID at the hub, which never changes.
    package var id: String
    /// The name that people see.
    package var name: String
    /// The name of its room; nil if it is in none.
    package var room: String?
    /// ID of the bridge that it is behind; nil for other devices.
    package var bridgeID: String?
    /// The MQTT broker through which the hub itself has the device, as `HOST:PORT`; nil for other devices.
    package var broker: String?
    /// Whether the device can be reached.
    package var isReachable: Bool
    /// The endpoints, in ascending order of their numbers.
    package var endpoints: [PublishedEndpoint]

    /// Creates a device and sorts the endpoints.
    package init(
        id: String, name: String, room: String? = nil, bridgeID: String? = nil, broker: String? = nil,
        isReachable: Bool = true, endpoints: [PublishedEndpoint]
    ) {
        self.id = id
        self.name = name
        self.room = room
        self.bridgeID = bridgeID
        self.broker = broker
        self.isReachable = isReachable
        self.endpoints = endpoints.sorted { $0.number < $1.number }
    }
}

/// One endpoint of a device.
package struct PublishedEndpoint: Hashable, Sendable {
    /// The endpoint's number in Matter; 0 is the root.
    package var number: UInt16
    /// The IDs of its device types.
    package var deviceTypes: [UInt32]
    /// The name of this part of the device: a person's, or the maker's label; nil without either.
    package var label: String?
    /// The attributes of its traits, by trait ID and attribute ID.
    package var traits: [UInt32: StructureValue]

    package init(number: UInt16, deviceTypes: [UInt32], label: String? = nil, traits: [UInt32: StructureValue]) {
        self.number = number
        self.deviceTypes = deviceTypes
        self.label = label
        self.traits = traits
    }
}

/// Something that a part of a device is asked to do.
package struct PublishedRequest: Hashable, Sendable {
    /// A command, or attributes to write.
    package enum Content: Hashable, Sendable {
        /// The command of this ID with its arguments.
        case command(UInt32, StructureValue)
        /// Attributes by ID, written all or none.
        case update(StructureValue)
    }

    package var endpoint: UInt16
    package var trait: UInt32
    package var content: Content

    package init(endpoint: UInt16, trait: UInt32, content: Content) {
        self.endpoint = endpoint
        self.trait = trait
        self.content = content
    }
}
