internal import HearthBase
internal import Synchronization

/// What an edit needs for itself, so that what it has checked still holds when it is made.
enum EditClaim: Hashable, Sendable {
    case structure(String)
    case room(String)
    case zone(String)
    case serviceGroup(String)
    case device(String)
    case automation(String)
    /// A name, as ``NameRules/key(_:)`` has it.
    case structureName(String)
    case objectName(String)
}

/// Lets edits of structures through, each to its end: what one has checked still holds when it has been stored. Those
/// that claim different things run side by side, and share a transaction of the store. They begin in the order in which
/// they came.
final class EditQueue: Sendable {
    /// The most edits that run side by side.
    static let mostAtOnce = 256

    private struct Waiting {
        /// nil for everything.
        let claims: Set<EditClaim>?
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var isAlone = false
        var running = 0
        var claims: Set<EditClaim> = []
        var waiting = FIFO<Waiting>()

        mutating func begin(_ wanted: Set<EditClaim>?) -> Bool {
            guard !isAlone, running < mostAtOnce else { return false }
            guard let wanted else {
                guard running == 0 else { return false }
                isAlone = true
                return true
            }
            guard claims.isDisjoint(with: wanted) else { return false }
            running += 1
            claims.formUnion(wanted)
            return true
        }

        mutating func end(_ claimed: Set<EditClaim>?) {
            if let claimed {
                running -= 1
                claims.subtract(claimed)
            } else {
                isAlone = false
            }
        }
    }

    private let state = Mutex(State())

    /// Runs an edit when those before it let it.
    ///
    /// - Parameter claims: what it looks at and changes; nil for more than can be said, and then it runs alone.
    func run<T>(claiming claims: Set<EditClaim>? = nil, _ body: () async throws -> T) async rethrows -> T {
        await enter(claims)
        defer { leave(claims) }
        return try await body()
    }

    private func enter(_ claims: Set<EditClaim>?) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.waiting.isEmpty, state.begin(claims) { return true }
                state.waiting.append(Waiting(claims: claims, continuation: continuation))
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave(_ claims: Set<EditClaim>?) {
        let next = state.withLock { state -> [Waiting] in
            state.end(claims)
            var next: [Waiting] = []
            while let first = state.waiting.first, state.begin(first.claims) {
                next.append(first)
                _ = state.waiting.popFirst()
            }
            return next
        }
        for waiting in next { waiting.continuation.resume() }
    }
}
