/// Comparison of enums, bitmaps and structs that keep their names.
extension SchemaEvolution {
    mutating func compare(
        _ before: ComparedTypes, _ after: ComparedTypes, in scope: Scope, isGlobal: Bool
    ) {
        names(before.enums.map { ($0.name, $0.location) }, after.enums.map { ($0.name, $0.location) }, scope)
        for new in after.enums {
            guard let old = before.enums.first(where: { $0.name == new.name }) else { continue }
            let item = "\(scope.path).\(new.name)"
            maturity(.type, item, old.maturity, new.maturity, new.location)
            if old.baseName != new.baseName {
                add(.sameEncoding, .type, item, "\(old.baseName) → \(new.baseName)", new.location)
            }
            constants(old.constants, new.constants, item)
        }
        names(before.bitmaps.map { ($0.name, $0.location) }, after.bitmaps.map { ($0.name, $0.location) }, scope)
        for new in after.bitmaps {
            guard let old = before.bitmaps.first(where: { $0.name == new.name }) else { continue }
            let item = "\(scope.path).\(new.name)"
            maturity(.type, item, old.maturity, new.maturity, new.location)
            if old.baseName != new.baseName {
                let use = scope.use(of: ComparedTypes.Reference(new.name, isGlobal: isGlobal))
                let rule = old.base.rule(changingTo: new.base, use: use)
                add(rule, .type, item, "\(old.baseName) → \(new.baseName)", new.location)
            }
            constants(old.constants, new.constants, item)
        }
        names(before.structs.map { ($0.name, $0.location) }, after.structs.map { ($0.name, $0.location) }, scope)
        for new in after.structs {
            guard let old = before.structs.first(where: { $0.name == new.name }) else { continue }
            let item = "\(scope.path).\(new.name)"
            maturity(.type, item, old.maturity, new.maturity, new.location)
            gate(.type, item, "fabric_scoped", old.isFabricScoped, new.isFabricScoped, new.location)
            let use = scope.use(of: ComparedTypes.Reference(new.name, isGlobal: isGlobal))
            fields(old.fields, new.fields, Place(scope, .field, item, use: use))
        }
    }

    /// Reports types that were added or removed.
    private mutating func names(
        _ before: [(name: String, location: String?)], _ after: [(name: String, location: String?)],
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

    /// Compares the values of an enum or the masks of a bitmap.
    mutating func constants(_ before: [ComparedConstant], _ after: [ComparedConstant], _ path: String) {
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
