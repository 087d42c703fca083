internal import HearthBase
internal import BindingEmitter
internal import TraitModel
internal import TraitSchema

/// A file cannot be read or has errors; they are reported already. Exit code 65, as 1 is a finding of `diff`.
struct SchemaError: Error {}

/// Schema files as a model.
enum SchemaFiles {
    /// The schemas of the package at `root`.
    static func package(_ root: String) throws -> TraitModel {
        let folder = Folder(path: root)
        let paths = folder.files(below: "Schemas").filter { $0.hasSuffix(".matter") && StandardBindings.reads($0) }
        guard !paths.isEmpty else {
            throw FileError(
                description: "\(root) has no Schemas folder with schemas; name the package with --package, or files")
        }
        return try resolve(paths, in: folder)
    }

    /// Files that belong together. Reports everything that is wrong with them.
    static func resolve(_ paths: [String], in folder: Folder) throws -> TraitModel {
        var trees: [FileSyntax] = []
        var findings: [Diagnostic] = []
        for path in paths {
            do {
                let (tree, found) = SchemaParser.parse(SourceText(file: path, try folder.read(path)))
                trees.append(tree)
                findings += found
            } catch {
                report("error: \(error)")
                throw SchemaError()
            }
        }
        let (model, found) = ModelResolver.resolve(trees)
        findings += found
        report(findings.filter { $0.severity != .note }.map(\.description))
        if findings.containsError { throw SchemaError() }
        return model
    }
}
