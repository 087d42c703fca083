/// Who or what made a change.
public enum ChangeCause: Hashable, Sendable {
    /// The device itself: someone operated it by hand, a sensor measured a new value, a timer ran out.
    case device
    /// A client, by the client id and the request id that it sent with its request; empty when it sent none.
    case client(String, request: String = "")
    /// An automation, by its id.
    case automation(String)
    /// The hub itself, for example when a device went offline.
    case hub

    /// The client's id; nil where no client was the cause.
    public var clientID: String? {
        if case .client(let id, _) = self { id } else { nil }
    }
}
