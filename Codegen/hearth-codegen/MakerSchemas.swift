internal import HearthBase
internal import ResolvedSchema
internal import TraitSchema

/// A maker's own files, resolved together with the standard clusters that they name.
struct MakerSchemas {
    let trees: [FileSyntax]
    let model: ResolvedSchema
    /// The diagnostics of the files.
    let findings: [Diagnostic]

    /// - Parameter needsDeviceTypes: false to leave out device types and refinements of other files' clusters, if no
    ///   standard clusters are known.
    init(
        _ paths: [String], standard: StandardFolder, vendorNames: [UInt16: String], needsDeviceTypes: Bool = true
    ) throws {
        var trees: [FileSyntax] = []
        var findings: [Diagnostic] = []
        for path in paths {
            let text = try Folder(path: "").read(path)
            let (tree, found) = SchemaParser.parse(SourceText(file: path, text))
            trees.append(tree)
            findings += found
        }
        if !needsDeviceTypes { trees = Self.withoutDeviceTypes(trees) }
        let (model, found) = ModelResolver.resolve(
            trees + (try standard.missing(in: trees)), vendorNames: vendorNames)
        let own = Set(paths)
        self.trees = trees
        self.model = model
        self.findings = findings + found.filter { own.contains($0.location.file) }
    }

    private static func withoutDeviceTypes(_ trees: [FileSyntax]) -> [FileSyntax] {
        let brought = Set(
            trees.flatMap(\.items).compactMap { item in
                if case .cluster(let cluster) = item { cluster.name.text } else { nil }
            })
        return trees.map { tree in
            var tree = tree
            tree.items.removeAll { item in
                switch item {
                case .deviceType: true
                case .refinement(let refinement): !brought.contains(refinement.cluster.text)
                case .constants, .structure, .cluster, .endpoint, .vendor: false
                }
            }
            return tree
        }
    }
}
