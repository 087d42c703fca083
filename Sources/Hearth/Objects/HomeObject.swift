/// A structure, room, device or automation.
public protocol HomeObject: Hashable, Identifiable, Sendable where ID == String {
    /// Unique among all structures of a hub. Never changes.
    var id: String { get }
    /// The kind of object.
    var objectType: HomeObjectType { get }
}

/// A kind of object.
public enum HomeObjectType: Hashable, Sendable {
    /// A structure.
    case structure
    /// A room.
    case room
    /// A device.
    case device
    /// A part of a device: a Matter endpoint.
    case endpoint
    /// A part of a device that isn't a Matter endpoint.
    case component
    /// An automation.
    case automation
    /// Any kind, for filters.
    case any
}
