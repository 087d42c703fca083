internal import HearthTraitCore

/// The commands that an automation needs consent for: unlocking, opening, disarming, and heating for cooking.
package enum SensitiveActions {
    /// Commands of traits that guard a home and do no harm: locking and closing.
    private static let harmless: Set<[UInt32]> = [
        // DoorLock.LockDoor, LockUnlock.Lock, ValveConfigurationAndControl.Close, ClosureControl.Stop.
        [0x0101, 0], [0x6006_FC03, 0], [0x0081, 1], [0x0104, 0],
    ]

    /// Traits that begin to cook or to heat: OvenCavityOperationalState, MicrowaveOvenControl, Cook.
    private static let cooking: Set<UInt32> = [0x0048, 0x005F, 0x6006_FC11]

    /// Traits that open or disarm a home: DoorLock, LockUnlock, ClosureControl, ClosureDimension,
    /// ValveConfigurationAndControl, OpenClose, SecuritySystem, ArmDisarm.
    private static let opening: Set<UInt32> = [
        0x0101, 0x6006_FC03, 0x0104, 0x0105, 0x0081, 0x6006_FC0D, 0xFFF0_FC01, 0x6006_FC0E,
    ]

    /// - Parameter commandID: nil for a write of attributes.
    package static func contains(_ traitID: UInt32, _ commandID: UInt32?) -> Bool {
        if cooking.contains(traitID) { return true }
        guard opening.contains(traitID) else { return false }
        return commandID.map { !harmless.contains([traitID, $0]) } ?? true
    }
}
