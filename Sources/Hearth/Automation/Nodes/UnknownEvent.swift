internal import HearthMessage
public import HearthTraitCore

/// An event of a trait without a Swift type in this program, or not among
/// ``HomeClientConfiguration/referencedAutomationTypes``.
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
