internal import HearthBase
internal import HearthEntities

struct ClimateModel: ReportingModel {
    typealias State = ClimateStateResponse
    static let word = "climate"
    static let settable: Set<EntityProperty> = [
        .on, .mode, .targetTemperature, .targetLow, .targetHigh, .fanMode, .swingMode, .preset, .targetHumidity,
    ]
    private static let modes = WordTable([
        0: "off", 1: "heat_cool", 2: "cool", 3: "heat", 4: "fan_only", 5: "dry", 6: "auto",
    ])
    private static let actions = WordTable([
        0: "off", 2: "cooling", 3: "heating", 4: "idle", 5: "drying", 6: "fan", 7: "defrosting",
    ])
    private static let fanModes = WordTable([
        0: "on", 1: "off", 2: "auto", 3: "low", 4: "medium", 5: "high", 6: "middle", 7: "focus", 8: "diffuse",
        9: "quiet",
    ])
    private static let swingModes = WordTable([0: "off", 1: "both", 2: "vertical", 3: "horizontal"])
    private static let presets = WordTable([
        0: "none", 1: "home", 2: "away", 3: "boost", 4: "comfort", 5: "eco", 6: "sleep", 7: "activity",
    ])

    /// The bits of `feature_flags`, which API 1.13 added instead of single fields.
    private struct Features: OptionSet {
        let rawValue: UInt32
        static let current = Features(rawValue: 1)
        static let twoPoint = Features(rawValue: 2)
        static let needsTwoPoint = Features(rawValue: 4)
        static let currentHumidity = Features(rawValue: 8)
        static let targetHumidity = Features(rawValue: 16)
        static let action = Features(rawValue: 32)
    }

    let listing: ListEntitiesClimateResponse
    private let unit: TemperatureUnit
    private let features: Features
    private let modes: [String]
    private let fanModes: [String]
    private let swingModes: [String]
    private let presets: [String]
    /// The last mode besides `off`, which "on" returns to.
    private var lastMode: String?

    init(_ listing: ListEntitiesClimateResponse, _ session: EntityContext) {
        self.listing = listing
        unit = TemperatureUnit(number: listing.unit)
        var features = Features(rawValue: listing.features)
        if listing.legacyCurrent { features.insert(.current) }
        if listing.legacyTwoPoint { features.insert(.twoPoint) }
        if listing.legacyCurrentHumidity { features.insert(.currentHumidity) }
        if listing.legacyTargetHumidity { features.insert(.targetHumidity) }
        if listing.legacyAction { features.insert(.action) }
        self.features = features
        modes = Self.modes.words(listing.modes)
        fanModes = unique(Self.fanModes.words(listing.fanModes) + listing.customFanModes)
        swingModes = Self.swingModes.words(listing.swingModes)
        presets = unique(Self.presets.words(listing.presets) + listing.customPresets)
    }

    var kind: EntityKind {
        let targets = unit.targets(listing.minimum, listing.maximum, listing.step)
        return .climate(
            EntityKind.Climate(
                modes: modes, minimum: targets.minimum, maximum: targets.maximum, step: targets.step,
                hasTwoTargets: !features.isDisjoint(with: [.twoPoint, .needsTwoPoint]),
                hasCurrentTemperature: features.contains(.current),
                hasCurrentHumidity: features.contains(.currentHumidity),
                hasTargetHumidity: features.contains(.targetHumidity), hasAction: features.contains(.action),
                fanModes: fanModes, swingModes: swingModes, presets: presets))
    }

    mutating func values(of state: ClimateStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        let mode = state.isMissing ? nil : Self.modes.word(state.mode)
        if let mode, mode != "off" { lastMode = mode }
        var values: [EntityProperty: EntityValue] = [
            .mode: .word(mode), .on: mode.map { .bool($0 != "off") } ?? .unknown,
        ]
        func set(_ property: EntityProperty, if has: Bool, _ value: EntityValue) {
            if has { values[property] = state.isMissing ? .unknown : value }
        }
        let hasTwo = !features.isDisjoint(with: [.twoPoint, .needsTwoPoint])
        set(.currentTemperature, if: features.contains(.current), unit.celsius(state.current))
        set(.targetTemperature, if: !features.contains(.needsTwoPoint), unit.celsius(state.target))
        set(.targetLow, if: hasTwo, unit.celsius(state.low))
        set(.targetHigh, if: hasTwo, unit.celsius(state.high))
        set(.currentHumidity, if: features.contains(.currentHumidity), .number(of: state.currentHumidity))
        set(.targetHumidity, if: features.contains(.targetHumidity), .number(of: state.targetHumidity))
        set(.action, if: features.contains(.action), .word(Self.actions.word(state.action)))
        set(
            .fanMode, if: !fanModes.isEmpty,
            .word(state.customFanMode.isEmpty ? Self.fanModes.word(state.fanMode) : state.customFanMode))
        set(.swingMode, if: !swingModes.isEmpty, .word(Self.swingModes.word(state.swingMode)))
        set(
            .preset, if: !presets.isEmpty,
            .word(state.customPreset.isEmpty ? Self.presets.word(state.preset) : state.customPreset))
        return values
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = ClimateCommandRequest(address: listing.head.address)
        if let isOn = try command.flag(.on) {
            let wanted = isOn ? lastMode ?? modes.first { $0 != "off" } : "off"
            guard let wanted, modes.contains(wanted) else {
                throw .unsupported("the thermostat", "can't be switched off")
            }
            request.mode = Self.modes.number(wanted)
        }
        if let mode = try command.word(.mode, of: modes) { request.mode = Self.modes.number(mode) }
        request.target = try temperature(.targetTemperature, of: command)
        request.low = try temperature(.targetLow, of: command)
        request.high = try temperature(.targetHigh, of: command)
        if let fanMode = try command.word(.fanMode, of: fanModes) {
            request.fanMode = Self.standard(Self.fanModes, fanMode, listing.fanModes)
            if request.fanMode == nil { request.customFanMode = fanMode }
        }
        if let swingMode = try command.word(.swingMode, of: swingModes) {
            request.swingMode = Self.swingModes.number(swingMode)
        }
        if let preset = try command.word(.preset, of: presets) {
            request.preset = Self.standard(Self.presets, preset, listing.presets)
            if request.preset == nil { request.customPreset = preset }
        }
        request.targetHumidity = try command.number(.targetHumidity).map { Float(min(max($0, 0), 100)) }
        return request
    }

    /// The number of a word, if the device has it as a standard one and not as one of its own.
    private static func standard(_ table: WordTable, _ word: String, _ listed: [UInt32]) -> UInt32? {
        table.number(word).flatMap { listed.contains($0) ? $0 : nil }
    }

    private func temperature(_ property: EntityProperty, of command: EntityCommand) throws(ESPHomeError) -> Float? {
        try command.number(property).map { unit.device($0, from: listing.minimum, step: listing.step) }
    }
}
