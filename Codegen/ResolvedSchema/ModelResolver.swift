public import HearthBase
public import TraitSchema

/// Resolves schema files that belong together.
public enum ModelResolver {
    /// Resolves names, applies refinements and checks everything.
    ///
    /// - Parameters:
    ///   - files: the files from `SchemaParser`. Definitions are visible in all files, and `refine` applies to all.
    ///   - vendorNames: namespaces of vendor ids whose files do not declare one (a plain maker's file).
    /// - Returns: the model, as far as the files could be understood, and the diagnostics in the order of the files.
    ///   After an error the model must not be used.
    public static func resolve(
        _ files: [FileSyntax], vendorNames: [UInt16: String] = [:]
    ) -> (model: ResolvedSchema, diagnostics: [Diagnostic]) {
        var findings = Findings()
        let vendors = VendorTable(files, names: vendorNames, &findings)
        var model = ResolvedSchema()

        let globals = GlobalTypes(files, &findings)
        model.globals = globals.scope
        model.clusters = clusters(files, vendors, globals.lookup, &findings)
        model.reportConstantsThatAreNull(&findings)
        let named = Dictionary(model.clusters.map { ($0.name, $0) }) { first, _ in first }

        let types = files.flatMap(\.items).compactMap { item -> DeviceTypeSyntax? in
            if case .deviceType(let type) = item { type } else { nil }
        }
        model.deviceTypes = DeviceTypeResolver(clusters: named, vendors: vendors).resolve(types, &findings)
        for file in files {
            let endpoints = file.items.compactMap { item -> EndpointSyntax? in
                if case .endpoint(let endpoint) = item { endpoint } else { nil }
            }
            findings.reportDuplicates(endpoints.map(\.number)) { "there is an endpoint \($0) already" }
            let resolver = EndpointResolver(clusters: named)
            model.endpoints += endpoints.compactMap { resolver.resolve($0, &findings) }
        }
        model.vendors = Set(model.clusters.map(\.vendor)).ordered(by: \.id)
        return (model, sorted(findings.all, files))
    }

    private static func clusters(
        _ files: [FileSyntax], _ vendors: VendorTable, _ globals: TypeLookup, _ findings: inout Findings
    ) -> [ClusterModel] {
        let syntaxes = Definitions.clusters(in: files, &findings)
        var refinements: [String: Refinements] = [:]
        for case .refinement(let refinement) in files.flatMap(\.items) {
            refinements[refinement.cluster.text, default: Refinements()].add(refinement, &findings)
        }
        reportUnknownRefinements(files, syntaxes, &findings)
        return syntaxes.map { syntax in
            ClusterResolver.resolve(
                syntax, vendor: vendors.owner(of: UInt32(truncatingIfNeeded: syntax.id.value)), globals: globals,
                refinements: refinements[syntax.name.text] ?? Refinements(), &findings)
        }.ordered(by: \.id)
    }

    /// Only a note, because a product need not have every cluster.
    private static func reportUnknownRefinements(
        _ files: [FileSyntax], _ clusters: [ClusterSyntax], _ findings: inout Findings
    ) {
        let names = Set(clusters.map(\.name.text))
        for case .refinement(let refinement) in files.flatMap(\.items) where !names.contains(refinement.cluster.text) {
            findings.add(
                .note, refinement.cluster.location, "no cluster '\(refinement.cluster.text)' to refine; ignored",
                hint: findings.suggestion(for: refinement.cluster.text, among: names.ordered()))
        }
    }

    /// The diagnostics in the order of the files, and then of their text.
    private static func sorted(_ diagnostics: [Diagnostic], _ files: [FileSyntax]) -> [Diagnostic] {
        let order = Dictionary(files.enumerated().map { ($1.file, $0) }) { first, _ in first }
        return diagnostics.ordered {
            [order[$0.location.file] ?? files.count, $0.location.line, $0.location.column]
        }
    }
}
