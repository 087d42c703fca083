#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The program `hearth`: finds the command and says what went wrong.
@main
struct Program {
    static func main() async {
        setvbuf(stdout, nil, _IOLBF, 0)
        do throws(CommandError) {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            printError("hearth: \(error.message)")
            exit(error.code.rawValue)
        }
    }

    private static func run(_ words: [String]) async throws(CommandError) {
        guard let name = words.first, !["help", "--help", "-h"].contains(name) else {
            print(Help.text)
            return
        }
        if name == "--version" || name == "version" {
            print("hearth \(Help.version)")
            return
        }
        guard let command = Help.commands.first(where: { $0.name == name }) else {
            let nearest = Names.nearest(to: name, among: Help.commands.map(\.name))
            throw CommandError(.usage, "there is no command \(name)" + House.hint(nearest, "hearth help lists them"))
        }
        let rest = Array(words.dropFirst())
        if rest.contains("--help") {
            print(command.usage)
            return
        }
        try await command.run(try Arguments(rest, options: command.options))
    }
}

func printError(_ text: String) {
    var bytes = Array((text + "\n").utf8)
    _ = fwrite(&bytes, 1, bytes.count, stderr)
}
