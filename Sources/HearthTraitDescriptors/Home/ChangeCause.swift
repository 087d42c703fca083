/// The cause of a change.
public enum ChangeCause: Hashable, Sendable {
    /// The device itself: it was operated by hand, a sensor measured a new value, a timer expired.
    case device
    /// A client, by the client ID and request ID of its request; empty if it sent none.
    case client(String, request: String = "")
    /// An automation, by its ID, and its run, by the number in the structure; 0 if not known.
    case automation(String, run: UInt64 = 0)
    /// The hub itself, for example when a device went offline.
    case hub

    /// The client's ID; nil if the cause is not a client.
    public var clientID: String? {
        if case .client(let id, _) = self { id } else { nil }
    }
}
