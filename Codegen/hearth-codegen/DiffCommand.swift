internal import HearthTraitDescriptors
internal import ResolvedSchema

/// `diff`: prints the changes between two revisions of a schema. The exit code is 1 if one is breaking.
struct DiffCommand: Command {
    /// A file, or a folder with files.
    var old: String
    var new: String
    /// A JSON file with names; nil for the one beside the files.
    var names: String?
    /// Hearth's folder Schemas; nil for that of the package in which this program was built.
    var standard: String?
    var isJSON: Bool

    func run() throws -> Int32 {
        let changes = SchemaEvolution.compare(old: try schema(old), new: try schema(new))
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

    private func schema(_ path: String) throws -> ComparedSchema {
        ComparedSchema(try MakerInput([path], names: names, standard: standard).model)
    }
}
