/// A place in the order of a structure's changes. Within one epoch sequences have no gaps.
public struct StructurePosition: Hashable, Sendable {
    public let structureID: String
    /// Rises at every start of the hub that did not follow a clean end.
    public let epoch: UInt64
    public let sequence: UInt64

    /// A place in a structure's order.
    public init(structureID: String, epoch: UInt64, sequence: UInt64) {
        self.structureID = structureID
        self.epoch = epoch
        self.sequence = sequence
    }
}
