internal import Expectations
internal import Testing

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// Syntax errors are reported with their place and the way out.
struct TextErrorTests {
    private func error(_ text: String) -> String {
        do {
            _ = try ReadAutomation.all(in: text, TextTestHome.names)
            return "none"
        } catch { return error.description }
    }

    @Test(arguments: [
        ("", "line 1, column 1: the text is empty; hearth automations export shows the format"),
        ("steps:", "line 1, column 1: the text of an automation begins with automation: and its name in quotes"),
        ("automation: Evening", "line 1, column 13: a text in quotes is missing here"),
        ("automation: \"x", "line 1, column 13: the text that begins here has no end; put a quotation mark after it"),
        ("automation: \"x\"", "line 1, column 1: the automation \"x\" has no steps; put a line steps: under it"),
        (
            "automation: \"x\"\nmod: single",
            "line 2, column 1: unknown line; lines that are not indented begin with"
        ),
        ("automation: \"x\"\nmode: twice", "line 2, column 6: say one of single, restart, queued, parallel"),
        ("automation: \"x\"\nactive: yes\nactive: no", "line 3, column 1: active: is given twice; remove one"),
        ("automation: \"x\"\nactive: yes please", "line 2, column 13: \"please\" does not belong here; remove it"),
        ("automation: \"x\"\n  active: yes", "line 2, column 3: this line can't stand here; move it under steps:"),
        ("automation: \"x\"\nuses:\n  \"Lamp\" device\nsteps:", "line 3, column 3: say what a name stands for"),
    ])
    func linesAboveTheSteps(text: String, message: String) {
        expect(error(text).hasPrefix(message), "\(error(text))")
    }

    @Test(arguments: [
        ("turn on the light", "column 3: unknown line; a line begins with when,"),
        ("\"Hall Lamp\" OnOf.on", "column 15: there is no trait \"OnOf\"; did you mean OnOff?"),
        ("\"lamp\" OnOff.onn", "column 19: OnOff has no command \"onn\"; did you mean on"),
        ("\"lamp\" OnOff", "column 15: name a command after a dot, as in OnOff.on, or begin with set"),
        ("\"lamp\" LevelControl.moveToLevel(levle: 5)", "column 35: there is no \"levle\"; did you mean level?"),
        ("\"lamp\" LevelControl.moveToLevel(level: )", "column 42: a value is missing here"),
        ("\"lamp\" LevelControl.moveToLevel(level: 5", "column 43: a comma or ) is missing here"),
        ("\"lamp\" LevelControl.moveToLevel(5)", "column 35: name each value, as in level: 100"),
        ("\"lamp\" OnOff.on or die", "column 21: say or stop, or or retry 3 times after 10 s"),
        (
            "only if \"Front Door\" DoorLock.lockState = locked",
            "column 11: no line reads this DoorLock; put a line before it"
        ),
        ("wait 5", "column 9: say the unit of the time: d, h, min, s or ms"),
        ("wait 1.5 h", "column 8: say a time in whole numbers, such as 1 h 30 min or 500 ms"),
        ("wait 99999999999999999999999999 d", "column 34: the time is too long"),
        ("wait at most 5 min", "column 21: say until and a condition, or for: with lines under it"),
        ("if true", "column 10: a colon is missing here, before the lines that belong to this one"),
        ("else:", "column 3: unknown line; a line begins with"),
        ("let x = 5", "column 7: a name after a $ is missing here, as in let $evening = true"),
        ("let $x = unlocked", "column 12: \"unlocked\" has no meaning here; texts need quotes"),
        ("let $x = 25:00", "column 12: a time of day lies between 0:00 and 23:59"),
        ("let $x = 20C", "column 12: \"20C\" isn't a number; numbers have no unit"),
        ("let $x = max(1, 2)", "column 12: there is no \"max\"(…)"),
        ("let $x = (1", "column 14: a parenthesis is open; close it with )"),
        ("let $x = 300 mod", "column 19: a value is missing here"),
        ("let $x = 18446744073709551616", "column 12: the number 18446744073709551616 is out of range"),
        ("let $x = its onOff", "column 12: its stands for the device of a line that begins with when"),
        ("every day at noon", "column 15: say a time from 0:00 to 23:59, sunrise or sunset"),
        ("every someday at 9:00", "column 16: say every day, every weekday, or days such as every monday, friday"),
        ("all OnOffLight OnOff.on", "column 3: the name of a device is missing here, in quotes"),
        ("read \"lamp\" as Lamp OnOff", "column 18: there is no device type \"Lamp\""),
        ("when \"lamp\" OnOff turns on", "column 20: say changes, or sends and the name of an event"),
        (
            "when \"lamp\" OnOff changes caused by ghosts",
            "column 45: \"ghosts\" is not a cause; say one of device, client"
        ),
        ("run movie", "column 7: the name of an automation is missing here, in quotes"),
        ("\tnothing", "column 4: indent lines with spaces, not with tabs"),
        ("wait 5 s\n    wait 6 s", "column 5: line 3 can't contain lines; indent this one as far as that"),
        ("wait 5 s\n nothing", "column 2: this line is indented by 1, but line 3, at the same level, by 2"),
        ("nothing\n  wait 5 s", "column 10: nothing is only for an empty block"),
        ("@4294967295 wait 5 s\n  wait 5 s", "column 3: no higher number is left for this line"),
    ])
    func linesOfSteps(line: String, message: String) {
        let told = error("automation: \"x\"\nsteps:\n  \(line)\n")
        expect(told.contains(message), "\(line): \(told)")
        expect(told.hasPrefix("line "), "\(line): \(told)")
    }

    /// Where several nodes match, the number says which one is meant.
    @Test func aReadingThatCouldBeSeveralIsAskedFor() {
        let text =
            "automation: \"x\"\nsteps:\n  read \"lamp\" OnOff\n  read \"lamp\" OnOff\n  only if \"lamp\" OnOff.onOff\n"
        expect(error(text).contains("several lines read this OnOff; give the one that is meant a number, as in @2"))
    }

    @Test func tooDeepNestingIsRefused() {
        let head = "automation: \"x\"\nsteps:\n"
        let deep = (1...100).map { String(repeating: " ", count: $0) + "in order:" }.joined(separator: "\n")
        expect(error(head + deep).contains("lines are nested more than 64 deep"))
        for (open, close) in [("(", ")"), ("[", "]"), ("-", ""), ("not (", ")"), ("{0: ", "}"), ("count(", ")")] {
            let text = String(repeating: open, count: 10_000) + "1" + String(repeating: close, count: 10_000)
            let told = error(head + "  let $x = \(text)\n")
            expect(told.contains("operations are nested") || told.contains("too many signs"), "\(open): \(told)")
        }
        let sum = Array(repeating: "1", count: 10_000).joined(separator: " + ")
        expect(error(head + "  let $x = \(sum)\n").contains("operations are nested more than 64 deep"))
    }

    @Test func aTextThatIsTooLongIsRefused() {
        let text = "automation: \"x\"\nsteps:\n" + String(repeating: "  wait 5 s\n", count: 100_000)
        expect(error(text).contains("a text may have at most 1048576 bytes"))
    }
}
