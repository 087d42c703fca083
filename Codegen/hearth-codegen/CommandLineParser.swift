internal import HearthTraitDescriptors

/// Invalid arguments; exit code 64.
struct UsageError: Error {
    /// The error, and how to get help.
    var message: String

    init(_ message: String, _ help: CommandHelp? = nil) {
        let words = help.map { "\($0.usage)\nhearth-codegen \($0.name) --help says more" }
        self.message = message + "\n" + (words ?? "hearth-codegen --help lists the commands")
    }
}

/// Reads the arguments of `hearth-codegen`.
enum CommandLineParser {
    static func parse(_ arguments: [String]) throws -> any Command {
        guard let name = arguments.first else { throw UsageError("no command was given") }
        if ["help", "--help", "-h"].contains(name) { return try help(on: arguments.dropFirst().first) }
        let help = try command(name)
        let rest = Array(arguments.dropFirst())
        if rest.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-h"].contains($0) }) {
            return HelpCommand(text: help.text)
        }
        return try command(Options(rest, help))
    }

    private static func help(on name: String?) throws -> HelpCommand {
        HelpCommand(text: try name.map { try command($0).text } ?? CommandTable.text)
    }

    private static func command(_ name: String) throws -> CommandHelp {
        if let help = CommandTable.all.first(where: { $0.name == name }) { return help }
        throw UsageError("there is no command \(quoted(name))" + didYouMean(name, CommandTable.all.map(\.name)))
    }

    /// Creates the command from its options.
    private static func command(_ options: Options) throws -> any Command {
        let root = options["package"] ?? "."
        let words = options.words
        switch options.help.name {
        case "bind":
            if let other = words.first(where: { !$0.hasSuffix(".matter") && !$0.hasSuffix(".proto") }) {
                throw UsageError("\(quoted(other)) is neither a .matter nor a .proto file", options.help)
            }
            return BindCommand(
                module: try options.needed("module"), output: try options.needed("output"),
                protos: options["protos"], root: options["root"] ?? ".", names: options["names"],
                standard: options["standard"], files: words)
        case "typescript":
            if let other = words.first(where: { !$0.hasSuffix(".matter") }) {
                throw UsageError("\(quoted(other)) is not a .matter file", options.help)
            }
            guard !words.isEmpty || options["standard"] != nil else {
                throw UsageError("there is nothing to write; name FILE.matter or --standard DIR", options.help)
            }
            return TypeScriptCommand(
                output: options["output"], names: options["names"], standard: options["standard"], files: words)
        case "print": return PrintCommand(path: words[0], isPlain: options.has("plain"))
        case "describe":
            return DescribeCommand(
                trait: words[0], files: Array(words.dropFirst()), names: options["names"],
                standard: options["standard"], root: root, isJSON: options.has("json"))
        case "diff":
            return DiffCommand(
                old: words[0], new: words[1], names: options["names"], standard: options["standard"],
                isJSON: options.has("json"))
        default: return PackageCommand(root: root, writes: options.help.name == "generate")
        }
    }
}

/// `help`.
struct HelpCommand: Command {
    let text: String

    func run() -> Int32 {
        print(text)
        return 0
    }
}

/// A command of the program. `run` returns the exit code.
protocol Command {
    func run() throws -> Int32
}
