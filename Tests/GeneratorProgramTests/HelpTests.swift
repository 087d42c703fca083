internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Help is complete, and misspelled words get the nearest right one.
@Suite(.disabled(if: GeneratorProgram.isMissing, GeneratorProgram.whyMissing), .timeLimit(.minutes(5)))
struct HelpTests {
    private static let commands = ["bind", "typescript", "print", "describe", "diff", "generate", "check"]

    @Test(arguments: ["--help", "-h", "help"])
    func helpListsTheCommands(_ word: String) async throws {
        let help = try await GeneratorProgram.run(word)
        expect(help.status, equals: 0)
        expect(help.error.isEmpty)
        for command in Self.commands { expect(help.output.contains("\n  \(command) "), "\(help.output)") }
        expect(help.output.contains("Exit codes: 0 done"))
    }

    @Test(arguments: commands)
    func aCommandSaysItsOptionsDefaultsAndTwoExamples(_ command: String) async throws {
        let help = try await GeneratorProgram.run(command, "--help")
        expect(help.status, equals: 0)
        expect(help.error.isEmpty)
        let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
        expect(lines.first?.hasPrefix("usage: hearth-codegen \(command)"), equals: true, "\(help.output)")
        expect(lines.filter { $0.hasPrefix("  hearth-codegen \(command)") }.count, equals: 2, "\(help.output)")
        for option in lines where option.hasPrefix("  --") {
            let value = option.split(separator: " ")[1]
            expect(value.first?.isUppercase != true || option.hasSuffix(")"), "no default: \(option)")
        }
        try await expect(GeneratorProgram.run("help", command).output, equals: help.output)
    }

    @Test(arguments: [
        (["bnid"], "there is no command \"bnid\"; did you mean bind?"), ([], "no command was given"),
        (["bind", "--modul", "X"], "unknown option \"--modul\"; did you mean --module?"),
        (["bind", "--module"], "--module needs a value: --module NAME"),
        (["bind", "--module", "X", "a.matter"], "bind needs --output PATH"),
        (["bind", "--module", "X", "--output", "Y"], "FILE.matter|FILE.proto… is missing"),
        (["bind", "--module", "X", "--output", "Y", "a.txt"], "\"a.txt\" is neither a .matter nor a .proto file"),
        (["typescript"], "there is nothing to write; name FILE.matter or --standard DIR"),
        (["typescript", "a.proto"], "\"a.proto\" is not a .matter file"),
        (["print", "a", "b"], "\"b\" is one word too many"), (["print", "--plain=3", "a"], "--plain takes no value"),
        (["diff", "a"], "NEW.matter|DIR is missing"), (["check", "x"], "\"x\" is one word too many"),
        (["print", "-p", "a"], "unknown option \"-p\""),
    ])
    func wrongWordsAreUsageErrors(_ words: [String], _ message: String) async throws {
        let outcome = try await ChildProcess.run(GeneratorProgram.url?.path ?? "", words)
        expect(outcome.status, equals: 64)
        expect(outcome.error.hasPrefix("error: \(message)"), "\(outcome.error)")
        expect(outcome.error.contains("--help "), "\(outcome.error)")
        expect(outcome.output.isEmpty)
    }
}
