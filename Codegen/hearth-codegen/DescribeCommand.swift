internal import BindingEmitter
internal import HearthBase
internal import TraitModel
internal import TraitSchema

/// `describe`: one trait for people, or for tools.
struct DescribeCommand: Command {
    /// As in the schema, or as the Swift type: `OnOff`, `OnOffTrait`.
    var trait: String
    /// Schema files; none for those of the package.
    var files: [String]
    var root: String
    var isJSON: Bool

    func run() throws -> Int32 {
        let model = try files.isEmpty ? SchemaFiles.package(root) : SchemaFiles.resolve(files, in: Folder(path: ""))
        let bare = trait.hasSuffix("Trait") ? String(trait.dropLast(5)) : trait
        guard let cluster = model.cluster(named: trait) ?? model.cluster(named: bare) else {
            let names = model.clusters.map(\.name)
            let hint =
                Suggestion.hint(for: bare, among: names) ?? "there are \(names.ordered().joined(separator: ", "))"
            report("error: there is no trait '\(trait)' (\(hint))")
            return 1
        }
        let description = TraitDescription(cluster, in: model)
        print(isJSON ? description.json + "\n" : description.text, terminator: "")
        return 0
    }
}
