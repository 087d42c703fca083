internal import HearthBase
internal import HearthTraitDescriptors
internal import ResolvedSchema

extension MakerFileCheck {
    /// The rules whose differences are worth a warning. Files of older tools leave out limits, units and much that is
    /// optional, which means nothing.
    private static let told: Set<EvolutionRule> = [
        .added, .renumbered, .renamed, .encoding, .meaning, .width, .narrowed, .widened, .listness, .nullability,
        .nullRefused, .nullAllowed,
        .limitsNarrowed, .unitChanged, .defaultChanged, .startValue, .accessTightened, .accessEased,
        .response,
    ]

    /// Warns of the differences between a file's standard cluster and the standard. In the same revision each has its
    /// own warning; between revisions there are many with one cause, so they share one.
    mutating func checkChanges(of cluster: ClusterModel) {
        guard let known = standard.traits[cluster.id], known.name == cluster.name else { return }
        let own = compared(cluster)
        let changes = SchemaEvolution.compare(
            old: ComparedSchema([known], globals: standard.globals),
            new: ComparedSchema([own], globals: ComparedTypes(model.globals))
        ).filter { Self.told.contains($0.rule) && $0.subject != .type && !Self.isOnlySpelling($0) }
        guard !changes.isEmpty else { return }
        guard own.revision == known.revision else {
            let items = changes.map(\.item).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
            let first = items.prefix(3).joined(separator: ", ")
            let more = items.count > 3 ? " and \(items.count - 3) more" : ""
            return warn(
                cluster.location,
                "cluster '\(cluster.name)' is in revision \(own.revision), Hearth has revision \(known.revision), which "
                    + "is taken; what differs is left out: \(first)\(more)",
                hint: "a device that keeps to the other revision works as far as both agree")
        }
        for change in changes { tell(change, of: cluster) }
    }

    private mutating func tell(_ change: SchemaChange, of cluster: ClusterModel) {
        let what = "\(change.subject.rawValue) \(change.item)"
        let free = (ownVendor << 16).hex
        let isNew = change.rule == .added
        let detail = change.detail.isEmpty ? "" : " (\(change.detail))"
        warn(
            location(change.location) ?? location(of: change.item, in: cluster),
            isNew
                ? "\(what) is not in the standard's \(cluster.name); it is left out"
                : "\(what) differs from the standard's: \(change.rule.title)\(detail); the standard's is taken",
            hint: "what you add to a standard cluster has your vendor's id in its number: \(free)")
    }

    /// The cluster in the form in which the standard is known.
    private func compared(_ cluster: ClusterModel) -> ComparedTrait {
        guard standard.areDescriptors else { return ComparedTrait(cluster) }
        return ComparedTrait(TraitPlanner.plan(cluster, in: model, Overrides()).plan.descriptor)
    }

    /// A default that a file leaves out is not a change. Neither is a Swift name that differs in case only, as some of
    /// the standard's come from elsewhere: `vendorID`.
    private static func isOnlySpelling(_ change: SchemaChange) -> Bool {
        switch change.rule {
        case .defaultChanged, .startValue: change.detail.hasSuffix(" → none")
        case .renamed: Set(change.detail.split(separator: " → ").map { $0.lowercased() }).count == 1
        default: false
        }
    }

    /// The location of the attribute, command or event that a path of names begins with; the cluster's location for its
    /// types.
    private func location(of item: String, in cluster: ClusterModel) -> SourceLocation {
        let names = item.split(separator: ".")
        guard names.count > 1 else { return cluster.location }
        let name = names[1].lowercased()
        let places =
            cluster.attributes.map { ($0.name, $0.field.location) } + cluster.commands.map { ($0.name, $0.location) }
            + cluster.events.map { ($0.name, $0.location) }
            + cluster.types.enumerations.map { ($0.name, $0.location) }
            + cluster.types.bitmaps.map { ($0.name, $0.location) }
            + cluster.types.structures.map { ($0.name, $0.location) }
        return places.first { $0.0.lowercased() == name }?.1 ?? cluster.location
    }

    /// Parses `file:line:column`, the form in changes.
    private func location(_ text: String?) -> SourceLocation? {
        guard let parts = text?.split(separator: ":"), parts.count >= 3, let line = Int(parts[parts.count - 2]),
            let column = Int(parts[parts.count - 1])
        else { return nil }
        return SourceLocation(file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
    }
}
