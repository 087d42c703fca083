internal import HearthAccessories
internal import HearthBase
internal import Synchronization

/// What calls of one program are kept in order about.
enum CallLine: Hashable, Sendable {
    /// Which homes there are, and which one is primary.
    case homes
    /// What a home is made of: names, rooms, zones, groups, users, scenes and triggers.
    case home(String)
    /// The state of a service of an accessory. A slow accessory delays only the calls to itself.
    case service(deviceID: String, ServiceKey)
}

/// Keeps the calls of one manager in the order in which they were made.
///
/// A call takes its place in one or more lines at the moment when it is made, and begins when it is the first in all of
/// them. Places are taken in all lines at once, so calls never wait for each other in a circle. A scene that is carried out
/// has two places, and waits for the second one without the first.
final class CallOrder: Sendable {
    private struct Entry {
        let lines: Set<CallLine>
        /// In how many of its lines others are before it.
        var behind: Int
        let turn: OneShot<Bool>
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        /// The numbers of the places; those that were given up are skipped.
        var lines: [CallLine: FIFO<UInt64>] = [:]
        var last: UInt64 = 0

        /// Drops places at the front of a line that were given up. Returns the call that has become the first one.
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

    /// Takes a place at the end of lines.
    func enter(_ lines: Set<CallLine>) -> CallPlace {
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
        return CallPlace(order: self, number: number, turn: turn)
    }

    fileprivate func leave(_ number: UInt64) {
        for turn in state.withLock({ $0.leave(number) }) { turn.set(true) }
    }
}

/// The place of a call among the others of its program.
struct CallPlace: Sendable {
    /// The place of the call that runs: what is called within it has the same place.
    @TaskLocal static var current: CallPlace?

    /// How long a call waits for those before it.
    static let patience: Duration = .seconds(30)

    fileprivate let order: CallOrder
    fileprivate let number: UInt64
    /// false if the call lost its place.
    fileprivate let turn: OneShot<Bool>

    /// Whether all calls before this one have ended.
    var isTurn: Bool { turn.value == true }

    /// Waits until all calls before this one have ended.
    ///
    /// - Throws: ``HMError``: 23 if the task was cancelled, 8 if the calls before this one took too long. Then the call has
    ///   lost its place.
    func waitForTurn(_ patience: Duration = Self.patience) async throws(HMError) {
        if isTurn { return }
        let alarm = Task {
            try? await Task.sleep(for: patience)
            turn.set(false)
        }
        defer { alarm.cancel() }
        let outcome = await turn.wait()
        if outcome == true { return }
        leave()
        guard outcome != nil else {
            throw HMError(.operationCancelled, "the task was cancelled while the call waited for those before it")
        }
        throw HMError(
            .operationTimedOut, "earlier calls took longer than \(patience), so this one was not sent; try again")
    }

    /// Lets the calls behind this one begin.
    func leave() { order.leave(number) }

    /// Runs a call when its turn has come.
    func run<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await waitForTurn()
        defer { leave() }
        return try await Self.$current.withValue(self) { try await work() }
    }
}
