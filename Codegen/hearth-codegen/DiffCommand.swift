internal import HearthTraitModel
internal import TraitModel

/// `diff`: what changed between two revisions of a schema. The exit code is 1 when something breaks.
struct DiffCommand: Command {
    var old: String
    var new: String
    var isJSON: Bool

    func run() throws -> Int32 {
        let folder = Folder(path: "")
        let changes = SchemaEvolution.compare(
            old: ComparedSchema(try SchemaFiles.resolve([old], in: folder)),
            new: ComparedSchema(try SchemaFiles.resolve([new], in: folder)))
        if isJSON {
            print(changes.json)
        } else {
            let breaking = changes.filter { $0.impact == .breaking }
            let compatible = changes.filter { $0.impact == .compatible }
            for change in breaking + compatible { print(change) }
            print("\(breaking.count) breaking, \(compatible.count) compatible")
        }
        return changes.containsBreaking ? 1 : 0
    }
}
