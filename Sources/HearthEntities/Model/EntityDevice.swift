/// A device as an ecosystem describes it, in terms that all ecosystems share.
package struct EntityDevice: Hashable, Sendable {
    /// Identifies the device in its integration. Never changes: a MAC address or an IEEE address, never a name.
    package var id: String
    /// The name in the ecosystem; the hub's initial name.
    package var name: String
    /// The maker's name; nil if not known.
    package var maker: String?
    /// The product's name or number; nil if not known.
    package var model: String?
    /// The version of its firmware; nil if not known.
    package var softwareVersion: String?
    /// The serial number; nil if not known.
    package var serialNumber: String?
    /// The room that the ecosystem places it in; nil if it places it in none.
    package var suggestedRoom: String?
    /// Its entities, in the order of the ecosystem. Their keys differ.
    package var entities: [Entity]

    package init(
        id: String, name: String, maker: String? = nil, model: String? = nil, softwareVersion: String? = nil,
        serialNumber: String? = nil, suggestedRoom: String? = nil, entities: [Entity]
    ) {
        self.id = id
        self.name = name
        self.maker = maker
        self.model = model
        self.softwareVersion = softwareVersion
        self.serialNumber = serialNumber
        self.suggestedRoom = suggestedRoom
        self.entities = entities
    }
}
