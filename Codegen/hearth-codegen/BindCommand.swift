internal import BindingEmitter
internal import BindingPlan
internal import HearthBase
internal import ProtoSchema
internal import ResolvedSchema
internal import TraitSchema

/// `bind`: generates Swift for a maker's own files.
struct BindCommand: Command {
    var module: String
    /// A folder, or one Swift file for everything.
    var output: String
    /// The folder for the `.proto` files of the traits; nil to write none.
    var protos: String?
    /// The import root of `.proto` files.
    var root: String
    /// A JSON file with names; nil for none.
    var names: String?
    /// The folder `Schemas` of this package, with the standard clusters that the files name but don't contain and the
    /// standard names; nil for none.
    var standard: String?
    /// The files: `.proto` files below `root`, `.matter` files by path.
    var files: [String]

    func run() throws -> Int32 {
        var outputs: [OutputFile] = []
        var problems: [String] = []
        let protoFiles = files.filter { $0.hasSuffix(".proto") }
        if !protoFiles.isEmpty { try bindProtos(protoFiles, &outputs, &problems) }
        let schemas = files.filter { $0.hasSuffix(".matter") }
        let exported = schemas.isEmpty ? [] : try bindSchemas(schemas, &outputs, &problems)
        guard problems.isEmpty else {
            report(problems)
            throw SchemaError()
        }
        if output.hasSuffix(".swift") {
            try Folder(path: "").write(OutputFile.joined(outputs, module: module), to: output)
        } else {
            for file in outputs { try Folder(path: output).write(file.text, to: file.path) }
        }
        if let protos {
            for file in exported { try Folder(path: protos).write(file.text, to: file.path) }
        }
        return 0
    }

    // MARK: Schemas

    /// Returns the `.proto` files of the traits.
    private func bindSchemas(
        _ paths: [String], _ outputs: inout [OutputFile], _ problems: inout [String]
    ) throws -> [OutputFile] {
        let standard = StandardFolder(path: standard)
        let overrides = try standard.overrides(names: names)
        let maker = try MakerSchemas(paths, standard: standard, vendorNames: overrides.vendors)
        var findings = maker.findings
        if !findings.containsError, let facts = try standard.facts() {
            findings += MakerFileCheck.warnings(
                about: maker.trees, maker.model, vendorNames: overrides.vendors, against: facts)
        }
        report(findings.filter { $0.severity != .error }.map(\.description))
        problems += findings.filter { $0.severity == .error }.map(\.description)
        guard problems.isEmpty else { return [] }
        var bindings = TraitBindings(
            maker.model, overrides: overrides, standard: standard.clusters)
        bindings.addIndex(registry: module + "Traits", source: "the schemas of \(module)")
        problems += bindings.diagnostics.map(\.description)
        outputs += bindings.swift
        return bindings.protos
    }

    // MARK: Protos

    private func bindProtos(
        _ paths: [String], _ outputs: inout [OutputFile], _ problems: inout [String]
    ) throws {
        let sources = try read(paths)
        let pool = DescriptorPool(sources)
        problems += pool.diagnostics.map(\.description)
        guard pool.diagnostics.isEmpty else { return }
        let home = sources.map(\.path).filter { $0.hasPrefix("hearth/v1/") }
        let bindings = ProtoBindings(pool, module: module, providers: StandardBindings.providers(home))
        let result = bindings.emit(paths)
        problems += result.diagnostics.map(\.description)
        outputs += result.files
    }

    /// The named files and their imports below the root; the pool reports missing ones.
    private func read(_ paths: [String]) throws -> [ProtoSource] {
        let folder = Folder(path: root)
        let named = Set(paths)
        var sources: [ProtoSource] = []
        var known: Set<String> = []
        var queue = paths
        while let path = queue.popLast() {
            guard known.insert(path).inserted else { continue }
            guard let text = named.contains(path) ? try folder.read(path) : try folder.readIfThere(path) else {
                continue
            }
            sources.append(ProtoSource(path: path, text: text))
            queue += ProtoSource.imports(in: text, path: path)
        }
        return sources.ordered(by: \.path)
    }
}
