/// An object of a structure, as reports name it.
public struct ObjectKey: Hashable, Sendable {
    /// The kinds of objects, in an order in which clients can apply their changes. Their numbers are stored.
    public enum Kind: Int64, CaseIterable, Sendable {
        /// The structure itself.
        case structure = 0
        /// A room.
        case room = 1
        /// A person.
        case person = 5
        /// A zone.
        case zone = 3
        /// A device.
        case device = 2
        /// A service group.
        case serviceGroup = 4
        /// An automation.
        case automation = 6
        /// Data that an app stores for an object.
        case appData = 7
    }

    /// The kind of object.
    public let kind: Kind
    /// ID of the object, or of the object that the app data belongs to.
    public let id: String
    /// The app whose data it is; empty unless it is app data.
    public let appID: String

    /// Creates a key.
    public init(_ kind: Kind, _ id: String, appID: String = "") {
        self.kind = kind
        self.id = id
        self.appID = appID
    }
}
