internal import HearthTraitCore
internal import Synchronization

/// The requestors of this program, by their endpoints, and the sessions over WebRTC that they have opened.
///
/// Its lock guards both. It is held for one look or one entry.
final class WebRTCRequestors: Sendable {
    /// A command of WebRTCTransportRequestor, from a camera.
    struct Command: Hashable, Sendable {
        let id: UInt32
        let arguments: StructureValue

        /// The answer of SDP to the offer of a session.
        static func answer(_ session: UInt16, _ sdp: String) -> Command {
            Command(id: 1, arguments: [0: .unsigned(UInt64(session)), 1: .string(sdp)])
        }

        /// The end of a session that the program has not ended itself.
        static func end(_ session: UInt16, _ error: HomeError?) -> Command {
            Command(id: 3, arguments: [0: .unsigned(UInt64(session)), 1: .unsigned(reason(for: error))])
        }

        /// The value of WebRTCEndReasonEnum that says most of an error.
        private static func reason(for error: HomeError?) -> UInt64 {
            let (userHangup, outOfResources, mediaTimeout, privacyMode, unknownReason):
                (UInt64, UInt64, UInt64, UInt64, UInt64) =
                    (2, 8, 9, 11, 12)
            return switch error?.code {
            case nil: userHangup
            case .resourceExhausted: outOfResources
            case .unavailable, .deadlineExceeded: mediaTimeout
            case .failedPrecondition: privacyMode
            default: unknownReason
            }
        }
    }

    typealias Receiver = @Sendable (Command) -> Void

    /// A session from its answer on.
    struct Session: Sendable {
        /// The hub's ID of the live view.
        let streamID: String
        let receive: Receiver
    }

    private struct State: Sendable {
        var receivers: [UInt16: (number: UInt64, receive: Receiver)] = [:]
        var lastReceiver: UInt64 = 0
        var sessions: [UInt16: Session] = [:]
        var lastSession: UInt16 = 0
    }

    private let state = Mutex(State())

    // MARK: Requestors

    /// Adds a requestor.
    ///
    /// - Returns: its number, for ``remove(_:endpoint:)``.
    /// - Throws: `HomeError` `.alreadyExists` if its endpoint has one.
    func add(endpoint: UInt16, _ receive: @escaping Receiver) throws(HomeError) -> UInt64 {
        try state.withLock { (state) throws(HomeError) -> UInt64 in
            guard state.receivers[endpoint] == nil else {
                throw HomeError(
                    .alreadyExists,
                    "this program has a requestor at endpoint \(endpoint) already; choose another endpoint")
            }
            state.lastReceiver &+= 1
            state.receivers[endpoint] = (state.lastReceiver, receive)
            return state.lastReceiver
        }
    }

    /// Removes a requestor whose reader is gone.
    func remove(_ number: UInt64, endpoint: UInt16) {
        state.withLock { state in
            if state.receivers[endpoint]?.number == number { state.receivers[endpoint] = nil }
        }
    }

    /// What receives the commands to an endpoint.
    ///
    /// - Throws: `HomeError` `.failedPrecondition` if nothing does.
    func receiver(at endpoint: UInt16) throws(HomeError) -> Receiver {
        guard let found = state.withLock({ $0.receivers[endpoint]?.receive }) else {
            throw HomeError(
                .failedPrecondition,
                "this program has no requestor at endpoint \(endpoint), so the answer could not reach it; call commands(to:) "
                    + "of the home first")
        }
        return found
    }

    // MARK: Sessions

    /// Adds a session.
    ///
    /// - Returns: its ID; nil if all 65,536 are taken.
    func add(_ session: Session) -> UInt16? {
        state.withLock { state in
            for _ in 0...UInt16.max {
                state.lastSession &+= 1
                guard state.sessions[state.lastSession] == nil else { continue }
                state.sessions[state.lastSession] = session
                return state.lastSession
            }
            return nil
        }
    }

    /// - Throws: `HomeError` `.notFound` if it has ended.
    func session(_ id: UInt16) throws(HomeError) -> Session {
        guard let found = state.withLock({ $0.sessions[id] }) else { throw Self.missing(id) }
        return found
    }

    /// Whether a session has not ended.
    func has(_ id: UInt16) -> Bool { state.withLock { $0.sessions[id] != nil } }

    /// Takes out a session, so that its end is handled once.
    func remove(_ id: UInt16) -> Session? { state.withLock { $0.sessions.removeValue(forKey: id) } }

    static func missing(_ id: UInt16) -> HomeError {
        HomeError(.notFound, "this program has no session \(id) over WebRTC any more; open another")
    }
}
