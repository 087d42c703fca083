internal import HearthBase
internal import TraitSchema

/// `print`: a schema file as the generator understands it.
struct PrintCommand: Command {
    var path: String
    /// Without Hearth's additions to the language, as other tools read it.
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
