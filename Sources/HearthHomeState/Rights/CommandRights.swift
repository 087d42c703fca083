package import HearthRPC
package import HearthTraitCore
internal import HearthWire

extension CommandDescriptor {
    /// The right that a caller needs to send the command to a trait. Matter requires Manage to identify a device, as
    /// part of setting it up; in a home, everybody who may operate a device may find out which one it is. A press that
    /// changes the network, such as the one that removes a device from it, needs Manage.
    ///
    /// - Parameter attributes: the trait's present attributes; empty for a trait that is not there.
    package func right(of traitID: UInt32, attributes: StructureValue) -> Rights {
        switch traitID {
        case 0x3: .operate
        case NetworkPress.traitID where attributes[NetworkPress.attribute]?.string == NetworkPress.deviceClass: .manage
        default: Rights(invoke)
        }
    }
}
