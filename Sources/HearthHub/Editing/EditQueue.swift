internal import HearthBase
internal import HearthHomeState
internal import Synchronization

/// A thing that an edit reserves, so that its checks still hold when it is applied.
enum EditClaim: Hashable, Sendable {
    case structure(String)
    case room(String)
    case zone(String)
    case serviceGroup(String)
    case device(String)
    case automation(String)
    /// A name, normalized by ``NameRules/key(_:)``.
    case structureName(String)
    case objectName(String)
}

extension Set<EditClaim> {
    /// The claims of an edit that may rename an object or give it other aliases.
    ///
    /// - Parameters:
    ///   - name: the new name; nil to keep the present one.
    ///   - aliases: the new aliases; nil to keep the present ones.
    static func renaming(_ object: EditClaim, to name: String?, aliases: [String]? = nil) -> Set {
        Set([object] + ([name].compactMap(\.self) + (aliases ?? [])).map { .objectName(NameRules.key($0)) })
    }
}

/// Serializes edits with overlapping claims, so that the checks of an edit still hold once it is stored. Edits with
/// different claims run concurrently and share a transaction of the store (group commit). Edits begin in the order of
/// their arrival.
///
/// Its lock guards the claims of running edits and the queue of waiting ones. It is held for one entry, and no other
/// lock is taken under it; edits run without it.
final class EditQueue: Sendable {
    /// The most edits that run concurrently.
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

    /// Runs an edit once all earlier ones have begun and no running one has overlapping claims.
    ///
    /// - Parameter claims: what the edit reads and changes; nil to run alone.
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
