internal import HearthTraitDescriptors

/// The values that runs have recently set attributes to. Two automations are in conflict if they set one attribute to
/// different values at nearly the same time.
struct RecentSettings: Sendable {
    struct Setting {
        let origin: RunOrigin
        let nodeID: UInt32
        let value: TraitValue
        let at: Duration
    }

    /// Runs that set different values within this time are in conflict.
    private static let conflictSpan: Duration = .seconds(2)
    /// Old settings are removed once there are more than this.
    private static let few = 256

    private var settings: [TraitAttribute: Setting] = [:]

    var count: Int { settings.count }

    /// Takes the values that a request asks for.
    ///
    /// - Returns: the settings of other automations that it is in conflict with.
    mutating func take(
        _ request: ActionRequest, at moment: AutomationMoment
    ) -> [(attribute: TraitAttribute, other: Setting)] {
        var conflicts: [(attribute: TraitAttribute, other: Setting)] = []
        for (attribute, asked) in Restorable.changes(by: request.commandID, request.fields, of: request.path) {
            guard let asked else { continue }
            let setting = Setting(origin: request.origin, nodeID: request.nodeID, value: asked, at: moment.now)
            let other = settings.updateValue(setting, forKey: attribute)
            guard let other, other.at + Self.conflictSpan >= moment.now, other.value != asked,
                other.origin.chain.last != request.automationID
            else { continue }
            conflicts.append((attribute, other))
        }
        if settings.count > Self.few {
            settings = settings.filter { $0.value.at + Self.conflictSpan >= moment.now }
        }
        return conflicts
    }
}
