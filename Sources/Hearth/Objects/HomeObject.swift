/// What a home consists of: a structure, a room, a device.
public protocol HomeObject: Hashable, Identifiable, Sendable where ID == String {
    /// Unique over all structures of a hub, and the same for the life of the object.
    var id: String { get }
    /// Which kind of object it is.
    var objectType: HomeObjectType { get }
}

/// The kinds of objects.
public enum HomeObjectType: Hashable, Sendable {
    case structure
    case room
    case device
    /// A part of a device.
    case endpoint
    /// A part of a device that is no endpoint of Matter's.
    case component
    case automation
    /// Any of them, for those that take one.
    case any
}
