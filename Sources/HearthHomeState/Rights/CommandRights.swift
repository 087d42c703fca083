package import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension CommandDescriptor {
    /// The right that a caller needs to send the command to a trait. Matter requires Manage to identify a device, as
    /// part of setting it up; in a home, everybody who may operate a device may find out which one it is.
    package func right(of traitID: UInt32) -> Rights { traitID == 0x3 ? .operate : Rights(invoke) }
}
