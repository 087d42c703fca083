internal import HearthBase
internal import TraitModel
internal import TraitSchema

/// A maker's own files, resolved together with the standard clusters that they name.
struct MakerSchemas {
    let trees: [FileSyntax]
    let model: TraitModel
    /// What is wrong with the files themselves.
    let findings: [Diagnostic]

    init(_ paths: [String], standard: StandardFolder, vendorNames: [UInt16: String]) throws {
        var trees: [FileSyntax] = []
        var findings: [Diagnostic] = []
        for path in paths {
            let text = try Folder(path: "").read(path)
            let (tree, found) = SchemaParser.parse(SourceText(file: path, text))
            trees.append(tree)
            findings += found
        }
        let (model, found) = ModelResolver.resolve(
            trees + (try standard.missing(in: trees)), vendorNames: vendorNames)
        let own = Set(paths)
        self.trees = trees
        self.model = model
        self.findings = findings + found.filter { own.contains($0.location.file) }
    }
}
