internal import HearthCameras
internal import HearthClientCommands
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The program `hearth`: runs a command and reports errors.
@main
struct Program {
    static func main() async {
        // A package installs one file under both names, because each program carries Swift's runtime.
        if CommandLine.arguments.first?.split(separator: "/").last == "hearth-cameras" { await CamerasProgram.main() }
        do throws(CommandError) {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            if !error.message.isEmpty { printError("hearth: \(error.message)") }
            exit(error.code.rawValue)
        }
    }

    private static func run(_ words: [String]) async throws(CommandError) {
        guard let name = words.first, !["help", "--help", "-h"].contains(name) else {
            if words.count > 1, let command = Help.command(words[1]) { return try printLine(command.page) }
            return try printLine(Help.text)
        }
        if name == "--version" || name == "version" {
            try printLine("hearth \(Help.version)")
            return
        }
        if name == Completions.command { return try await Completions.run(Array(words.dropFirst()), of: Help.commands) }
        guard let command = Help.command(name) else {
            let nearest = nearestNames(to: name, among: Help.commands.map(\.name))
            let hint = Names.hint(nearest, "hearth help lists them")
            throw CommandError(.usage, "there is no command \(quoted(name))" + hint)
        }
        let rest = words.dropFirst()
        let options = rest.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") {
            try printLine(command.page)
            return
        }
        let arguments = try Arguments(Array(rest), options: command.options)
        try command.check(arguments)
        try await command.run(arguments)
    }
}
