internal import HearthTraitCatalog
internal import HearthTraitCore

/// The battery of a device, or one of several: its charge, a warning, whether it charges and its voltage, which are
/// entities of their own.
struct BatteryConverter: EntityConverter {
    private typealias T = StandardTraits

    /// The entities that say something about the battery.
    struct Sources: Hashable, Sendable {
        var charge: String?
        var isLow: String?
        var isCharging: String?
        var voltage: String?
        /// Millivolts of its unit.
        var voltageFactor = 1.0

        var all: [String] { [charge, isLow, isCharging, voltage].compactMap { $0 } }
    }

    private let sources: Sources
    private let part: String
    let parts: [EntityPart]

    /// The charge in half percents up to which it is critical, for devices that have no warning of their own.
    static let critical = 20.0
    static let warning = 40.0

    init(_ sources: Sources, part: String, name: String = "") {
        self.sources = sources
        self.part = part
        var features: UInt32 = 0x2
        var values: [String: PlainValue] = [
            "status": 1, "order": 0, "description": "Battery", "batChargeLevel": 0, "batReplacementNeeded": false,
            "batReplaceability": 0, "batPresent": true, "endpointList": [],
        ]
        if sources.charge != nil { values["batPercentRemaining"] = .null }
        if sources.voltage != nil { values["batVoltage"] = .null }
        if sources.isCharging != nil {
            features |= 0x4
            values["batChargeState"] = 0
            values["batFunctionalWhileCharging"] = true
        }
        parts = [
            EntityPart(
                key: part, name: name, types: [T.powerSourceDeviceType],
                traits: [TraitDraft(T.matterPowerSource, features: features, values)])
        ]
    }

    var entities: [String] { sources.all }

    func values(_ states: EntityStates) -> PartValues {
        var values: [String: PlainValue] = [:]
        var charge: Double?
        if let key = sources.charge, states.of(key).knows(.value) {
            charge = states.of(key).number(.value).map { min(max($0 * 2, 0), 200) }
            values["batPercentRemaining"] = .rounded(charge)
        }
        let isLow = sources.isLow.flatMap { states.of($0).bool(.on) }
        if let isLow {
            values["batChargeLevel"] = isLow ? 2 : 0
            values["batReplacementNeeded"] = .bool(isLow)
        } else if let charge {
            values["batChargeLevel"] = charge <= Self.critical ? 2 : charge <= Self.warning ? 1 : 0
            values["batReplacementNeeded"] = .bool(charge <= Self.critical)
        }
        if let key = sources.isCharging, let isCharging = states.of(key).bool(.on) {
            values["batChargeState"] = isCharging ? 1 : 3
        }
        if let key = sources.voltage, states.of(key).knows(.value) {
            values["batVoltage"] = .rounded(states.of(key).number(.value).map { $0 * sources.voltageFactor })
        }
        return values.isEmpty ? [:] : [PartTrait(part, T.matterPowerSource): values]
    }
}
