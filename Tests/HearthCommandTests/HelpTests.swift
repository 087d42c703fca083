@testable internal import HearthCommand
internal import Testing

@Suite struct HelpTests {
    private func refusal(_ name: String, _ words: [String]) throws -> String? {
        let command = try #require(Help.commands.first { $0.name == name })
        do throws(CommandError) {
            try command.check(try Arguments(words, options: command.options))
            return nil
        } catch {
            #expect(error.code == .usage)
            return error.message.split(separator: "\n").first.map(String.init)
        }
    }

    @Test(
        arguments: [
            ("devices", [], nil), ("devices", ["x"], "\"x\" is one word too many"), ("show", [], "DEVICE is missing"),
            ("show", ["a", "b"], "\"b\" is one word too many"), ("watch", [], nil), ("watch", ["a", "b", "c"], nil),
            ("send", [], "DEVICE and TRAIT.COMMAND is missing"), ("send", ["a"], "TRAIT.COMMAND is missing"),
            ("send", ["a", "b", "c=1", "d=2"], nil), ("set", ["a"], "TRAIT.ATTRIBUTE=VALUE… is missing"),
            ("set", ["a", "b.c=1", "b.d=1"], nil), ("rename", ["a"], "NAME is missing"), ("move", ["a"], nil),
            ("rooms", ["rename", "a", "b", "c"], "\"c\" is one word too many"), ("remove", [], "DEVICE is missing"),
            ("serve", ["x"], "\"x\" is one word too many"),
        ] as [(String, [String], String?)])
    func wordsAreCounted(_ name: String, _ words: [String], _ message: String?) throws {
        #expect(try refusal(name, words) == message)
    }

    @Test func usageSaysEverything() throws {
        let send = try #require(Help.commands.first { $0.name == "send" })
        #expect(
            send.usage == """
                usage: hearth send DEVICE TRAIT.COMMAND [ARGUMENT=VALUE…] [--endpoint N] [--hub NAME|ADDRESS] [--json]
                Sends a command, and says how the device is then; VALUE - is asked for, unseen.
                """)
        for command in Help.commands { #expect(Help.text.contains("\n\(command.name) ")) }
    }
}
