/// An operation that has ended, as a part of a trace.
public struct TraceSpan: Hashable, Sendable {
    /// The role of the operation in a call.
    public enum Kind: Hashable, Sendable {
        /// Work of this program that is no call.
        case `internal`
        /// A call that this program serves.
        case server
        /// A call that this program makes.
        case client
    }

    /// An attribute's value.
    public enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A whole number.
        case number(Int64)
    }

    /// The span's own place.
    public var context: TraceContext
    /// The ID of the span that it is a part of; empty for the first of a trace.
    public var parentID: [UInt8]
    /// What was done, with few different values, such as a method.
    public var name: String
    /// The role of the operation in a call.
    public var kind: Kind
    /// Since 1970.
    public var start: Duration
    /// Since 1970.
    public var end: Duration
    /// Details; names by OpenTelemetry's conventions.
    public var attributes: [String: Value]
    /// Why it failed; nil if it did not.
    public var failure: String?

    /// Describes an operation.
    public init(
        context: TraceContext, parentID: [UInt8] = [], name: String, kind: Kind, start: Duration, end: Duration,
        attributes: [String: Value] = [:], failure: String? = nil
    ) {
        self.context = context
        self.parentID = parentID
        self.name = name
        self.kind = kind
        self.start = start
        self.end = end
        self.attributes = attributes
        self.failure = failure
    }
}
