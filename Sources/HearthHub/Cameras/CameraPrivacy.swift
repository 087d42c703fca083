internal import HearthTraitCore

/// The privacy modes of a camera, as its trait CameraAvStreamManagement says (Matter Application Clusters 1.5, 11.2).
enum CameraPrivacy {
    /// The ID of CameraAvStreamManagement.
    static let trait: UInt32 = 0x0551
    /// The command CaptureSnapshot.
    static let captureSnapshot: UInt32 = 12
    /// The attribute SoftRecordingPrivacyModeEnabled, which people switch.
    private static let recording: UInt32 = 19
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

    /// The privacy mode that forbids recordings, as a sentence with the way out; nil for none. The one for live views does,
    /// too: people who switch it on expect that nothing is seen of them.
    static func modeOfRecordings(in attributes: StructureValue) -> String? {
        if let mode = mode(in: attributes) { return mode }
        guard attributes[recording]?.bool == true else { return nil }
        return "its privacy mode for recordings is on; switch off softRecordingPrivacyModeEnabled"
    }

    /// The attribute SpeakerMuted, which people switch.
    private static let speakerMuted: UInt32 = 25

    /// Why a camera plays nothing, as a sentence with the way out; nil if it may.
    static func muting(in attributes: StructureValue) -> String? {
        attributes[speakerMuted]?.bool == true ? "its speaker is muted; switch off speakerMuted" : nil
    }

    /// Whether a privacy mode forbids recordings.
    static func forbidsRecording(_ attributes: StructureValue) -> Bool { modeOfRecordings(in: attributes) != nil }

    /// Whether a command's answer is a picture.
    static func isPicture(_ path: TraitPath, _ command: CommandDescriptor) -> Bool {
        path.traitID == trait && command.id == captureSnapshot
    }

    /// The privacy mode that a write would switch off; nil for none.
    static func switchedOff(by values: StructureValue, _ path: TraitPath, _ present: StructureValue) -> UInt32? {
        guard path.traitID == trait else { return nil }
        return [recording, live].first { values[$0]?.bool == false && present[$0]?.bool == true }
    }
}
