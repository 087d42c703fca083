/// The arguments make no sense; exit code 64.
struct UsageError: Error {
    var message: String
}

/// Reads the arguments of `hearth-codegen`.
enum CommandLineParser {
    static let usage = """
        usage: hearth-codegen generate [--package DIR]
               hearth-codegen check [--package DIR]
               hearth-codegen bind --module NAME --output PATH [--protos DIR] [--names FILE.json]
                                   [--root DIR] [--standard DIR] FILE.matter|FILE.proto...
               hearth-codegen print [--plain] FILE.matter
               hearth-codegen describe TRAIT [--json] [--package DIR] [FILE.matter...]
               hearth-codegen diff OLD.matter NEW.matter [--json]
        generate  writes all bindings of the package from its Schemas folder
        check     fails when a committed binding differs from what generate would write
        bind      writes the Swift bindings of a maker's own files into a folder, or into one file where PATH ends in
                  .swift; standard clusters are left out. --protos also writes the .proto files of its traits, --names
                  gives names that no rule does, vendors' above all: {"vendors": {"0xFFF1": "Acme"}}. Paths of .proto
                  files and their imports are taken from --root. --standard is this package's folder
                  Schemas, for device types that name a standard cluster which the files do not bring
        print     prints a schema file; --plain leaves out what other tools do not read
        describe  prints a trait of the package's schemas, or of the given files; --json for tools
        diff      prints what changed from OLD to NEW, each change compatible or breaking; exits with 0 when all are
                  compatible, 1 when something breaks, 65 when a schema cannot be read or has errors
        """

    static func parse(_ arguments: [String]) throws -> any Command {
        guard let name = arguments.first else { throw UsageError(message: "no command was given") }
        var rest = Options(Array(arguments.dropFirst()))
        switch name {
        case "generate", "check":
            let root = try rest.value(of: "--package") ?? "."
            try rest.finish()
            return PackageCommand(root: root, writes: name == "generate")
        case "bind":
            guard let module = try rest.value(of: "--module") else {
                throw UsageError(message: "bind needs --module NAME")
            }
            guard let output = try rest.value(of: "--output") else {
                throw UsageError(message: "bind needs --output PATH")
            }
            let root = try rest.value(of: "--root") ?? "."
            let protos = try rest.value(of: "--protos")
            let names = try rest.value(of: "--names")
            let standard = try rest.value(of: "--standard")
            let files = try rest.positional()
            guard !files.isEmpty else { throw UsageError(message: "bind needs a .matter or .proto file") }
            if let other = files.first(where: { !$0.hasSuffix(".matter") && !$0.hasSuffix(".proto") }) {
                throw UsageError(message: "'\(other)' is neither a .matter nor a .proto file")
            }
            return BindCommand(
                module: module, output: output, protos: protos, root: root, names: names, standard: standard,
                files: files)
        case "print":
            let isPlain = rest.flag("--plain")
            let files = try rest.positional()
            guard files.count == 1 else { throw UsageError(message: "print needs one schema file") }
            return PrintCommand(path: files[0], isPlain: isPlain)
        case "describe":
            let isJSON = rest.flag("--json")
            let root = try rest.value(of: "--package") ?? "."
            let arguments = try rest.positional()
            guard let trait = arguments.first else { throw UsageError(message: "describe needs the name of a trait") }
            return DescribeCommand(trait: trait, files: Array(arguments.dropFirst()), root: root, isJSON: isJSON)
        case "diff":
            let isJSON = rest.flag("--json")
            let files = try rest.positional()
            guard files.count == 2 else { throw UsageError(message: "diff needs two schema files, the old one first") }
            return DiffCommand(old: files[0], new: files[1], isJSON: isJSON)
        case "help", "--help", "-h":
            return HelpCommand()
        default:
            throw UsageError(message: "'\(name)' is not a command")
        }
    }
}

/// `help`.
struct HelpCommand: Command {
    func run() -> Int32 {
        print(CommandLineParser.usage)
        return 0
    }
}

/// What the program can do. `run` gives the exit code.
protocol Command {
    func run() throws -> Int32
}

/// Arguments behind the command's name.
struct Options {
    private var arguments: [String]

    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    mutating func value(of name: String) throws -> String? {
        guard let index = arguments.firstIndex(of: name) else { return nil }
        guard index + 1 < arguments.count else { throw UsageError(message: "\(name) needs a value") }
        let value = arguments[index + 1]
        arguments.removeSubrange(index...index + 1)
        return value
    }

    mutating func flag(_ name: String) -> Bool {
        guard let index = arguments.firstIndex(of: name) else { return false }
        arguments.remove(at: index)
        return true
    }

    func finish() throws {
        if let first = arguments.first { throw UsageError(message: "'\(first)' is not an option of this command") }
    }

    func positional() throws -> [String] {
        if let option = arguments.first(where: { $0.hasPrefix("-") }) {
            throw UsageError(message: "'\(option)' is not an option of this command")
        }
        return arguments
    }
}
