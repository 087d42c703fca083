internal import HearthBase
internal import TraitSchema

/// `print`: prints a schema file as the generator parses it.
struct PrintCommand: Command {
    var path: String
    /// Whether to leave out Hearth's additions to the language, for other tools.
    var isPlain: Bool

    func run() throws -> Int32 {
        let text = try Folder(path: "").read(path)
        let (file, findings) = SchemaParser.parse(SourceText(file: path, text))
        report(findings.map(\.description))
        if findings.containsError { throw SchemaError() }
        print(SchemaPrinter.print(file, style: isPlain ? .plain : .full), terminator: "")
        return 0
    }
}
