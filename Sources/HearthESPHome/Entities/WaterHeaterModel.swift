internal import HearthBase
internal import HearthEntities

struct WaterHeaterModel: ReportingModel {
    typealias State = WaterHeaterStateResponse
    static let word = "water_heater"
    static let settable: Set<EntityProperty> = [.on, .mode, .targetTemperature, .targetLow, .targetHigh, .preset]
    private static let modes = WordTable([
        0: "off", 1: "eco", 2: "electric", 3: "performance", 4: "high_demand", 5: "heat_pump", 6: "gas",
    ])

    private struct Features: OptionSet {
        let rawValue: UInt32
        static let current = Features(rawValue: 1)
        static let target = Features(rawValue: 2)
        static let modes = Features(rawValue: 4)
        static let away = Features(rawValue: 8)
        static let onOff = Features(rawValue: 16)
        static let twoPoint = Features(rawValue: 32)
    }

    /// The bits of a state.
    private struct Bits: OptionSet {
        let rawValue: UInt32
        static let away = Bits(rawValue: 1)
        static let on = Bits(rawValue: 2)
    }

    /// The bits that say what a command sets.
    private enum FieldsSet {
        static let mode: UInt32 = 1
        static let target: UInt32 = 2
        static let low: UInt32 = 8
        static let high: UInt32 = 16
        static let on: UInt32 = 32
        static let away: UInt32 = 64
    }

    let listing: ListEntitiesWaterHeaterResponse
    private let unit: TemperatureUnit
    private let features: Features
    private let modes: [String]
    private var bits: Bits = []

    init(_ listing: ListEntitiesWaterHeaterResponse, _ session: EntityContext) {
        self.listing = listing
        unit = TemperatureUnit(number: listing.unit)
        features = Features(rawValue: listing.features)
        modes = Self.modes.words(listing.modes)
    }

    var kind: EntityKind {
        let targets = unit.targets(listing.minimum, listing.maximum, listing.step)
        return .waterHeater(
            EntityKind.Climate(
                modes: modes, minimum: targets.minimum, maximum: targets.maximum, step: targets.step,
                hasTwoTargets: features.contains(.twoPoint), hasCurrentTemperature: features.contains(.current),
                presets: features.contains(.away) ? ["none", "away"] : []))
    }

    mutating func values(
        of state: WaterHeaterStateResponse, _ session: EntityContext
    ) -> [EntityProperty: EntityValue] {
        bits = Bits(rawValue: state.bits)
        let mode = Self.modes.word(state.mode)
        var values: [EntityProperty: EntityValue] = [:]
        // Without a switch only the mode says it; without a mode "off" either it is always on.
        if features.contains(.onOff) {
            values[.on] = .bool(bits.contains(.on))
        } else if modes.contains("off") {
            values[.on] = .bool(mode != "off")
        }
        if !modes.isEmpty { values[.mode] = .word(mode) }
        if features.contains(.current) { values[.currentTemperature] = unit.celsius(state.current) }
        if features.contains(.twoPoint) {
            values[.targetLow] = unit.celsius(state.low)
            values[.targetHigh] = unit.celsius(state.high)
        } else {
            values[.targetTemperature] = unit.celsius(state.target)
        }
        if features.contains(.away) { values[.preset] = .text(bits.contains(.away) ? "away" : "none") }
        return state.isMissing ? values.mapValues { _ in .unknown } : values
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = WaterHeaterCommandRequest(address: listing.head.address)
        var bits = bits
        if let isOn = try command.flag(.on) {
            guard features.contains(.onOff) else { throw .unsupported("the water heater", "can't be switched off") }
            request.fieldsSet |= FieldsSet.on
            if isOn { bits.insert(.on) } else { bits.remove(.on) }
        }
        if let preset = try command.word(.preset, of: features.contains(.away) ? ["none", "away"] : []) {
            request.fieldsSet |= FieldsSet.away
            if preset == "away" { bits.insert(.away) } else { bits.remove(.away) }
        }
        request.bits = bits.rawValue
        if let mode = try command.word(.mode, of: modes), let number = Self.modes.number(mode) {
            request.fieldsSet |= FieldsSet.mode
            request.mode = number
        }
        for (property, bit, field) in [
            (EntityProperty.targetTemperature, FieldsSet.target, \WaterHeaterCommandRequest.target),
            (.targetLow, FieldsSet.low, \.low), (.targetHigh, FieldsSet.high, \.high),
        ] {
            guard let celsius = try command.number(property) else { continue }
            request.fieldsSet |= bit
            request[keyPath: field] = unit.device(celsius, from: listing.minimum, step: listing.step)
        }
        return request
    }
}
