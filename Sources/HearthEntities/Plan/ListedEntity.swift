/// An entity of a device, as people choose from them.
package struct ListedEntity: Hashable, Sendable {
    /// The entity's key.
    package var key: String
    /// The name, without the device's.
    package var name: String
    package var category: Entity.Category
    /// Why it becomes no endpoint; nil if it does.
    package var leftOut: LeftOut.Reason?
    /// Whether it is left out until a person turns it on.
    package var isChoice: Bool
    /// Whether the device does not confirm commands, so that the hub assumes the state that it commanded.
    package var isAssumed: Bool

    package init(
        key: String, name: String, category: Entity.Category, leftOut: LeftOut.Reason? = nil, isChoice: Bool = false,
        isAssumed: Bool = false
    ) {
        self.key = key
        self.name = name
        self.category = category
        self.leftOut = leftOut
        self.isChoice = isChoice
        self.isAssumed = isAssumed
    }
}

extension EndpointPlan {
    /// The device's entities in its order; of equal keys the first.
    package var entities: [ListedEntity] {
        let reasons = Dictionary(leftOut.map { ($0.entity, $0.reason) }) { first, _ in first }
        var seen: Set<String> = []
        return device.entities.filter { seen.insert($0.key).inserted }.map { entity in
            ListedEntity(
                key: entity.key, name: entity.name, category: entity.category,
                leftOut: converter(ofEntity: entity.key) == nil ? reasons[entity.key] ?? .turnedOff : nil,
                isChoice: !Self.isChosen(entity, []), isAssumed: entity.isAssumed && entity.kind.hasState)
        }
    }
}
