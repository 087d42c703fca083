internal import HearthHomeKitMapping
internal import HearthBase
internal import Synchronization

/// A line in which the calls of a program wait for each other.
enum CallLine: Hashable, Sendable {
    /// The list of homes, and which one is primary.
    case homes
    /// The configuration of a home: names, rooms, zones, groups, users, scenes and triggers.
    case home(String)
    /// A found accessory, by what identifies it, until it is in a home. An addition, which may wait for a person, delays
    /// only calls that name its accessory: they take their places in the other lines after it.
    case addition(String)
    /// The state of a service of an accessory. A slow accessory delays only the calls to itself.
    case service(deviceID: String, ServiceKey)

    /// How long a call waits in it for earlier ones.
    fileprivate var patience: Duration {
        switch self {
        // More than the hub's limits for searching, connecting, the press of a button, the key and the descriptions of
        // devices together.
        case .addition: .seconds(240)
        case .homes, .home, .service: .seconds(30)
        }
    }
}

/// Keeps the calls of one manager in the order in which they were made.
///
/// A call takes its place in one or more lines when it is made, and begins once it is first in all of them. Places are
/// taken in all lines at once, so calls never deadlock. A run of a scene takes two places, and gives up the first one
/// before it waits for the second. A call that names a found accessory waits in the line of its addition, and holds
/// this place while it waits in its other lines; no call waits for an addition while it holds another place.
final class CallOrder: Sendable {
    private struct Entry {
        let lines: Set<CallLine>
        /// The number of its lines in which it is not first.
        var behind: Int
        let turn: OneShot<Bool>
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        /// The numbers of the places. Entries without a place in `entries` were given up and are skipped.
        var lines: [CallLine: FIFO<UInt64>] = [:]
        var last: UInt64 = 0

        /// Drops given-up places at the front of a line. Returns the call that is first then.
        mutating func settle(_ line: CallLine) -> UInt64? {
            while let first = lines[line]?.first {
                if entries[first] != nil { return first }
                _ = lines[line]?.popFirst()
            }
            lines[line] = nil
            return nil
        }

        /// Gives a place up. Returns the calls whose turn it is now.
        mutating func leave(_ number: UInt64) -> [OneShot<Bool>] {
            guard let lines = entries.removeValue(forKey: number)?.lines else { return [] }
            let first = lines.filter { self.lines[$0]?.first == number }
            var turns: [OneShot<Bool>] = []
            for line in first {
                guard let next = settle(line) else { continue }
                entries[next]?.behind -= 1
                if let entry = entries[next], entry.behind == 0 { turns.append(entry.turn) }
            }
            return turns
        }
    }

    private let state = Mutex(State())

    /// Whether a call has a place in a line.
    func isWaited(in line: CallLine) -> Bool { state.withLock { $0.settle(line) != nil } }

    /// Takes a place at the end of each of the lines.
    ///
    /// - Parameter further: the lines in which the call takes another place once it is first in these; nil for none.
    func enter(_ lines: Set<CallLine>, further: (@Sendable () -> Set<CallLine>)? = nil) -> CallPlace {
        let turn = OneShot<Bool>()
        let (number, isFirst) = state.withLock { state in
            state.last += 1
            let number = state.last
            var behind = 0
            for line in lines {
                if state.settle(line) != nil { behind += 1 }
                state.lines[line, default: FIFO()].append(number)
            }
            state.entries[number] = Entry(lines: lines, behind: behind, turn: turn)
            return (number, behind == 0)
        }
        if isFirst { turn.set(true) }
        let patience = lines.map(\.patience).max() ?? .zero
        return CallPlace(order: self, number: number, turn: turn, patience: patience, further: further)
    }

    fileprivate func leave(_ number: UInt64) {
        for turn in state.withLock({ $0.leave(number) }) { turn.set(true) }
    }
}

/// The place of a call among the others of its program.
struct CallPlace: Sendable {
    /// The place of the running call, which nested calls share.
    @TaskLocal static var current: CallPlace?

    fileprivate let order: CallOrder
    fileprivate let number: UInt64
    /// false if the call has timed out and lost its place.
    fileprivate let turn: OneShot<Bool>
    /// How long the call waits for earlier ones.
    fileprivate let patience: Duration
    fileprivate let further: (@Sendable () -> Set<CallLine>)?

    /// Whether all calls before this one have ended.
    var isTurn: Bool { turn.value == true }

    /// Waits until all calls before this one have ended.
    ///
    /// - Parameter patience: how long to wait; nil for the default of its lines.
    /// - Throws: ``HMError``: `operationCancelled` if the task was cancelled; `operationTimedOut` if earlier calls took
    ///   too long. The call has then lost its place.
    func waitForTurn(_ patience: Duration? = nil) async throws(HMError) {
        if isTurn { return }
        let patience = patience ?? self.patience
        let alarm = Task {
            try? await Task.sleep(for: patience)
            turn.set(false)
        }
        defer { alarm.cancel() }
        let outcome = await turn.wait()
        if outcome == true { return }
        leave()
        guard outcome != nil else {
            throw HMError(.operationCancelled, "the task was cancelled while the call waited for earlier ones")
        }
        throw HMError(
            .operationTimedOut, "earlier calls took longer than \(patience), so this one was not sent; try again")
    }

    /// Gives the place up, so that later calls can begin.
    func leave() { order.leave(number) }

    /// Runs a call when its turn has come.
    func run<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await waitForTurn()
        defer { leave() }
        if let further { return try await order.enter(further()).run(work) }
        return try await Self.$current.withValue(self) { try await work() }
    }
}
