public import HearthMessage

/// Something that happened on a device, once. The types that conform are generated from schemas.
public protocol Event: Hashable, Sendable {
    /// The trait that it belongs to.
    associatedtype Source: Trait
    associatedtype Payload: Message

    /// Its id within the trait.
    static var eventID: UInt32 { get }
    var payload: Payload { get }
    var metadata: EventMetadata { get }

    /// An event with its fields and what came with them.
    init(payload: Payload, metadata: EventMetadata)
}

extension Event {
    /// The trait's id.
    public static var traitID: UInt32 { Source.descriptor.id }
}

/// What goes with an event besides its fields.
public struct EventMetadata: Hashable, Sendable {
    /// Rises with each event of the device's structure.
    public let number: UInt64
    /// Seconds since 1970.
    public let timestamp: Double
    public let importance: EventImportance

    /// Metadata of an event.
    public init(number: UInt64, timestamp: Double, importance: EventImportance) {
        self.number = number
        self.timestamp = timestamp
        self.importance = importance
    }
}
