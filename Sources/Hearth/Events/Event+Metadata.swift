public import Foundation
public import HearthTraitCore

// What goes with an event, by the names that Google's SDK has for it.
extension Event {
    /// "home.matter.0000.clusters.0101.00000002": the trait's identifier and the event's number, in hex.
    public static var identifier: ScopedEventID { ScopedEventID(Source.identifier, event: eventID) }

    /// As in the trait's schema: "LockOperation".
    public static var name: String { Source.descriptor.event(eventID)?.name ?? "" }

    /// When it happened, in seconds since 1970.
    public var timestamp: TimeInterval { metadata.timestamp }
    /// How much it matters.
    public var importance: EventImportance { metadata.importance }
    /// Rises with each event of the device's structure.
    public var number: UInt { UInt(clamping: metadata.number) }
}

/// Names an event among those of all traits.
public struct ScopedEventID: Hashable, Sendable, CustomStringConvertible {
    /// The trait's identifier, a dot, and the event's id in eight hex digits.
    public let eventID: String

    /// An event of a trait with this identifier.
    public init(_ traitID: String, event: UInt32) {
        let digits = String(event, radix: 16)
        eventID = traitID + "." + String(repeating: "0", count: 8 - digits.count) + digits
    }

    public var description: String { eventID }
}
