internal import HearthBase
internal import BindingEmitter
internal import ResolvedSchema
internal import TraitSchema

/// A file can't be read or has errors, which are already reported. Exit code 65, because 1 is a result of `diff`.
struct SchemaError: Error {}

/// Reads schema files into a model.
enum SchemaFiles {
    /// The schemas of the package at `root`.
    static func package(_ root: String) throws -> ResolvedSchema {
        let folder = Folder(path: root)
        let paths = folder.files(below: "Schemas").filter { $0.hasSuffix(".matter") && StandardBindings.reads($0) }
        guard !paths.isEmpty else {
            throw FileError(
                description: "\(root) has no Schemas folder with schemas; name the package with --package, or files")
        }
        return try resolve(paths, in: folder)
    }

    /// Resolves files that belong together. Reports all errors and warnings.
    static func resolve(_ paths: [String], in folder: Folder) throws -> ResolvedSchema {
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
