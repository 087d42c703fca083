public import HearthTraitCore

/// The progress of a command or update; see ``FollowedRequest``.
public enum RequestState: Hashable, Sendable {
    /// It is being sent to the hub.
    case sending
    /// The hub has checked it, and the app has the right to make it.
    case accepted
    /// The hub has sent it to the device's provider.
    case sent
    /// The device has carried it out, or has begun to. No report has shown the effect yet. None comes if nothing
    /// changed, as for a lamp that was already on, or if reports were coalesced for a slow connection.
    case taken
    /// A report shows the requested state, and so do all later reads. For a fade or a move this comes at its end. The
    /// last state.
    case confirmed(at: StructurePosition)
    /// The device may have ignored it because it is off. Matter allows this for the level and color of a light. The
    /// last state.
    case ignored
    /// It was refused, and has had no effect. The last state.
    case failed(HomeError)
    /// It may or may not have been carried out: the connection to the device or hub was lost. The last state.
    case unknown(HomeError)

    /// Whether no other state follows. ``taken`` can also be the last one, if no report arrives in time.
    public var isLast: Bool {
        switch self {
        case .sending, .accepted, .sent, .taken: false
        case .confirmed, .ignored, .failed, .unknown: true
        }
    }

    /// The order of the states: only a state of higher rank may follow.
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
