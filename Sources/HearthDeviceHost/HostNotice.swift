public import HearthTraitCore

/// How a host stands to its hub.
public enum HostState: Hashable, Sendable {
    /// It calls the hub.
    case connecting
    /// The hub has the devices.
    case attached
    /// The hub was not reached, or is gone; the next attempt comes after the pause.
    case waiting(pause: Duration, reason: HomeError)
}

/// What a host has to tell the people who run it. Printing it gives a sentence.
public enum HostNotice: Hashable, Sendable, CustomStringConvertible {
    /// The host stands otherwise to its hub than before.
    case state(HostState)
    /// The hub does not take these devices; the others are not touched.
    case refused(deviceIDs: [String], HomeError)
    /// A device reported what its schema does not allow; it was not sent.
    case mistake(TraitError)
    /// A device type demands a trait that no handler serves.
    case gap(String)
    /// The hub was away for too long, or reads too slowly, for so many events; the oldest were left out.
    case eventsLost(deviceID: String, count: Int)

    /// The notice as a sentence for people.
    public var description: String {
        switch self {
        case .state(.connecting): "connecting"
        case .state(.attached): "attached"
        case .state(.waiting(let pause, let reason)):
            "waiting \(pause.components.seconds).\(pause.components.attoseconds / 100_000_000_000_000_000) s: "
                + reason.message
        case .refused(let ids, let error):
            "the hub refuses \(ids.joined(separator: ", ")): \(error.message)"
        case .gap(let gap): gap
        case .mistake(let error): "not sent: \(error.message)"
        case .eventsLost(let id, let count):
            "\(count) events of \(id) were lost: the hub was away for too long, or reads too slowly"
        }
    }
}
