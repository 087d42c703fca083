public import HearthTraitCore

/// How far a command or update has come; see ``FollowedRequest``.
public enum RequestState: Hashable, Sendable {
    /// It is on its way to the hub.
    case sending
    /// The hub has it: it is checked, and the app may make it.
    case accepted
    /// The device's provider has it.
    case sent
    /// The device has carried it out, or has begun to. No report has shown what it did yet. None does if it changed
    /// nothing, as for a lamp that was on already, or if reports were drawn together for a slow connection.
    case taken
    /// A report shows the state that was asked for, and so does everything that is read from now on. During a fade or a
    /// move this comes at its end. The last state.
    case confirmed(at: StructurePosition)
    /// The device, being off, was free to do nothing, as Matter has it for the level and color of a light. The last
    /// state.
    case ignored
    /// It was refused, and nothing has happened. The last state.
    case failed(HomeError)
    /// It may have been carried out or not: the device or hub was lost on the way. The last state.
    case unknown(HomeError)

    /// Whether no other state follows. ``taken`` is the last one, too, when no report has come for long enough.
    public var isLast: Bool {
        switch self {
        case .sending, .accepted, .sent, .taken: false
        case .confirmed, .ignored, .failed, .unknown: true
        }
    }

    /// Only what is further may follow.
    var rank: Int {
        switch self {
        case .sending: 0
        case .accepted: 1
        case .sent: 2
        case .taken: 3
        case .confirmed, .ignored, .failed, .unknown: 4
        }
    }
}
