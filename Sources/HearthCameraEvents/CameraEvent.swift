/// A type of event that Google's history has for cameras. Here all devices have them, by ``CameraEventRule``.
///
/// The cases and their numbers are those of `CameraHistory.EventType`.
package enum CameraEvent: UInt64, CaseIterable, Hashable, Sendable {
    case motion = 1
    case person = 2
    case doorbell = 3
    case packageDelivered = 4
    case packageRetrieved = 5
    case packageInTransit = 6
    case animal = 7
    case vehicle = 8
    case smokeAlarm = 9
    case coAlarm = 10
    case dogBark = 11
    case personTalking = 12
    case glassBreak = 13
    case garageDoorOpened = 14
    case garageDoorClosed = 15
    case sound = 16
    case securityAlarm = 17
    case recordingSmokeAlarm = 18
    case recordingCoAlarm = 19
    case familiarFace = 20
    case unfamiliarFace = 21

    /// The name that queries take, in the form of Google's sample app: "EVENT_TYPE_GARAGE_DOOR_OPENED".
    package var name: String {
        "\(self)".reduce(into: "EVENT_TYPE_") { name, letter in
            if letter.isUppercase { name += "_" }
            name += letter.uppercased()
        }
    }
}
