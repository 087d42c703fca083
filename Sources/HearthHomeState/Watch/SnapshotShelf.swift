internal import HearthTraitCore
internal import Synchronization

/// The snapshots of all structures that watches may share, and the memory that their encoded parts may hold together.
///
/// Snapshots that were not requested between two calls of ``sweep(all:)`` are put away, so that memory is held only
/// while many watches begin.
///
/// Its lock guards the entries and the list of outdated snapshots. It may be taken under the lock of a structure, and
/// no other lock is taken under it.
package final class SnapshotShelf: Sendable {
    /// The bytes of encoded parts that are kept, for all snapshots.
    final class Budget: Sendable {
        private let bytes = Atomic(0)
        private let most: Int

        init(most: Int) { self.most = most }

        var kept: Int { bytes.load(ordering: .relaxed) }

        /// Whether `count` more bytes may be kept; if so, they are counted.
        func keep(_ count: Int) -> Bool {
            guard bytes.add(count, ordering: .relaxed).newValue > most else { return true }
            letGo(count)
            return false
        }

        /// Gives back bytes that are no longer kept.
        func letGo(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }
    }

    private struct Key: Hashable {
        let structureID: String
        let view: WatchView
    }

    private struct Entry {
        let snapshot: Snapshot
        let version: UInt64
        var isUsed = true
    }

    private struct Past {
        weak var snapshot: Snapshot?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// Outdated snapshots that clients may still read.
        var past: [Past] = []

        mutating func putAway(where isOld: (Entry) -> Bool) {
            for (key, entry) in entries where isOld(entry) {
                entries[key] = nil
                past.append(Past(snapshot: entry.snapshot))
            }
        }
    }

    /// The most snapshots that are ready to be shared.
    private static let maxEntries = 16
    private let state = Mutex(State())
    let budget: Budget
    private let chunkBytes: Int

    package init(limits: HubLimits) {
        budget = Budget(most: limits.sharedSnapshotBytes)
        chunkBytes = limits.snapshotBytes
    }

    /// The snapshot of a structure's present state in a view.
    func snapshot(of structure: StructureState, for view: WatchView) -> Snapshot {
        // A watch of one trait reads a single small message, so it needs no sharing.
        guard case .home = view.scope else { return Snapshot(structure.objects, for: view, chunkBytes: chunkBytes) }
        let key = Key(structureID: structure.id, view: view)
        return state.withLock { state in
            if let known = state.entries[key], known.version == structure.version {
                state.entries[key]?.isUsed = true
                return known.snapshot
            }
            let snapshot = Snapshot(structure.objects, for: view, chunkBytes: chunkBytes, budget: budget)
            if let old = state.entries.removeValue(forKey: key) { state.past.append(Past(snapshot: old.snapshot)) }
            if state.entries.count >= Self.maxEntries { state.putAway { _ in true } }
            state.entries[key] = Entry(snapshot: snapshot, version: structure.version)
            return snapshot
        }
    }

    /// Puts away all snapshots, or those that were not requested since the last sweep, and drops the kept parts of
    /// outdated ones: a slow client has its parts encoded for it alone.
    package func sweep(all: Bool = false) {
        let past = state.withLock { state in
            let past = state.past.compactMap(\.snapshot)
            state.past = []
            state.putAway { all || !$0.isUsed }
            for key in state.entries.keys { state.entries[key]?.isUsed = false }
            return past
        }
        for snapshot in past { snapshot.forgetParts() }
    }
}
