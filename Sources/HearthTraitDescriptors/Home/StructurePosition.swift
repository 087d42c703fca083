/// Position in the sequence of changes of one structure. Within one epoch, sequence numbers have no gaps.
///
/// A watch resumes from a position: changes after it are sent if the epoch is still the same and the hub's log reaches
/// back far enough.
public struct StructurePosition: Hashable, Sendable {
    /// The structure whose changes are counted.
    public let structureID: String
    /// The hub's epoch; increases at every start that did not follow a clean shutdown.
    public let epoch: UInt64
    /// Number of the change, counted per structure; increases by one with each change.
    public let sequence: UInt64

    /// Creates a position.
    public init(structureID: String, epoch: UInt64, sequence: UInt64) {
        self.structureID = structureID
        self.epoch = epoch
        self.sequence = sequence
    }
}
