/// Who or what made a change.
public enum ChangeCause: Hashable, Sendable {
    /// The device itself: someone operated it by hand, a sensor measured a new value, a timer ran out.
    case device
    /// A client, by the client id and the request id that it sent with its request; empty when it sent none.
    case client(String, request: String = "")
    /// An automation, by its id, and the run of it, by its number in the structure; 0 where that is not known.
    case automation(String, run: UInt64 = 0)
    /// The hub itself, for example when a device went offline.
    case hub

    /// The client's id; nil where no client was the cause.
    public var clientID: String? {
        if case .client(let id, _) = self { id } else { nil }
    }
}
