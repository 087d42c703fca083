internal import HearthWire

/// An input that a person or the weather gives a device of a demo home.
package enum DemoInput: String, Hashable, Sendable, CaseIterable {
    /// A button is pressed and released; a latching switch changes its position.
    case press
    /// A button is held for a second.
    case hold
    /// Somebody moves in front of a motion sensor.
    case motion
    /// A camera hears a sound.
    case sound
    /// A leak detector gets wet.
    case leak
    /// A leak detector is dry again.
    case dry
    /// A door or window with a contact sensor is opened.
    case open
    /// A door or window with a contact sensor is closed.
    case close
    /// A smoke alarm detects smoke.
    case smoke
    /// The air at an alarm is clear again.
    case clear
    /// The button of a light or plug is pressed.
    case toggle
}

extension Home {
    /// Simulates an input of a device of a demo home, and returns when it has ended. This is for the command line: an
    /// app commands devices, but does not press their buttons.
    ///
    /// - Throws: `HomeError`: `.unimplemented` if the hub has no demo home, `.notFound` if that has no such device.
    package func play(_ input: DemoInput, on deviceID: String) async throws(HomeError) {
        let _: Hearth_V1_PlayInputResponse = try await connection.change(
            Hearth_V1_DemoMethods.playInput, Hearth_V1_PlayInputRequest(deviceID: deviceID, input: input.message),
            "the input")
    }
}

extension DemoInput {
    fileprivate var message: Hearth_V1_DemoInput {
        switch self {
        case .press: .press
        case .hold: .hold
        case .motion: .motion
        case .sound: .sound
        case .leak: .leak
        case .dry: .dry
        case .open: .open
        case .close: .close
        case .smoke: .smoke
        case .clear: .clear
        case .toggle: .toggle
        }
    }
}
