internal import HearthRPC
internal import HearthTraitCore
internal import Synchronization

/// A subscriber's position in a snapshot. A part is encoded only when the client is ready to read it.
final class SnapshotCursor: Sendable {
    let snapshot: Snapshot
    private let nextPart = Atomic(0)

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
    }

    /// The next message; nil after the last.
    func next() -> RPCFrame? {
        let number = nextPart.load(ordering: .relaxed)
        guard let frame = snapshot.part(number) else { return nil }
        nextPart.store(number + 1, ordering: .relaxed)
        return frame
    }
}
