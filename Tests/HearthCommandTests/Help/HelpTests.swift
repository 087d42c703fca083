@testable internal import HearthCommand
@testable internal import HearthTerminal
internal import Expectations
internal import Testing

@Suite struct HelpTests {
    private func refusal(_ name: String, _ words: [String]) throws -> String? {
        let command = try require(Help.commands.first { $0.name == name })
        do throws(CommandError) {
            try command.check(try Arguments(words, options: command.options))
            return nil
        } catch {
            expect(error.code, equals: .usage)
            return error.message.split(separator: "\n").first.map(String.init)
        }
    }

    @Test(
        arguments: [
            ("devices", [], nil), ("devices", ["x", "y"], nil), ("show", [], "DEVICE|PART is missing"),
            ("show", ["a", "b"], "\"b\" is one word too many"), ("watch", [], nil), ("watch", ["a", "b", "c"], nil),
            ("send", [], "DEVICE and [TRAIT.]COMMAND are missing"), ("send", ["a"], "[TRAIT.]COMMAND is missing"),
            ("send", ["a", "b", "c=1", "d=2"], nil), ("set", ["a"], "TRAIT.ATTRIBUTE=VALUE… is missing"),
            ("set", ["a", "b.c=1", "b.d=1"], nil), ("rename", ["a"], "NAME is missing"), ("move", ["a"], nil),
            ("rooms", ["rename", "a", "b", "c"], "\"c\" is one word too many"), ("remove", [], "DEVICE is missing"),
            ("serve", ["x"], "\"x\" is one word too many"),
        ] as [(String, [String], String?)])
    func wordsAreCounted(_ name: String, _ words: [String], _ message: String?) throws {
        try expect(refusal(name, words), equals: message)
    }

    @Test func aPageSaysEveryOptionItsDefaultAndTwoExamples() throws {
        for command in Help.commands {
            let page = command.page
            expect(page.hasPrefix("usage: hearth \(command.name)"))
            for option in command.options { expect(page.contains("\n  --\(option.name)"), "\(command.name)") }
            expect(command.examples.count, isAtLeast: 2, "\(command.name)")
            expect(Help.text.contains("\n  \(command.name)"))
        }
        let hub = try require(Help.command("serve")?.page)
        expect(hub.contains("Default: 127.0.0.1:4327."))
    }

    @Test func everythingFitsEightyColumns() {
        let pages = [Help.text] + Help.commands.map(\.page)
        for line in pages.joined(separator: "\n").split(separator: "\n") where columnCount(line) > 80 {
            Issue.record("\(columnCount(line)) columns: \(line)")
        }
    }

    /// The program accepts each example.
    @Test func examplesAreRight() throws {
        for command in Help.commands {
            for example in command.examples where example.line.hasPrefix("hearth \(command.name)") {
                var words = Self.words(example.line)
                if let pipe = words.firstIndex(where: { ["|", ">", "&&"].contains($0) }) {
                    words.removeSubrange(pipe...)
                }
                expect(throws: Never.self, "\(example.line)") {
                    try command.check(try Arguments(Array(words.dropFirst(2)), options: command.options))
                }
            }
        }
    }

    /// roff treats quotation marks in a macro's line as ends of its arguments, and prints hyphens and apostrophes as
    /// characters that a shell does not accept.
    @Test func theManualKeepsExamplesAsTheyAreTyped() {
        let lines = ManualCommand.text.split(separator: "\n").filter { $0.hasPrefix(".I ") }.map { $0.dropFirst(3) }
        let printed = lines.dropFirst().map { line -> String in
            var text = String(line)
            for (name, character) in [
                ("\\(dq", "\""), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ti", "~"), ("\\(ha", "^"), ("\\-", "-"),
                ("\\e", "\\"),
            ] {
                text = text.replacing(name, with: character)
            }
            return text
        }
        expect(printed, equals: Help.commands.flatMap { $0.examples.map(\.line) })
        expect(!lines.contains { $0.contains("\"") || $0.contains("'") })
    }

    /// The words as a shell splits them.
    private static func words(_ line: String) -> [String] {
        var words = [""]
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            } else if quote == nil, character == " " {
                words.append("")
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }

    @Test func theManualHasEveryCommand() {
        let page = ManualCommand.text
        expect(page.hasPrefix(".TH HEARTH 1 "))
        for command in Help.commands {
            expect(page.contains(".SS hearth \(command.name.replacing("-", with: "\\-"))"))
        }
    }
}
