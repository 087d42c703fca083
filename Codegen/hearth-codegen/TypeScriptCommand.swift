internal import BindingEmitter
internal import BindingPlan
internal import HearthBase
internal import ResolvedSchema

/// `typescript`: writes the types of traits for pages, as one `.d.ts`.
struct TypeScriptCommand: Command {
    /// nil for standard output.
    var output: String?
    /// A JSON file with names; nil for none.
    var names: String?
    /// The folder `Schemas` of this package, whose traits come first; nil for none.
    var standard: String?
    /// The `.matter` files.
    var files: [String]

    func run() throws -> Int32 {
        let standard = StandardFolder(path: standard)
        if let path = standard.path, standard.clusters.isEmpty {
            throw FileError(description: "\(path) has no schemas; name Hearth's folder Schemas")
        }
        let overrides = try standard.overrides(names: names)
        var bindings = TypeScriptBindings(overrides: overrides)
        if let model = try standard.model() { bindings.add(model) }
        if !files.isEmpty {
            let maker = try MakerSchemas(files, standard: standard, vendorNames: overrides.vendors)
            report(maker.findings.filter { $0.severity != .error }.map(\.description))
            try refuse(maker.findings.filter { $0.severity == .error })
            bindings.add(maker.model, besides: standard.path.map { _ in standard.clusters })
        }
        try refuse(bindings.diagnostics)
        if let output {
            try Folder(path: "").write(bindings.text, to: output)
        } else {
            print(bindings.text, terminator: "")
        }
        return 0
    }

    private func refuse(_ problems: [Diagnostic]) throws {
        guard !problems.isEmpty else { return }
        report(problems.map(\.description))
        throw SchemaError()
    }
}
