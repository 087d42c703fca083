/// How much an entity says about what its device is. New devices get their endpoints in this order.
enum PartRank: Int, Comparable {
    /// What the device is: a light, an outlet, a lock, a thermostat.
    case thing
    /// A switch of any kind, which may also be a setting beside the thing itself.
    case control
    /// Something detected, or a button: what a device is that controls nothing.
    case detector
    /// A measured value, or another part.
    case value
    /// A setting, a value about the device itself, or an update.
    case aside

    init(_ entity: Entity) {
        guard entity.category == .main else {
            self = .aside
            return
        }
        self =
            switch entity.kind {
            case .light, .fan, .cover, .valve, .lock, .climate, .waterHeater, .humidifier, .alarmPanel, .mediaPlayer,
                .vacuum, .camera, .toggle("outlet"):
                .thing
            case .toggle, .siren: .control
            case .event: .detector
            case .flag(let deviceClass):
                switch FlagClass.of(deviceClass) {
                case .boolean, .occupancy, .smoke, .carbonMonoxide: .detector
                case .lowBattery, .charging, .plain: .value
                }
            case .sensor, .number, .choice, .text, .press, .moment: .value
            case .update, .actions: .aside
            }
    }

    static func < (one: PartRank, other: PartRank) -> Bool { one.rawValue < other.rawValue }
}

extension EntityGroups.Unit {
    /// The rank of the entity that says most. An unsupported entity becomes no endpoint, so its rank has no effect.
    func rank(_ ranks: [String: PartRank]) -> PartRank {
        switch self {
        case .unsupported: .thing
        case .converter(let converter): converter.entities.compactMap { ranks[$0] }.min() ?? .aside
        }
    }

    /// Whether it has a part without a number.
    func isNew(_ numbers: EndpointNumbers) -> Bool {
        switch self {
        case .unsupported: false
        case .converter(let converter): !converter.parts.allSatisfy { numbers.has($0.key) }
        }
    }
}
