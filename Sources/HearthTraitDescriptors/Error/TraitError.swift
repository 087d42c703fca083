/// A refusal by a trait: the Matter status, the element concerned and the violated rule.
public struct TraitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part of a trait that an error is about.
    public enum Element: Hashable, Sendable {
        /// An attribute, by id.
        case attribute(UInt32)
        /// A command, by id.
        case command(UInt32)
        /// An event, by id.
        case event(UInt32)
    }

    /// Status in Matter's interaction model.
    public var status: MatterStatus
    /// Cluster-specific status; nil if the cluster does not define one for the case.
    public var clusterStatus: UInt8?
    /// Explanation for people: the problem and, if known, the valid values.
    public var message: String
    /// The attribute, command or event that was refused; nil if the error is about the trait as a whole.
    public var element: Element?
    /// Path of the attribute or argument, with dots for nested fields and brackets for list entries; empty if none.
    public var field: String
    /// The violated rule as written in the schema ("max = 254"); may be empty.
    public var constraint: String
    /// Device and endpoint; set by the hub.
    public var target: TraitTarget?
    /// Id of the trait; set by the hub.
    public var traitID: UInt32?
    /// Full name of the trait; empty until set by the hub.
    public var trait: String

    /// Creates an error with a status and a message for people.
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
