/// Who or what made a change.
public enum ChangeCause: Hashable, Sendable {
    /// The device changed by itself: a person at a switch, a sensor, a timer.
    case device
    /// A client, by the name that it gave itself; empty when it gave none.
    case client(String)
    case automation(String)
    /// The hub itself.
    case hub
}
