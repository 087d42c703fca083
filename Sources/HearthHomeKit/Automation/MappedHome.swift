internal import Foundation
internal import HearthAccessories
internal import HearthTraitModel

/// A characteristic of a home.
struct CharacteristicReference: Hashable, Sendable {
    let deviceID: String
    let key: CharacteristicKey

    init(_ deviceID: String, _ key: CharacteristicKey) {
        self.deviceID = deviceID
        self.key = key
    }
}

/// A home as the mapping of scenes and triggers sees it.
struct MappedHome: Sendable {
    /// The structure, which has the Time trait and that of presence.
    let structureID: String
    /// Where dates and times of day are local. HomeKit's fire dates are instants.
    let timeZone: TimeZone
    /// The current user, as the hub knows them; nil where the hub has not said it.
    var personID: String?
    /// A device with the schemas of its traits; nil for one that is not there.
    let device: @Sendable (String) -> DeviceSnapshot?

    func found(_ id: String) throws(HMError) -> DeviceSnapshot {
        guard let device = device(id) else {
            throw HMError(.notFound, "the accessory was removed; choose another one")
        }
        return device
    }
}

extension DeviceSnapshot {
    /// The device with another value of an attribute.
    func with(_ value: TraitValue, of attribute: UInt32, trait: UInt32, endpoint: UInt16) -> DeviceSnapshot {
        var copy = self
        guard let index = copy.endpoints.firstIndex(where: { $0.number == endpoint }) else { return self }
        copy.endpoints[index].traits[trait]?.attributes[attribute] = value
        return copy
    }
}
