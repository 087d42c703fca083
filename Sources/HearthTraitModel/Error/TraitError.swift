/// Why a trait refused: the Matter status, the element concerned, and the rule that was broken.
public struct TraitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part of a trait that an error is about.
    public enum Element: Hashable, Sendable {
        case attribute(UInt32)
        case command(UInt32)
        case event(UInt32)
    }

    public var status: MatterStatus
    /// The cluster's own status, where it has one for the case.
    public var clusterStatus: UInt8?
    /// For people: what was wrong and what would be right.
    public var message: String
    public var element: Element?
    /// The attribute, or the argument of the command, by name; nested ones with dots.
    public var field: String
    /// The rule, as the schema says it: "max = 254".
    public var constraint: String
    /// Which device and endpoint; filled in by the hub.
    public var target: TraitTarget?
    /// Which trait; filled in by the hub.
    public var traitID: UInt32?
    /// The trait's full name; filled in by the hub.
    public var trait: String

    /// An error with a status and a message for people.
    public init(
        _ status: MatterStatus, _ message: String, element: Element? = nil, field: String = "",
        constraint: String = "", clusterStatus: UInt8? = nil
    ) {
        self.status = status
        self.message = message
        self.element = element
        self.field = field
        self.constraint = constraint
        self.clusterStatus = clusterStatus
        trait = ""
    }

    public var description: String { "\(status): \(message)" }
}
