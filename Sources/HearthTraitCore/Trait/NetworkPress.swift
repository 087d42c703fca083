/// Presses that change the network that a device is in, for example by removing the device. They are for administrators.
package enum NetworkPress {
    /// The trait Press.
    package static let traitID: UInt32 = 0xFFF0_FC0D
    /// The id of its attribute `deviceClass`.
    package static let attribute: UInt32 = 0
    /// The device class of such a press.
    package static let deviceClass = "network"
}
