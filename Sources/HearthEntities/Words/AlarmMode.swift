/// A mode of alarm panels in Home Assistant's words, with its value in TargetStateEnum and CurrentStateEnum of
/// SecuritySystem (Home Assistant's documentation, "MQTT alarm control panel").
package struct AlarmMode: Sendable {
    /// The state of a panel in the mode.
    package let state: String
    /// What takes a panel there. In lower case it is the name of a feature, in upper case the usual command.
    package let action: String
    /// The value of both enums.
    package let value: Int64
    /// Whether the value means this mode, and not only the one that is next to it.
    package let isExact: Bool

    private init(_ state: String, _ action: String, _ value: Int64, isExact: Bool = true) {
        (self.state, self.action, self.value, self.isExact) = (state, action, value, isExact)
    }

    package static let disarmed = AlarmMode("disarmed", "disarm", 3)
    package static let armed = [
        AlarmMode("armed_home", "arm_home", 0), AlarmMode("armed_away", "arm_away", 1),
        AlarmMode("armed_night", "arm_night", 2),
        // Armed in a way that has no value: as if people were away.
        AlarmMode("armed_vacation", "arm_vacation", 1, isExact: false),
        AlarmMode("armed_custom_bypass", "arm_custom_bypass", 1, isExact: false),
    ]
    package static let all = armed + [disarmed]
    /// Those that SecuritySystem has a value for.
    package static let exact = all.filter(\.isExact)

    /// The state of a panel that has raised an alarm, and its value in CurrentStateEnum.
    package static let triggered: (state: String, value: Int64) = ("triggered", 4)
}
