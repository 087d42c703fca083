internal import Foundation
internal import HearthHomeKitMapping
internal import HearthTraitDescriptors

/// A reference to a characteristic of a home.
struct CharacteristicReference: Hashable, Sendable {
    let deviceID: String
    let key: CharacteristicKey

    init(_ deviceID: String, _ key: CharacteristicKey) {
        self.deviceID = deviceID
        self.key = key
    }
}

/// A home as the mappings of scenes and triggers need it.
struct MappedHome: Sendable {
    /// The structure, which has the Time and presence traits.
    let structureID: String
    /// The time zone of the home's dates and times of day. HomeKit's fire dates are instants.
    let timeZone: TimeZone
    /// The hub's ID of the current user; nil if the hub has not sent it.
    var personID: String?
    /// A device with the schemas of its traits; nil if it was removed.
    let device: @Sendable (String) -> DeviceSnapshot?

    func found(_ id: String) throws(HMError) -> DeviceSnapshot {
        guard let device = device(id) else {
            throw HMError(.notFound, "the accessory was removed; choose another one")
        }
        return device
    }
}

extension DeviceSnapshot {
    /// A copy of the device with another value of an attribute.
    func with(_ value: TraitValue, of attribute: UInt32, trait: UInt32, endpoint: UInt16) -> DeviceSnapshot {
        var copy = self
        guard let index = copy.endpoints.firstIndex(where: { $0.number == endpoint }) else { return self }
        copy.endpoints[index].traits[trait]?.attributes[attribute] = value
        return copy
    }
}
