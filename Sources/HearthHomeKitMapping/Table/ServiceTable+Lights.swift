internal import HearthTraitDescriptors

extension AttributeID {
    static let onOff = AttributeID(TraitIDs.onOff, 0, "onOff")
    static let currentLevel = AttributeID(TraitIDs.levelControl, 0, "currentLevel")
    static let minLevel = AttributeID(TraitIDs.levelControl, 2, "minLevel")
    static let maxLevel = AttributeID(TraitIDs.levelControl, 3, "maxLevel")
    static let activePower = AttributeID(TraitIDs.electricalPower, 8, "activePower")
}

extension CommandID {
    static let off = CommandID(TraitIDs.onOff, 0, "Off")
    static let on = CommandID(TraitIDs.onOff, 1, "On")
    static let toggle = CommandID(TraitIDs.onOff, 2, "Toggle")
    static let moveToLevel = CommandID(TraitIDs.levelControl, 0, "MoveToLevel")
    static let moveToLevelWithOnOff = CommandID(TraitIDs.levelControl, 4, "MoveToLevelWithOnOff")
}

extension ServiceTable {
    static let lights: [ServiceMapping] = [
        ServiceMapping(
            .lightbulb, deviceTypes: [DeviceTypeIDs.colorLight] + whiteLights, traits: [TraitIDs.onOff],
            [power, brightness] + color + [lightName]
        ).with {
            $0.constants = [.minLevel: .unsigned(1), .maxLevel: .unsigned(254)]
            $0.accessoryDeviceTypeFor = { types in
                types.contains(.hue)
                    ? DeviceTypeIDs.colorLight
                    : types.contains(.colorTemperature)
                        ? DeviceTypeIDs.temperatureLight
                        : types.contains(.brightness) ? DeviceTypeIDs.dimmableLight : DeviceTypeIDs.onOffLight
            }
        },
        ServiceMapping(
            .outlet, deviceTypes: [DeviceTypeIDs.onOffPlug], traits: [TraitIDs.onOff], [power, outletInUse]),
        ServiceMapping(
            .`switch`, deviceTypes: [DeviceTypeIDs.mountedSwitch], traits: [TraitIDs.onOff], [power]),
    ]

    /// HomeKit's lights have a name characteristic: the device's name on the hub.
    private static let lightName = CharacteristicLink.computed(.name, from: []) { .string($0.device.name) }

    /// Dimmers are lights too, as HomeKit has no brightness anywhere else.
    private static let whiteLights = [
        DeviceTypeIDs.onOffLight, DeviceTypeIDs.dimmableLight, DeviceTypeIDs.temperatureLight,
        DeviceTypeIDs.dimmablePlug, DeviceTypeIDs.mountedDimmer,
    ]

    /// A switch for every endpoint that can be switched and has no other service.
    static let leftOvers: [ServiceMapping] = [
        ServiceMapping(.`switch`, traits: [TraitIDs.onOff], [power]).with { $0.takesWhatIsLeft = true }
    ]

    /// On of Lightbulb, Outlet, Switch and Fan: OnOff (0x6).
    static let power: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.on, .onOff, .truth)
        link.write = { values, reading in
            guard let isOn = values.truth(.on) else { return [] }
            // A brightness in the same write switches the light on as well.
            if isOn, values[.brightness] != nil, reading.has(.currentLevel) { return [] }
            return [reading.invoke(isOn ? .on : .off)]
        }
        link.commands = [
            .on: { _, _ in [.on: .bool(true)] },
            .off: { _, _ in [.on: .bool(false)] },
            .toggle: { _, values in [.on: .bool(!(values.truth(.on) ?? false))] },
        ]
        return link
    }()

    /// Brightness: LevelControl (0x8). Writing 0 switches off without changing the level.
    private static let brightness: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.brightness, .currentLevel, .brightness)
        link.sources += [.minLevel, .maxLevel]
        link.limit = { reading, metadata in
            // A minimum level of 1 is HomeKit's minimum of 0, which means off.
            if let level = reading.integer(.minLevel), level > 1 {
                metadata.minimum = reading.value(.minLevel).flatMap(Conversion.brightness.toCharacteristic)?.number
            }
            if let level = reading.integer(.maxLevel), level > 0 {
                metadata.maximum = reading.value(.maxLevel).flatMap(Conversion.brightness.toCharacteristic)?.number
            }
        }
        link.exceptions = [.int(0)]
        // The features OnOff and Lighting.
        link.features = { _ in [TraitIDs.levelControl: 0x3] }
        link.write = { values, reading in
            guard let percent = values[.brightness], let number = percent.number else { return [] }
            guard number > 0, let wanted = Conversion.brightness.toTrait(percent)?.integer else {
                return [reading.invoke(.off)]
            }
            let isOn = reading.value(.onOff)?.bool
            // Several of the 254 levels show the same percentage; do not write a level that shows the same.
            if reading.value(.currentLevel).flatMap(Conversion.brightness.toCharacteristic) == percent {
                return isOn == false && values.truth(.on) != false ? [reading.invoke(.on)] : []
            }
            let low = min(max(reading.integer(.minLevel) ?? 1, 1), 254),
                high = min(reading.integer(.maxLevel) ?? 254, 254)
            let level = UInt64(clamping: max(min(wanted, high), low))
            func move(_ command: CommandID, _ options: UInt64) -> TraitRequest {
                // Without transition: HomeKit's writes have none, and a read after a write must return the written
                // value.
                reading.invoke(
                    command, [0: .unsigned(level), 1: .unsigned(0), 2: .unsigned(options), 3: .unsigned(options)])
            }
            // A light that is switched off in the same write takes the level without lighting up (Options:
            // ExecuteIfOff).
            if values.truth(.on) == false { return [move(.moveToLevel, 1)] }
            // MoveToLevelWithOnOff to the lowest level would switch off.
            if level <= low { return [reading.invoke(.on), move(.moveToLevel, 0)] }
            return [move(.moveToLevelWithOnOff, 0)]
        }
        link.commands = [
            .moveToLevel: { arguments, _ in
                guard let percent = arguments[0].flatMap(Conversion.brightness.toCharacteristic) else { return [:] }
                return [.brightness: percent]
            },
            .moveToLevelWithOnOff: { arguments, _ in
                guard let level = arguments[0]?.integer else { return [:] }
                // In Matter this moves to the lowest level and switches off.
                if level <= 1 { return [.on: .bool(false)] }
                guard let percent = arguments[0].flatMap(Conversion.brightness.toCharacteristic) else { return [:] }
                return [.brightness: percent, .on: .bool(true)]
            },
        ]
        return link
    }()

    /// The power in mW above which an outlet is in use.
    private static let standbyPower: Int64 = 1000

    /// OutletInUse: ElectricalPowerMeasurement (0x90), else whether the outlet is on.
    private static let outletInUse = CharacteristicLink.computed(.outletInUse, from: [.activePower, .onOff]) {
        if let power = $0.integer(.activePower) { return .bool(power > standbyPower) }
        return $0.value(.onOff)?.bool.map { .bool($0) }
    }
}
