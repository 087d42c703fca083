/// The commands, in the order of the help text.
enum CommandTable {
    private static let package = OptionHelp(
        name: "package", value: "DIR", meaning: "the folder of the package", standing: "the current folder")
    private static let json = OptionHelp(name: "json", meaning: "prints JSON for tools")

    private static let makersNames = OptionHelp(
        name: "names", value: "FILE.json", meaning: "names that differ from the rules', as for bind",
        standing: "a bindings.json beside the files, if there is one")
    private static let foundStandard = OptionHelp(
        name: "standard", value: "DIR",
        meaning: "Hearth's folder Schemas, for clusters that files name and don't bring",
        standing: "the folder of the package that this program was built in, if it is there")

    static let all = [bind, typescript, print, describe, diff, generate, check]

    private static let bind = CommandHelp(
        name: "bind", words: ["FILE.matter|FILE.proto…"],
        summary: "Writes the Swift bindings of a maker's own files; the plugin TraitBindings calls it.",
        details: [
            "Standard clusters are left out: HearthTraits has them. A file's differences from one, and other parts",
            "that can't be used, are reported as warnings with their location.",
        ],
        options: [
            OptionHelp(name: "module", value: "NAME", meaning: "the Swift module that the bindings are for"),
            OptionHelp(
                name: "output", value: "PATH", meaning: "a folder, or one file for everything where it ends in .swift"),
            OptionHelp(
                name: "protos", value: "DIR", meaning: "also writes the .proto files of the traits, below DIR",
                standing: "none are written"),
            OptionHelp(
                name: "names", value: "FILE.json",
                meaning: "names that differ from the rules': {\"vendors\": {\"0xFFF1\": \"Acme\"}}",
                standing: "the rules' names"),
            OptionHelp(
                name: "root", value: "DIR", meaning: "where .proto files and their imports are",
                standing: "the current folder"),
            OptionHelp(
                name: "standard", value: "DIR",
                meaning:
                    "Hearth's folder Schemas: the standard clusters, for device types that name them and for warnings",
                standing: "standard clusters are unknown"),
        ],
        examples: [
            "bind --module Turntable --output build --standard ../hearth/Schemas Turntable.matter",
            "bind --module Turntable --output Bindings.swift --protos protos Turntable.matter",
        ])

    private static let typescript = CommandHelp(
        name: "typescript", words: ["[FILE.matter…]"],
        summary: "Writes the types of traits for pages in JavaScript or TypeScript, as one .d.ts.",
        details: [
            "Without files it writes only the standard traits. With --standard, a file's copies of these are left out,",
            "and names are those of a hub.",
        ],
        options: [
            OptionHelp(
                name: "output", value: "FILE.d.ts", meaning: "the file to write", standing: "standard output"),
            OptionHelp(
                name: "names", value: "FILE.json", meaning: "names that differ from the rules', as for bind",
                standing: "the rules' names"),
            OptionHelp(
                name: "standard", value: "DIR", meaning: "Hearth's folder Schemas, whose traits are written as well",
                standing: "only the files' traits are written"),
        ],
        examples: [
            "typescript --standard ../hearth/Schemas --output traits.d.ts",
            "typescript --standard ../hearth/Schemas --output traits.d.ts Turntable.matter",
        ])

    private static let print = CommandHelp(
        name: "print", words: ["FILE.matter"], summary: "Prints a schema file as the generator understands it.",
        options: [OptionHelp(name: "plain", meaning: "leaves out Hearth's additions, which other tools do not read")],
        examples: ["print Turntable.matter", "print --plain Turntable.matter"])

    private static let describe = CommandHelp(
        name: "describe", words: ["TRAIT", "[FILE.matter|DIR…]"],
        summary: "Describes a trait of the given files, or of the package's schemas.",
        details: ["Files are read as in bind and hearth simulate. A folder means all .matter files below it."],
        options: [json, makersNames, foundStandard, package],
        examples: ["describe OnOff --package ../hearth", "describe Spinner Turntable.matter"])

    private static let diff = CommandHelp(
        name: "diff", words: ["OLD.matter|DIR", "NEW.matter|DIR"],
        summary: "Prints what changed from OLD to NEW, each change compatible or breaking.",
        details: [
            "Files are read as in bind and hearth simulate: standard clusters are left out, as Hearth has them.",
            "All .matter files below a folder are one schema.",
            "Arrows point from old to new. The exit code is 0 if all changes are compatible, 1 if one is breaking.",
        ],
        options: [json, makersNames, foundStandard],
        examples: ["diff Turntable-1.matter Turntable.matter", "diff --json released Sources/Turntable"])

    private static let generate = CommandHelp(
        name: "generate", words: [], summary: "Writes all bindings of Hearth's own package from its Schemas folder.",
        options: [package], examples: ["generate", "generate --package ../hearth"])

    private static let check = CommandHelp(
        name: "check", words: [],
        summary: "Exits with 1 if a committed binding differs from the output of generate.",
        options: [package], examples: ["check", "check --package ../hearth"])

    /// The output of `hearth-codegen --help`.
    static var text: String {
        let forms = all.map { ([$0.name] + $0.words).joined(separator: " ") }
        let width = forms.map(\.count).max() ?? 0
        let lines = zip(forms, all).map { "  \($0.padded(to: width))  \($1.summary)" }
        return """
            hearth-codegen generates Swift, .proto and TypeScript files from .matter schemas, and describes them.

            usage: hearth-codegen COMMAND …

            \(lines.joined(separator: "\n"))

            hearth-codegen COMMAND --help lists its options with their defaults, and examples.
            Exit codes: 0 done, 1 breaking change, difference or not found, 64 usage error, 65 bad file,
            73 file can't be written.
            """
    }
}
