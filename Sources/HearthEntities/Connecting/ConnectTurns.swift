internal import HearthBase
internal import Synchronization

/// Limits how many links connect to their devices at the same time: at a start of the hub, or when power returns to a
/// home. Many handshakes at once make devices and their network unresponsive (home-assistant/core issue 166235). The
/// links of all kinds share one.
package final class ConnectTurns: Sendable {
    private struct State {
        var free: Int
        var waiting = FIFO<ConnectTurn>()
    }

    private let state: Mutex<State>

    /// - Parameter most: how many links may connect at the same time.
    package init(most: Int = 20) { state = Mutex(State(free: most)) }

    /// Asks for a turn. The link gives it back once its device is described, or the attempt has failed.
    ///
    /// - Parameter begin: called once, when the turn is there: before this function returns, or later on the thread of
    ///   the link that gives a turn back. Never after the turn was given back.
    package func take(_ begin: @escaping @Sendable (ConnectTurn) -> Void) -> ConnectTurn {
        let turn = ConnectTurn(self, begin)
        let isThere = state.withLock { state in
            guard state.free > 0 else {
                state.waiting.append(turn)
                return false
            }
            state.free -= 1
            return true
        }
        if isThere { turn.begin() }
        return turn
    }

    /// Passes a turn on to the link that waits longest.
    fileprivate func passOn() {
        while let next = nextInLine() {
            if next.begin() { return }
        }
    }

    /// The turn that waits longest. Without one the place is free.
    private func nextInLine() -> ConnectTurn? {
        state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.free += 1 }
            return next
        }
    }

    /// Forgets a turn that is no longer wanted.
    fileprivate func forget(_ turn: ConnectTurn) {
        _ = state.withLock { $0.waiting.removeFirst { $0 === turn } }
    }
}

/// The turn of one link, from its request until ``end()`` or its release.
package final class ConnectTurn: Sendable {
    private enum State {
        case waiting(@Sendable (ConnectTurn) -> Void)
        case there, ended
    }

    private let turns: ConnectTurns
    private let state: Mutex<State>

    fileprivate init(_ turns: ConnectTurns, _ begin: @escaping @Sendable (ConnectTurn) -> Void) {
        self.turns = turns
        state = Mutex(.waiting(begin))
    }

    deinit { end() }

    /// Returns whether the turn is still wanted.
    @discardableResult
    fileprivate func begin() -> Bool {
        let begin = state.withLock { state -> (@Sendable (ConnectTurn) -> Void)? in
            guard case .waiting(let begin) = state else { return nil }
            state = .there
            return begin
        }
        begin?(self)
        return begin != nil
    }

    /// Gives the turn back, or no longer waits for it. Further calls have no effect.
    package func end() {
        let old = state.withLock { state in
            defer { state = .ended }
            return state
        }
        switch old {
        case .waiting: turns.forget(self)
        case .there: turns.passOn()
        case .ended: break
        }
    }
}
