/// The direction of values: from a device (read), or to it (written).
struct ValueUse: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let read = ValueUse(rawValue: 1)
    static let written = ValueUse(rawValue: 2)

    /// The named types of some traits, and the direction of their values.
    static func ofTypes(in traits: [ComparedTrait], _ schema: ComparedSchema) -> [ComparedTypes.Reference: ValueUse] {
        var uses: [ComparedTypes.Reference: ValueUse] = [:]
        for trait in traits {
            var queue: [(field: ComparedField, use: ValueUse)] = trait.attributes.map { ($0.field, $0.use) }
            queue += trait.commands.flatMap(\.arguments).map { ($0, .written) }
            queue += (trait.responses.flatMap(\.fields) + trait.events.flatMap(\.fields)).map { ($0, .read) }
            while let (field, use) = queue.popLast() {
                guard let reference = field.kind.reference else { continue }
                let known = uses[reference] ?? []
                guard !known.isSuperset(of: use) else { continue }
                uses[reference] = known.union(use)
                guard case .structure = field.kind else { continue }
                queue += (schema.structure(reference, in: trait)?.fields ?? []).map { ($0, use) }
            }
        }
        return uses
    }
}
