internal import Expectations
internal import HearthZigbee2MQTT
internal import Testing

@Suite struct ActionWordsTests {
    private static let table: [(String, ActionWords.Press?)] = [
        ("single", ActionWords.Press(button: "", type: "single")),
        ("1_single", ActionWords.Press(button: "1", type: "single")),
        ("single_left", ActionWords.Press(button: "left", type: "single")),
        ("button_2_hold", ActionWords.Press(button: "2", type: "hold")),
        ("dual", ActionWords.Press(button: "dual", type: "single")),
        ("dual_double", ActionWords.Press(button: "dual", type: "double")),
        ("on-press", ActionWords.Press(button: "on", type: "single")),
        ("arrow_left_click", ActionWords.Press(button: "arrow_left", type: "single")),
        ("remote_button_short_press", ActionWords.Press(button: "remote_button", type: "single")),
        ("long_press", ActionWords.Press(button: "", type: "hold")),
        ("hold_release", ActionWords.Press(button: "", type: "release")),
        ("up_held", ActionWords.Press(button: "up", type: "hold")),
        ("config_quintuple", ActionWords.Press(button: "config", type: "quintuple")),
        ("off_3", ActionWords.Press(button: "off_3", type: "single")),
        ("toggle", ActionWords.Press(button: "toggle", type: "single")),
        ("brightness_move_up", nil), ("recall_*", nil), ("flip90", nil), ("arm_all_zones", nil), ("", nil), ("_", nil),
        ("release_", ActionWords.Press(button: "", type: "release")),
    ]

    @Test(arguments: table.indices)
    func pressesAreSplitFromButtons(_ index: Int) {
        let (word, press) = Self.table[index]
        expect(ActionWords([]).press(word), equals: press, "\(word)")
    }

    @Test func theEndOfAPressCountsIfBothAreReported() {
        let words = ActionWords(["on_press", "on_press_release", "on_hold", "on_hold_release", "off_press"])
        expect(
            words.buttons,
            equals: [
                ActionWords.Button(name: "on", types: ["single", "hold", "release"]),
                ActionWords.Button(name: "off", types: ["single"]),
            ])
        expect(words.press("on_press"), equals: nil)
        expect(words.press("on_press_release"), equals: ActionWords.Press(button: "on", type: "single"))
        expect(words.press("off_press"), equals: ActionWords.Press(button: "off", type: "single"))
    }
}
