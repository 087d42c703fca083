internal import TraitSchema

/// Compares two revisions of a schema, for people before a release and for a hub that meets both.
///
/// Compared is what peers of a trait see of each other: clusters and their types. Device types, endpoint blocks and
/// descriptions are not. The attributes that every cluster has are left out as well.
public struct SchemaEvolution {
    let old: TraitModel
    let new: TraitModel
    private(set) var changes: [SchemaChange] = []

    /// Every change between two models, clusters by number, each classified by its ``EvolutionRule``.
    ///
    /// - Parameters:
    ///   - old: the older schema; of two firmwares' schemas the one with the lower cluster revision.
    ///   - new: the newer schema.
    /// - Returns: the changes; none when peers cannot tell the schemas apart.
    public static func compare(old: TraitModel, new: TraitModel) -> [SchemaChange] {
        var evolution = SchemaEvolution(old: old, new: new)
        evolution.run()
        return evolution.changes
    }

    private init(old: TraitModel, new: TraitModel) {
        self.old = old
        self.new = new
    }

    mutating func add(
        _ rule: EvolutionRule, _ subject: SchemaChange.Subject, _ item: String, _ detail: String = "",
        _ location: SourceLocation?
    ) {
        let change = SchemaChange(rule: rule, subject: subject, item: item, detail: detail, location: location)
        changes.append(change)
    }

    // MARK: Clusters

    private mutating func run() {
        let global = Scope(
            path: "global", old: nil, new: nil, oldUses: ValueUse.ofTypes(in: old.clusters, old),
            newUses: ValueUse.ofTypes(in: new.clusters, new))
        compare(old.globals, new.globals, in: global, .global)
        let clusters = Pairing(old.clusters, new.clusters, name: \.name, number: \.id)
        for cluster in clusters.removed { add(.removed, .cluster, cluster.name, cluster.location) }
        for (before, after) in clusters.kept { compare(before, after) }
        for cluster in clusters.added { add(.added, .cluster, cluster.name, cluster.location) }
    }

    private mutating func compare(_ before: ClusterModel, _ after: ClusterModel) {
        let scope = Scope(
            path: after.name, old: before, new: after, oldUses: ValueUse.ofTypes(in: [before], old),
            newUses: ValueUse.ofTypes(in: [after], new))
        identity(.cluster, after.name, (before.name, before.id), (after.name, after.id), after.location)
        if before.vendor.name != after.vendor.name {
            add(.namespace, .cluster, after.name, "\(before.vendor.name) → \(after.vendor.name)", after.location)
        }
        if before.revision != after.revision {
            let rule: EvolutionRule = before.revision < after.revision ? .revisionRaised : .revisionLowered
            add(rule, .cluster, after.name, "\(before.revision) → \(after.revision)", after.location)
        }
        maturity(.cluster, after.name, before.maturity, after.maturity, after.location)
        features(before, after)
        compare(before.types, after.types, in: scope, .cluster)
        attributes(scope, before, after)
        commands(scope, before, after)
        responses(scope, before, after)
        events(scope, before, after)
    }

    private mutating func features(_ before: ClusterModel, _ after: ClusterModel) {
        let path = "\(after.name).Feature."
        let features = Pairing(before.features, after.features, name: \.name, number: \.mask)
        for feature in features.removed { add(.removed, .feature, path + feature.name, before.location) }
        for (before, now) in features.kept {
            let item = path + now.name
            identity(.feature, item, (before.name, before.mask), (now.name, now.mask), after.location)
            maturity(.feature, item, before.maturity, now.maturity, after.location)
        }
        for feature in features.added { add(.added, .feature, path + feature.name, after.location) }
    }

    // MARK: What all items have

    mutating func add(
        _ rule: EvolutionRule, _ subject: SchemaChange.Subject, _ item: String, _ location: SourceLocation?
    ) {
        add(rule, subject, item, "", location)
    }

    /// Name and number.
    mutating func identity<Number: Equatable>(
        _ subject: SchemaChange.Subject, _ item: String, _ before: (name: String, number: Number),
        _ after: (name: String, number: Number), _ location: SourceLocation?
    ) {
        if before.name != after.name { add(.renamed, subject, item, "\(before.name) → \(after.name)", location) }
        if before.number != after.number {
            add(.renumbered, subject, item, "\(before.number) → \(after.number)", location)
        }
    }

    mutating func maturity(
        _ subject: SchemaChange.Subject, _ item: String, _ before: Maturity, _ after: Maturity,
        _ location: SourceLocation?
    ) {
        guard before != after else { return }
        add(.maturity, subject, item, "\(before.rawValue) → \(after.rawValue)", location)
    }
}

extension SchemaEvolution {
    /// The two clusters whose insides are compared; both nil among the global types.
    struct Scope {
        var path: String
        var old: ClusterModel?
        var new: ClusterModel?
        var oldUses: [TypeReference: ValueUse]
        var newUses: [TypeReference: ValueUse]

        /// How a type's values travel in both schemas; either way where that is not known.
        func use(of reference: TypeReference) -> ValueUse {
            let both = (oldUses[reference] ?? []).intersection(newUses[reference] ?? [])
            return both.isEmpty ? [.read, .written] : both
        }
    }
}
