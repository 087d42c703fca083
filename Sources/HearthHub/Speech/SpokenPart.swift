internal import HearthPhrases
internal import HearthSpeech
internal import HearthTraitCore

/// What people call a part of a device, and what they can tell it to do.
struct SpokenPart {
    private(set) var kinds: Set<ThingKind> = []
    private(set) var abilities: Set<Ability> = []
    /// Whether it is a closure, which guards the home.
    private(set) var isClosure = false
    /// The target temperatures of a thermostat, in °C; nil if it does not say.
    private(set) var temperatures: ClosedRange<Double>?
    /// The levels of an alarm system.
    private(set) var armLevels: [ArmLevel] = []

    /// Basic and casting video players (Matter Device Library 1.4, chapter 10).
    private static let televisions: Set<UInt32> = [0x0023, 0x0028]

    init(_ part: DeviceReading.Part) {
        let types = Set(part.deviceTypes)
        if !types.isDisjoint(with: DeviceTypeID.lights) {
            kinds.insert(.light)
        } else if !types.isDisjoint(with: DeviceTypeID.plugs) {
            kinds.insert(.outlet)
        }
        if part.traits[TraitID.onOff] != nil { abilities.insert(types.contains(DeviceTypeID.speaker) ? .mute : .power) }
        addLight(part)
        addClimate(part)
        addCoverings(part)
        addPlayers(part, types)
        addGuards(part)
        addSensors(part)
        if !kinds.isEmpty { abilities.insert(.state) }
    }

    private mutating func addLight(_ part: DeviceReading.Part) {
        guard kinds.contains(.light) else { return }
        if part.traits[TraitID.levelControl] != nil { abilities.insert(.brightness) }
        guard let color = part.traits[TraitID.colorControl] else { return }
        if color.command("moveToHueAndSaturation") != nil { abilities.insert(.color) }
        if color.command("moveToColorTemperature") != nil { abilities.insert(.whiteness) }
    }

    private mutating func addClimate(_ part: DeviceReading.Part) {
        if part.traits[TraitID.thermostat] != nil {
            kinds.insert(.thermostat)
            abilities.formUnion([.targetTemperature, .temperature])
            temperatures = Self.temperatures(part.traits[TraitID.thermostat])
        }
        guard part.traits[TraitID.fanControl] != nil else { return }
        abilities.formUnion([.fanSpeed, .fanMode])
        guard !kinds.contains(.thermostat) else { return }
        kinds.insert(.fan)
        abilities.insert(.power)
    }

    /// From the lowest to the highest setpoint of heating and cooling.
    private static func temperatures(_ trait: DeviceReading.Trait?) -> ClosedRange<Double>? {
        func limits(_ end: String) -> [Int64] {
            ["Heat", "Cool"].compactMap { trait?.integer("abs\(end)\($0)SetpointLimit") }
        }
        guard let lowest = limits("Min").min(), let highest = limits("Max").max(), lowest <= highest else { return nil }
        return Double(lowest) / 100...Double(highest) / 100
    }

    private mutating func addCoverings(_ part: DeviceReading.Part) {
        guard let covering = part.traits[TraitID.windowCovering] else { return }
        kinds.formUnion(Self.coverings(covering.integer("type")))
        abilities.formUnion([.opening, .position])
    }

    /// The kinds of a WindowCovering.TypeEnum.
    private static func coverings(_ type: Int64?) -> Set<ThingKind> {
        switch type {
        case 4: [.cover, .curtain]
        case 5: [.cover, .awning]
        case 6: [.cover, .shutter, .blind]
        case 7, 8: [.cover, .blind, .shutter]
        default: [.cover, .blind, .shade, .shutter]
        }
    }

    private mutating func addPlayers(_ part: DeviceReading.Part, _ types: Set<UInt32>) {
        let isSpeaker = types.contains(DeviceTypeID.speaker)
        guard isSpeaker || part.traits[TraitID.mediaPlayback] != nil else { return }
        kinds.insert(.media)
        if !types.isDisjoint(with: Self.televisions) { kinds.insert(.television) }
        if isSpeaker, part.traits[TraitID.levelControl] != nil { abilities.insert(.volume) }
        guard let playback = part.traits[TraitID.mediaPlayback] else { return }
        abilities.insert(.playback)
        if playback.command("next") != nil { abilities.insert(.skipping) }
    }

    private mutating func addGuards(_ part: DeviceReading.Part) {
        if part.traits[TraitID.doorLock] != nil {
            kinds.insert(.lock)
            abilities.insert(.lock)
        }
        if part.traits[TraitID.valve] != nil {
            kinds.insert(.valve)
            abilities.insert(.opening)
        }
        if part.traits[TraitID.closureControl] != nil {
            kinds.formUnion(Self.closures(ClosureReading.kind(of: part)))
            abilities.insert(.opening)
            isClosure = true
        }
        if let alarm = AlarmReading(part) {
            kinds.insert(.alarm)
            abilities.insert(.arming)
            armLevels = alarm.levels.compactMap { ArmLevel(rawValue: $0.rawValue) }
        }
    }

    private static func closures(_ kind: ClosureReading.Kind?) -> Set<ThingKind> {
        switch kind {
        case .garageDoor: [.garageDoor]
        case .gate, .barrier: [.gate]
        case .door, .cabinet: [.door]
        case .window: [.window]
        case .covering: [.cover, .awning, .shade]
        case nil: [.garageDoor, .gate, .door, .window]
        }
    }

    private mutating func addSensors(_ part: DeviceReading.Part) {
        if part.traits[TraitID.temperature] != nil {
            kinds.insert(.sensor)
            abilities.insert(.temperature)
        }
        if part.traits[TraitID.booleanState] != nil || part.traits[TraitID.occupancy] != nil {
            kinds.insert(.sensor)
            abilities.insert(.detection)
        }
        if part.traits[TraitID.runMode] != nil, part.traits[TraitID.rvcOperationalState] != nil {
            kinds.insert(.vacuum)
            abilities.formUnion([.cleaning, .docking])
        }
    }
}
