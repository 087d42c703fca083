@testable internal import HearthTerminal
internal import Expectations
internal import Testing

@Suite struct ArgumentsTests {
    private let options = [Arguments.Option("hub", "ADDRESS", "The hub."), .init("json", nil, "JSON.")]

    @Test func optionsMayStandAnywhere() throws {
        let arguments = try Arguments(["--json", "Lamp", "--hub=unix:/a=b", "OnOff.on"], options: options)
        expect((arguments.positional, arguments.has("json")), are: (["Lamp", "OnOff.on"], true))
        expect(arguments["hub"], equals: "unix:/a=b")
    }

    @Test func afterTwoDashesNothingIsAnOption() throws {
        let arguments = try Arguments(["--hub", "h:1", "--", "--json"], options: options)
        expect((arguments.positional, arguments.has("json"), arguments["hub"]), are: (["--json"], false, "h:1"))
    }

    @Test(arguments: [(["--hub=--json"], "--json"), (["--hub", "-5"], "-5"), (["--hub", "./--x"], "./--x")])
    func aValueMayBeginWithDashes(_ words: [String], _ value: String) throws {
        let arguments = try Arguments(words, options: options)
        expect((arguments["hub"], arguments.has("json")), are: (value, false))
    }

    @Test(arguments: [
        (["--jsno"], "unknown option --jsno; did you mean --json?"),
        (["--quite-other"], "unknown option --quite-other; known are --hub, --json"),
        (["--json=yes"], "--json takes no value"), (["x", "--hub"], "--hub needs a value: --hub ADDRESS"),
        (["--hub", "--json"], "--hub needs a value: --hub ADDRESS"),
        (["--hub", "--"], "--hub needs a value: --hub ADDRESS"),
        (["--hub", "--other", "h:1"], "--hub needs a value: --hub ADDRESS"),
    ])
    func wrongOptionsAreNamed(_ words: [String], _ message: String) {
        expect(throws: CommandError(.usage, message)) { try Arguments(words, options: options) }
    }
}
