/// The traits of devices that need consent: those that open a home, guard it, or look into it. A guest is granted such
/// a device by name, and an ecosystem gets its commands only if a person says so.
package enum SensitiveTraits {
    package static let ids: Set<UInt32> = [
        // Locks: DoorLock, LockUnlock.
        0x0101, 0x6006_FC03,
        // Alarms: SmokeCoAlarm, SecuritySystem, ArmDisarm.
        0x005C, 0xFFF0_FC01, 0x6006_FC0E,
        // Garage doors and gates: ClosureControl, ClosureDimension.
        0x0104, 0x0105,
        // ValveConfigurationAndControl.
        0x0081,
        // Cameras: MediaFileManagement, ZoneManagement, CameraAvStreamManagement, CameraAvSettingsUserLevelManagement,
        // WebRTCTransportProvider and -Requestor, PushAvStreamTransport, AvAnalysis. ObjectDetection, whose events say
        // who was seen, with a picture.
        0x0511, 0x0550, 0x0551, 0x0552, 0x0553, 0x0554, 0x0555, 0x0557, 0x6006_FC20,
        // Google's of cameras: CameraHistory, CameraAvStreamManagement, PushAvStreamTransport, WebRtcLiveView,
        // CameraSnapshot.
        0x6006_FC21, 0x6006_FC23, 0x6006_FC25, 0x6006_FC26, 0x6006_FC27,
    ]

    package static func contains(anyOf traitIDs: some Sequence<UInt32>) -> Bool {
        traitIDs.contains { ids.contains($0) }
    }
}
