/// Home Assistant's words for what a climate device does, with Thermostat's values (Home Assistant's documentation,
/// "Climate"; Matter Application Clusters 1.4, section 4.3).
package enum ThermostatWords {
    /// Values of SystemModeEnum with their words. The first word stands for the value; 5 is emergency heating, 6
    /// precooling. Matter's automatic mode has two setpoints, as `heat_cool`.
    package static let modes: [(value: Int64, words: [String])] = [
        (0, ["off"]), (4, ["heat"]), (3, ["cool"]), (1, ["heat_cool", "auto"]), (7, ["fan_only"]), (8, ["dry"]),
        (5, ["heat"]), (6, ["cool"]),
    ]

    /// The value of SystemModeEnum for a word.
    static func mode(_ word: String) -> Int64? { modes.first { $0.words.contains(word) }?.value }

    /// Words for the present operation: the bits of RelayStateBitmap that show it, and those that the word stands for.
    private static let actionBits: [(word: String, shown: Int64, meant: Int64)] = [
        ("heating", 0x1, 0x9), ("preheating", 0x1, 0), ("cooling", 0x2, 0x12), ("fan", 0x4, 0x64), ("idle", 0, 0),
        ("off", 0, 0), ("drying", 0, 0), ("defrosting", 0, 0),
    ]

    /// All words for the present operation.
    package static var actions: [String] { actionBits.map(\.word) }

    /// The bits of RelayStateBitmap for a word.
    static func runningState(_ action: String) -> Int64 { actionBits.first { $0.word == action }?.shown ?? 0 }

    /// The word for bits of RelayStateBitmap.
    package static func action(_ runningState: Int64) -> String {
        actionBits.first { $0.meant & runningState != 0 }?.word ?? "idle"
    }
}
