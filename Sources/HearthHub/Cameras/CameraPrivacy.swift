internal import HearthTraitCore

/// The privacy modes of a camera, as its trait CameraAvStreamManagement says (Matter Application Clusters 1.5, 11.2).
enum CameraPrivacy {
    /// The ID of CameraAvStreamManagement.
    static let trait: UInt32 = 0x0551
    /// The attribute SoftLivestreamPrivacyModeEnabled, which people switch.
    private static let live: UInt32 = 20
    /// The attribute HardPrivacyModeOn, a switch on the device.
    private static let hard: UInt32 = 21

    /// The privacy mode that forbids live views, as a sentence with the way out; nil for none.
    static func mode(in attributes: StructureValue) -> String? {
        if attributes[hard]?.bool == true { return "the privacy switch on the device is on" }
        if attributes[live]?.bool == true {
            return "its privacy mode is on; switch off softLivestreamPrivacyModeEnabled"
        }
        return nil
    }
}
