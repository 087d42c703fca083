internal import HearthMessage
public import HearthTraitCore

/// An event of a trait that this program has no Swift type for, or did not name.
public struct UnknownEvent: Event {
    public typealias Source = UnknownTrait
    public static var eventID: UInt32 { .max }
    public let payload: EmptyMessage
    public let metadata: EventMetadata

    public init(payload: EmptyMessage, metadata: EventMetadata) {
        self.payload = payload
        self.metadata = metadata
    }
}
