/// Compares two revisions of a schema, for people before a release and for a hub that has both.
///
/// Only what peers of a trait exchange is compared: traits and their types. Device types, endpoint blocks and
/// descriptions are not.
package struct SchemaEvolution {
    let old: ComparedSchema
    let new: ComparedSchema
    private(set) var changes: [SchemaChange] = []
    /// The differences of renamed structs, found once per pair; their items are relative to the field that uses them.
    var differencesOfRenamed: [StructPair: [SchemaChange]] = [:]
    /// Whether to collect breaking changes only, and at most a hundred.
    private let findsBreakingOnly: Bool

    /// Every change between two schemas, traits by number, each classified by its ``EvolutionRule``.
    ///
    /// - Parameters:
    ///   - old: the older schema; for the schemas of two firmwares, the one with the lower revision.
    ///   - new: the newer schema.
    /// - Returns: the changes; empty if peers cannot tell the schemas apart.
    package static func compare(old: ComparedSchema, new: ComparedSchema) -> [SchemaChange] {
        var evolution = SchemaEvolution(old, new, findsBreakingOnly: false)
        evolution.run()
        return evolution.changes
    }

    /// The changes by which clients and devices of two revisions of a trait are incompatible, at most the first
    /// hundred; empty if they are compatible.
    package static func breakingChanges(from old: ComparedTrait, to new: ComparedTrait) -> [SchemaChange] {
        var evolution = SchemaEvolution(ComparedSchema([old]), ComparedSchema([new]), findsBreakingOnly: true)
        evolution.compare(old, new)
        return evolution.changes
    }

    private init(_ old: ComparedSchema, _ new: ComparedSchema, findsBreakingOnly: Bool) {
        self.old = old
        self.new = new
        self.findsBreakingOnly = findsBreakingOnly
    }

    /// Whether further changes would not affect the result.
    var isFull: Bool { findsBreakingOnly && changes.count >= 100 }

    mutating func add(
        _ rule: EvolutionRule, _ subject: SchemaChange.Subject, _ item: String, _ detail: String = "",
        _ location: String?
    ) {
        guard !findsBreakingOnly || rule.impact == .breaking && !isFull else { return }
        changes.append(SchemaChange(rule: rule, subject: subject, item: item, detail: detail, location: location))
    }

    // MARK: Traits

    private mutating func run() {
        let global = Scope(
            path: "global", old: nil, new: nil, oldUses: ValueUse.ofTypes(in: old.traits, old),
            newUses: ValueUse.ofTypes(in: new.traits, new))
        compare(old.globals, new.globals, in: global, isGlobal: true)
        let traits = Pairing(old.traits, new.traits, name: \.name, number: \.id)
        for trait in traits.removed { add(.removed, .cluster, trait.name, trait.location) }
        for (before, after) in traits.kept { compare(before, after) }
        for trait in traits.added { add(.added, .cluster, trait.name, trait.location) }
    }

    private mutating func compare(_ before: ComparedTrait, _ after: ComparedTrait) {
        differencesOfRenamed = [:]
        let scope = Scope(
            path: after.name, old: before, new: after, oldUses: ValueUse.ofTypes(in: [before], old),
            newUses: ValueUse.ofTypes(in: [after], new))
        identity(.cluster, after.name, (before.name, before.id), (after.name, after.id), after.location)
        if before.vendor != after.vendor {
            add(.namespace, .cluster, after.name, "\(before.vendor) → \(after.vendor)", after.location)
        }
        if before.revision != after.revision {
            let rule: EvolutionRule = before.revision < after.revision ? .revisionRaised : .revisionLowered
            add(rule, .cluster, after.name, "\(before.revision) → \(after.revision)", after.location)
        }
        maturity(.cluster, after.name, before.maturity, after.maturity, after.location)
        features(before, after)
        compare(before.types, after.types, in: scope, isGlobal: false)
        attributes(scope, before, after)
        commands(scope, before, after)
        responses(scope, before, after)
        events(scope, before, after)
    }

    private mutating func features(_ before: ComparedTrait, _ after: ComparedTrait) {
        let path = "\(after.name).Feature."
        let features = Pairing(before.features, after.features, name: \.name, number: \.value)
        for feature in features.removed { add(.removed, .feature, path + feature.name, before.location) }
        for (old, new) in features.kept {
            let item = path + new.name
            identity(.feature, item, (old.name, old.value), (new.name, new.value), after.location)
            maturity(.feature, item, old.maturity, new.maturity, after.location)
        }
        for feature in features.added { add(.added, .feature, path + feature.name, after.location) }
    }

    // MARK: Common properties

    mutating func add(
        _ rule: EvolutionRule, _ subject: SchemaChange.Subject, _ item: String, _ location: String?
    ) {
        add(rule, subject, item, "", location)
    }

    /// Compares name and number.
    mutating func identity<Number: Equatable>(
        _ subject: SchemaChange.Subject, _ item: String, _ before: (name: String, number: Number),
        _ after: (name: String, number: Number), _ location: String?
    ) {
        if before.name != after.name { add(.renamed, subject, item, "\(before.name) → \(after.name)", location) }
        if before.number != after.number {
            add(.renumbered, subject, item, "\(before.number) → \(after.number)", location)
        }
    }

    mutating func maturity(
        _ subject: SchemaChange.Subject, _ item: String, _ before: String, _ after: String,
        _ location: String?
    ) {
        guard before != after else { return }
        add(.maturity, subject, item, "\(before) → \(after)", location)
    }
}

extension SchemaEvolution {
    /// The two traits that are compared; both nil for the global types.
    struct Scope {
        var path: String
        var old: ComparedTrait?
        var new: ComparedTrait?
        var oldUses: [ComparedTypes.Reference: ValueUse]
        var newUses: [ComparedTypes.Reference: ValueUse]

        /// The direction of a type's values in both schemas; both directions if not known.
        func use(of reference: ComparedTypes.Reference) -> ValueUse {
            let both = (oldUses[reference] ?? []).intersection(newUses[reference] ?? [])
            return both.isEmpty ? [.read, .written] : both
        }
    }

    /// A struct, the struct that replaced it, and the direction of their values.
    struct StructPair: Hashable {
        var old: ComparedTypes.Reference
        var new: ComparedTypes.Reference
        var use: ValueUse
    }
}
