internal import TraitSchema

/// Enums, bitmaps and structs that keep their names.
extension SchemaEvolution {
    mutating func compare(
        _ before: TypeScope, _ after: TypeScope, in scope: Scope, _ kind: TypeReference.Scope
    ) {
        names(
            before.enumerations.map { ($0.name, $0.location) }, after.enumerations.map { ($0.name, $0.location) },
            scope)
        for new in after.enumerations {
            guard let old = before.enumeration(named: new.name) else { continue }
            let item = "\(scope.path).\(new.name)"
            maturity(.type, item, old.maturity, new.maturity, new.location)
            if old.base != new.base {
                add(.sameEncoding, .type, item, "\(old.base.name) → \(new.base.name)", new.location)
            }
            constants(old.constants, new.constants, item)
        }
        names(before.bitmaps.map { ($0.name, $0.location) }, after.bitmaps.map { ($0.name, $0.location) }, scope)
        for new in after.bitmaps {
            guard let old = before.bitmap(named: new.name) else { continue }
            let item = "\(scope.path).\(new.name)"
            maturity(.type, item, old.maturity, new.maturity, new.location)
            if old.base != new.base {
                let use = scope.use(of: TypeReference(name: new.name, scope: kind))
                let rule = WireShape(old.base).rule(changingTo: WireShape(new.base), use: use)
                add(rule, .type, item, "\(old.base.name) → \(new.base.name)", new.location)
            }
            constants(old.fields, new.fields, item)
        }
        names(
            before.structures.map { ($0.name, $0.location) }, after.structures.map { ($0.name, $0.location) }, scope)
        for new in after.structures {
            guard let old = before.structure(named: new.name) else { continue }
            let item = "\(scope.path).\(new.name)"
            maturity(.type, item, old.maturity, new.maturity, new.location)
            gate(.type, item, "fabric_scoped", old.isFabricScoped, new.isFabricScoped, new.location)
            let use = scope.use(of: TypeReference(name: new.name, scope: kind))
            fields(old.fields, new.fields, Place(scope, .field, item, use: use))
        }
    }

    /// Types that came or went.
    private mutating func names(
        _ before: [(name: String, location: SourceLocation)], _ after: [(name: String, location: SourceLocation)],
        _ scope: Scope
    ) {
        let (old, new) = (Set(before.map(\.name)), Set(after.map(\.name)))
        for type in before where !new.contains(type.name) {
            add(.typeName, .type, "\(scope.path).\(type.name)", "removed", type.location)
        }
        for type in after where !old.contains(type.name) {
            add(.typeName, .type, "\(scope.path).\(type.name)", "added", type.location)
        }
    }

    /// Values of an enum, masks of a bitmap.
    mutating func constants(_ before: [ConstantModel], _ after: [ConstantModel], _ path: String) {
        let constants = Pairing(before, after, name: \.name, number: \.value)
        for old in constants.removed { add(.removed, .constant, "\(path).\(old.name)", old.location) }
        for (old, new) in constants.kept {
            let item = "\(path).\(new.name)"
            identity(.constant, item, (old.name, old.value), (new.name, new.value), new.location)
            maturity(.constant, item, old.maturity, new.maturity, new.location)
        }
        for new in constants.added { add(.added, .constant, "\(path).\(new.name)", new.location) }
    }
}
