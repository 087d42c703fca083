internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension CommandDescriptor {
    /// What a caller needs to send the command to a trait. Matter asks for Manage to identify a device, as that is part
    /// of setting it up there; in a home whoever may use a device may find out which one it is.
    func right(of traitID: UInt32) -> Rights { traitID == 0x3 ? .operate : Rights(invoke) }
}
