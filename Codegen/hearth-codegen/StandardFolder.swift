internal import BindingEmitter
internal import BindingPlan
internal import HearthBase
internal import ResolvedSchema
internal import TraitSchema

/// Hearth's folder Schemas, for commands about a maker's own files.
struct StandardFolder {
    /// nil if none was given; then no cluster is standard.
    let path: String?
    /// The schemas by the names of their files, which are the clusters' names.
    private let files: [String: String]

    init(path: String?) {
        self.path = path
        let paths = path.map { path in ["Matter", "Google", "Hearth"].flatMap { Folder(path: path).files(below: $0) } }
        files = Dictionary(
            (paths ?? []).filter { $0.hasSuffix(".matter") }
                .map { ($0.split(separator: "/").last.map(String.init) ?? $0, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The names of the clusters.
    var clusters: Set<String> { Set(files.keys.map { String($0.dropLast(".matter".count)) }) }

    /// All schemas; nil without a folder.
    func model() throws -> ResolvedSchema? {
        guard let path else { return nil }
        guard !files.isEmpty else {
            throw FileError(description: "\(path) has no schemas; name Hearth's folder Schemas")
        }
        return try SchemaFiles.resolve(files.values.ordered(), in: Folder(path: path))
    }

    /// The facts with which a maker's file is compared; nil without a folder.
    func facts() throws -> StandardFacts? { try model().map { StandardFacts($0) } }

    /// The clusters that the files name but don't contain.
    func missing(in trees: [FileSyntax]) throws -> [FileSyntax] {
        guard let path else { return [] }
        return try StandardSchemas(names: files.keys.ordered()) { name in
            try files[name].flatMap { try Folder(path: path).readIfThere($0) }
        }.missing(in: trees)
    }

    /// The standard names, overridden by those of a maker's file `names`.
    func overrides(names: String?) throws -> Overrides {
        var result = Overrides()
        if let path, let json = try Folder(path: path).readIfThere("Overrides.json") {
            result = try Overrides(json: json, path: path + "/Overrides.json")
        }
        if let names { result.merge(try Overrides(json: try Folder(path: "").read(names), path: names)) }
        return result
    }
}
