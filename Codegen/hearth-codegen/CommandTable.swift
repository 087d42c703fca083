/// The commands, in the order in which help lists them.
enum CommandTable {
    private static let package = OptionHelp(
        name: "package", value: "DIR", meaning: "the folder of the package", standing: "the current folder")
    private static let json = OptionHelp(name: "json", meaning: "prints JSON for tools")

    private static let makersNames = OptionHelp(
        name: "names", value: "FILE.json", meaning: "names that no rule gives, as bind has them",
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
            "Standard clusters are left out: HearthTraits has them. What a file says differently of one, and what else",
            "can't be taken as it stands, is told as a warning with its place.",
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
                meaning: "names that no rule gives: {\"vendors\": {\"0xFFF1\": \"Acme\"}}",
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
            "Without files it is about the standard traits alone. With --standard, what a file repeats of them is left out,",
            "and names are those that a hub has.",
        ],
        options: [
            OptionHelp(
                name: "output", value: "FILE.d.ts", meaning: "the file to write", standing: "standard output"),
            OptionHelp(
                name: "names", value: "FILE.json", meaning: "names that no rule gives, as bind has them",
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
        summary: "Prints all about a trait of the given files, else of the package's schemas.",
        details: ["Files are read as bind and hearth simulate read them; of a folder, all .matter files below it."],
        options: [json, makersNames, foundStandard, package],
        examples: ["describe OnOff --package ../hearth", "describe Spinner Turntable.matter"])

    private static let diff = CommandHelp(
        name: "diff", words: ["OLD.matter|DIR", "NEW.matter|DIR"],
        summary: "Prints what changed from OLD to NEW, each change compatible or breaking.",
        details: [
            "Files are read as bind and hearth simulate read them: standard clusters are left out, as Hearth has them.",
            "Of a folder, all .matter files below it are one schema.",
            "Arrows point from old to new. It ends with 0 when all are compatible, with 1 when something breaks.",
        ],
        options: [json, makersNames, foundStandard],
        examples: ["diff Turntable-1.matter Turntable.matter", "diff --json released Sources/Turntable"])

    private static let generate = CommandHelp(
        name: "generate", words: [], summary: "Writes all bindings of Hearth's own package from its Schemas folder.",
        options: [package], examples: ["generate", "generate --package ../hearth"])

    private static let check = CommandHelp(
        name: "check", words: [],
        summary: "Ends with 1 when a committed binding differs from what generate would write.",
        options: [package], examples: ["check", "check --package ../hearth"])

    /// What `hearth-codegen --help` prints.
    static var text: String {
        let forms = all.map { ([$0.name] + $0.words).joined(separator: " ") }
        let width = forms.map(\.count).max() ?? 0
        let lines = zip(forms, all).map { "  \($0.padded(to: width))  \($1.summary)" }
        return """
            hearth-codegen makes Swift, .proto and TypeScript files of .matter schemas, and says what is in them.

            usage: hearth-codegen COMMAND …

            \(lines.joined(separator: "\n"))

            hearth-codegen COMMAND --help says every option, its default and examples.
            Exit codes: 0 done, 1 refused: something breaks, differs or is not there, 64 wrong words, 65 a bad file,
            73 a file can't be written.
            """
    }
}
