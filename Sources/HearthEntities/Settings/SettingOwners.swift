internal import HearthTraitCore

/// Finds the endpoints that show a device's settings as attributes.
struct SettingOwners {
    /// An endpoint's trait that may have attributes of other entities.
    private struct Candidate {
        let unit: Int
        let part: EntityPart
        let rank: PartRank
        let entities: [String]
    }

    private let ranks: [String: PartRank]
    private var candidates: [Candidate] = []
    private var taken: Set<String> = []
    /// The settings of each unit, by its index.
    private(set) var bound: [Int: [BoundSetting]] = [:]

    /// - Parameters:
    ///   - units: what the device's chosen entities become.
    ///   - chosen: these entities.
    init(_ units: [EntityGroups.Unit], chosen: [Entity]) {
        ranks = Dictionary(chosen.map { ($0.key, PartRank($0)) }) { first, _ in first }
        for (index, unit) in units.enumerated() {
            guard case .converter(let converter) = unit, let rank = converter.entities.compactMap({ ranks[$0] }).min(),
                rank <= .detector
            else { continue }
            candidates += converter.parts.map {
                Candidate(unit: index, part: $0, rank: rank, entities: converter.entities)
            }
        }
    }

    /// Binds an entity to the endpoints that have it as an attribute; nothing if it is no setting, or it is not clear of
    /// which endpoint.
    mutating func bind(_ entity: Entity) {
        for (row, form, suffix) in Self.rows(of: entity) {
            for owner in owners(row, suffix)
            where taken.insert("\(owner.part.key)\n\(row.attribute)\n\(form.isPress)").inserted {
                let setting = BoundSetting(row: row, form: form, entity: entity, part: owner.part.key)
                bound[owner.unit, default: []].append(setting)
            }
        }
    }

    /// Whether an entity may be an attribute of another one's endpoint.
    static func mayBind(_ entity: Entity) -> Bool { !rows(of: entity).isEmpty }

    private static func rows(of entity: Entity) -> [(AttributeSetting, AttributeSetting.Form, String)] {
        let forms = AttributeSettings.all.compactMap { row in row.form(of: entity.kind).map { (row, $0) } }
        guard !forms.isEmpty else { return [] }
        let names = [entity.key.split(separator: ".").last.map(String.init) ?? "", entity.name.asWord]
        return forms.compactMap { row, form in
            names.lazy.compactMap { row.suffix(of: $0) }.first.map { (row, form, $0) }
        }
    }

    /// The endpoints of an attribute: the one of which the suffix is, or the only one of what the device is for.
    private func owners(_ row: AttributeSetting, _ suffix: String) -> [Candidate] {
        let able = candidates.filter { row.isPossible(on: $0.part) }
        let own = able.filter { candidate in
            candidate.entities.contains { key in [":", "_", "."].contains { key.hasSuffix($0 + suffix) } }
        }
        if !suffix.isEmpty { return own.count == 1 ? own : [] }
        guard let rank = able.map(\.rank).min() else { return [] }
        let first = able.filter { $0.rank == rank }
        return first.count == 1 || row.isOfDevice ? first : []
    }
}

extension AttributeSetting {
    /// Whether an endpoint can have the attribute: by its traits, and by their features.
    fileprivate func isPossible(on part: EntityPart) -> Bool {
        guard part.traits.contains(where: { $0.descriptor.id == owner.id }) else { return false }
        guard let draft = part.traits.first(where: { $0.descriptor.id == trait.id }) else { return isAdded }
        guard let field = trait.attribute(named: attribute)?.field else { return false }
        let features = draft.values[GlobalAttribute.featureMap]?.integer.flatMap { UInt32(exactly: $0) } ?? 0
        return field.allowed?.holds(for: features) != false && (isAdded || draft.values[field.id] != nil)
    }
}

extension AttributeSetting.Form {
    fileprivate var isPress: Bool { if case .press = self { true } else { false } }
}

extension String {
    /// The name as ecosystems write those of properties: `Power-on behavior` is `power_on_behavior`.
    fileprivate var asWord: String {
        split { !$0.isLetter && !$0.isNumber }.joined(separator: "_").lowercased()
    }
}
