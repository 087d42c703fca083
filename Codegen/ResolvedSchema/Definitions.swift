internal import HearthBase
internal import TraitSchema

/// Selects one definition where there are several.
///
/// Within a file a second definition must equal the first, as old tools wrote a cluster once for each side. Of
/// definitions in several files, the first counts, as makers' files contain standard clusters in different revisions.
enum Definitions {
    static func clusters(in files: [FileSyntax], _ findings: inout Findings) -> [ClusterSyntax] {
        let all = files.flatMap(\.items).compactMap { item -> ClusterSyntax? in
            if case .cluster(let cluster) = item { cluster } else { nil }
        }
        var kept: [ClusterSyntax] = []
        var byID: [UInt64: Int] = [:]
        var byName: [String: Int] = [:]
        for cluster in all {
            let (same, named) = (byID[cluster.id.value], byName[cluster.name.text])
            if let known = same.map({ kept[$0] }), same == named {
                report(
                    "cluster \(cluster.name.text)", isSame: body(known) == body(cluster), at: cluster.name.location,
                    first: known.name.location, &findings)
                continue
            }
            if let taken = (same ?? named).map({ kept[$0] }) {
                findings.error(
                    cluster.name.location,
                    same != nil
                        ? "the number of cluster \(cluster.name.text) is that of \(taken.name.text)"
                        : "there is another cluster \(cluster.name.text), with the number \(taken.id.value)",
                    hint: "see \(taken.name.location)")
                continue
            }
            byID[cluster.id.value] = kept.count
            byName[cluster.name.text] = kept.count
            kept.append(cluster)
        }
        return kept
    }

    /// The text of a cluster without the side that it was written for.
    private static func body(_ cluster: ClusterSyntax) -> String {
        var cluster = cluster
        cluster.side = nil
        return SchemaPrinter.print(cluster)
    }

    /// The global types. Their names are unique among enums, bitmaps and structs.
    static func globals(in files: [FileSyntax], _ findings: inout Findings) -> [FileItemSyntax] {
        var kept: [FileItemSyntax] = []
        var byName: [String: (name: IdentifierSyntax, text: String)] = [:]
        for item in files.flatMap(\.items) {
            let name: IdentifierSyntax
            switch item {
            case .constants(let type): name = type.name
            case .structure(let type): name = type.name
            case .cluster, .endpoint, .deviceType, .refinement, .vendor: continue
            }
            let text = SchemaPrinter.print(FileSyntax(file: "", items: [item]))
            if let known = byName[name.text] {
                let isSame = known.text == text && known.name.location.file != name.location.file
                report(
                    "the global type '\(name.text)'", isSame: isSame, at: name.location, first: known.name.location,
                    &findings)
                continue
            }
            byName[name.text] = (name, text)
            kept.append(item)
        }
        return kept
    }

    private static func report(
        _ thing: String, isSame: Bool, at location: SourceLocation, first: SourceLocation, _ findings: inout Findings
    ) {
        guard !isSame else { return }
        if location.file == first.file {
            findings.error(location, "\(thing) is defined a second time", hint: "the first is in line \(first.line)")
        } else {
            findings.warn(location, "\(thing) differs from the one at \(first)", hint: "this one is ignored")
        }
    }
}

/// The types outside of clusters.
struct GlobalTypes {
    private(set) var scope = TypeScope()
    let lookup: TypeLookup

    init(_ files: [FileSyntax], _ findings: inout Findings) {
        var items: [TypeLookup.TypeItem] = []
        var structures: [StructSyntax] = []
        for item in Definitions.globals(in: files, &findings) {
            switch item {
            case .constants(let type) where type.kind == .enumeration:
                let enumeration = ConstantsResolver.enumeration(type, &findings)
                scope.enumerations.append(enumeration)
                items.append(.enumeration(enumeration))
            case .constants(let type):
                let bitmap = ConstantsResolver.bitmap(type, &findings)
                scope.bitmaps.append(bitmap)
                items.append(.bitmap(bitmap))
            case .structure(let type):
                if type.role != .plain {
                    findings.error(
                        type.name.location, "'\(type.name.text)' is a command's message outside a cluster",
                        hint: "move it into its cluster")
                }
                structures.append(type)
                items.append(.structure(type.name.text))
            case .cluster, .endpoint, .deviceType, .refinement, .vendor:
                continue
            }
        }
        lookup = TypeLookup(.global, items)
        let resolver = FieldResolver(types: lookup, features: [], attributes: [:], owner: "a global struct")
        scope.structures = StructResolver.structures(structures, scope: .global, resolver, &findings)
        scope.enumerations = scope.enumerations.ordered(by: \.name)
        scope.bitmaps = scope.bitmaps.ordered(by: \.name)
    }
}
