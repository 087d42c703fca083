internal import Foundation

/// The program `hearth`: finds the command and says what went wrong.
@main
struct Program {
    static func main() async {
        do throws(CommandError) {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            printError("hearth: \(error.message)")
            exit(error.code.rawValue)
        }
    }

    private static func run(_ words: [String]) async throws(CommandError) {
        guard let name = words.first, !["help", "--help", "-h"].contains(name) else {
            printLine(Help.text)
            return
        }
        if name == "--version" || name == "version" {
            printLine("hearth \(Help.version)")
            return
        }
        guard let command = Help.commands.first(where: { $0.name == name }) else {
            let nearest = Names.nearest(to: name, among: Help.commands.map(\.name))
            throw CommandError(.usage, "there is no command \(name)" + House.hint(nearest, "hearth help lists them"))
        }
        let rest = Array(words.dropFirst())
        if rest.contains("--help") {
            printLine(command.usage)
            return
        }
        try await command.run(try Arguments(rest, options: command.options))
    }
}

/// Prints a line for people where it does not mix with what programs read.
func printError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Array((text + "\n").utf8))
}

/// Prints a line at once, also into a pipe.
func printLine(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Array((text + "\n").utf8))
}
