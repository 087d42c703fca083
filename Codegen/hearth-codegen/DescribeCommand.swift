internal import HearthBase
internal import ResolvedSchema
internal import TraitSchema

/// `describe`: prints one trait for people or for tools.
struct DescribeCommand: Command {
    /// The name in the schema, or of the Swift type: `OnOff`, `OnOffTrait`.
    var trait: String
    /// Schema files and folders; empty for those of the package.
    var files: [String]
    /// A JSON file with names; nil for the one beside the files.
    var names: String?
    /// Hearth's folder Schemas; nil for that of the package in which this program was built.
    var standard: String?
    var root: String
    var isJSON: Bool

    func run() throws -> Int32 {
        guard !files.isEmpty else { return describe(in: [try SchemaFiles.package(root)]) }
        let maker = try MakerInput(files, names: names, standard: standard)
        return describe(in: [maker.model] + [try maker.standard.model()].compactMap(\.self))
    }

    /// Prints the trait from the first model with a trait of this name.
    private func describe(in models: [ResolvedSchema]) -> Int32 {
        let bare = trait.hasSuffix("Trait") ? String(trait.dropLast(5)) : trait
        for model in models {
            guard let cluster = model.cluster(named: trait) ?? model.cluster(named: bare) else { continue }
            let description = TraitDescription(cluster, in: model)
            print(isJSON ? description.json + "\n" : description.text, terminator: "")
            return 0
        }
        let names = models.first?.clusters.map(\.name) ?? []
        let all = models.flatMap(\.clusters).map(\.name)
        let known =
            names.isEmpty
            ? "the files have no trait of their own" : "there are \(names.ordered().joined(separator: ", "))"
        report("error: there is no trait '\(trait)' (\(Suggestion.hint(for: bare, among: all) ?? known))")
        return 1
    }
}
