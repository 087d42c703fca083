internal import HearthBase
public import HearthTraitCore

/// The state of a host's connection to its hub.
public enum HostState: Hashable, Sendable {
    /// Connecting to the hub.
    case connecting
    /// Connected; the hub has the devices.
    case attached
    /// Disconnected, or the hub could not be reached. The host tries again after the pause.
    case waiting(pause: Duration, reason: HomeError)
}

/// A message for the operator of a host. Its description is a sentence.
public enum HostNotice: Hashable, Sendable, CustomStringConvertible {
    /// The connection's state has changed.
    case state(HostState)
    /// The hub has refused these devices. Others are not affected.
    case refused(deviceIDs: [String], HomeError)
    /// A device has reported a value that its schema doesn't allow. It was not sent.
    case mistake(TraitError)
    /// A device type requires a trait that has neither a handler nor a behaviour.
    case gap(String)
    /// Events were dropped, oldest first, because the hub was unreachable or slow for too long.
    case eventsLost(deviceID: String, count: Int)

    /// The notice as a sentence.
    public var description: String {
        switch self {
        case .state(.connecting): "connecting"
        case .state(.attached): "attached"
        case .state(.waiting(let pause, let reason)):
            "waiting \(pause.wholeSeconds).\(pause.wholeAndRest.attoseconds / 100_000_000_000_000_000) s: "
                + reason.message
        case .refused(let ids, let error):
            "the hub refuses \(ids.joined(separator: ", ")): \(error.message)"
        case .gap(let gap): gap
        case .mistake(let error): "not sent: \(error.message)"
        case .eventsLost(let id, let count):
            "\(count) events of \(id) were lost: the hub was unreachable for too long, or reads too slowly"
        }
    }
}
