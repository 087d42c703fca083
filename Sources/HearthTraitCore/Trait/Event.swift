public import HearthMessage

/// An event of a trait, such as a button press. Conforming types are generated from schemas.
public protocol Event: Hashable, Sendable {
    /// The trait that the event belongs to.
    associatedtype Source: Trait
    /// The message with the event's fields.
    associatedtype Payload: Message

    /// The event id within the trait.
    static var eventID: UInt32 { get }
    /// The event's fields.
    var payload: Payload { get }
    /// Number, time and importance of this occurrence.
    var metadata: EventMetadata { get }

    /// Creates an event from its fields and metadata.
    init(payload: Payload, metadata: EventMetadata)
}

extension Event {
    /// The id of the trait that the event belongs to.
    public static var traitID: UInt32 { Source.descriptor.id }

    /// Whether fields and metadata are equal.
    public static func == (left: Self, right: Self) -> Bool { left.isSame(as: right) }

    /// Feeds fields and metadata into the hasher.
    public func hash(into hasher: inout Hasher) { feed(&hasher) }

    /// The hash value of fields and metadata.
    public var hashValue: Int {
        var hasher = Hasher()
        feed(&hasher)
        return hasher.finalize()
    }

    private func isSame(as other: Self) -> Bool { metadata == other.metadata && payload == other.payload }

    private func feed(_ hasher: inout Hasher) {
        hasher.combine(metadata)
        hasher.combine(payload)
    }
}

/// Properties of an event occurrence besides its fields.
public struct EventMetadata: Hashable, Sendable {
    /// The event number; increases with each event of the device's structure.
    public let number: UInt64
    /// Seconds since 1970-01-01 UTC.
    public let timestamp: Double
    /// The importance of the event: Matter's event priority.
    public let importance: EventImportance

    /// Creates event metadata.
    public init(number: UInt64, timestamp: Double, importance: EventImportance) {
        self.number = number
        self.timestamp = timestamp
        self.importance = importance
    }
}
