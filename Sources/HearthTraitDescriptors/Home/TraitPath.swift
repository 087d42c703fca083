/// The address of a trait: device, endpoint and trait id.
public struct TraitPath: Hashable, Sendable {
    /// The device and endpoint.
    public let target: TraitTarget
    /// The trait id, which is Matter's cluster id: vendor in the upper 16 bits, cluster in the lower.
    public let traitID: UInt32

    /// Creates the path of a trait on an endpoint.
    public init(_ target: TraitTarget, _ traitID: UInt32) {
        self.target = target
        self.traitID = traitID
    }
}
