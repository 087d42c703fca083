internal import HearthBase
public import HearthTraitCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Event properties with the names of Google's SDK.
extension Event {
    /// The trait's identifier and the event's ID in hexadecimal: "home.matter.0000.clusters.0101.00000002".
    public static var identifier: ScopedEventID { ScopedEventID(Source.identifier, event: eventID) }

    /// The name in the trait's schema, such as "LockOperation".
    public static var name: String { Source.descriptor.event(eventID)?.name ?? "" }

    /// When the event occurred, in seconds since 1970.
    public var timestamp: TimeInterval { metadata.timestamp }
    /// The event's importance.
    public var importance: EventImportance { metadata.importance }
    /// The event's number, which increases with each event of the structure.
    public var number: UInt { UInt(clamping: metadata.number) }
}

/// Identifies an event among those of all traits.
public struct ScopedEventID: Hashable, Sendable, CustomStringConvertible {
    /// The trait's identifier, a dot, and the event's ID as eight hexadecimal digits.
    public let eventID: String

    /// Creates an identifier from a trait's identifier and an event's ID.
    public init(_ traitID: String, event: UInt32) {
        eventID = traitID + "." + hex(event, digits: 8)
    }

    public var description: String { eventID }
}
