internal import HearthTraitDescriptors

extension TraitIDs {
    static let humidistat: UInt32 = 0x0205
}

extension AttributeID {
    static let humidistatMode = AttributeID(TraitIDs.humidistat, 0, "mode")
    static let humidistatState = AttributeID(TraitIDs.humidistat, 1, "systemState")
    static let humidistatSetpoint = AttributeID(TraitIDs.humidistat, 2, "userSetpoint")
    static let minHumidistatSetpoint = AttributeID(TraitIDs.humidistat, 3, "minSetpoint")
    static let maxHumidistatSetpoint = AttributeID(TraitIDs.humidistat, 4, "maxSetpoint")
}

extension CommandID {
    static let setHumidistat = CommandID(TraitIDs.humidistat, 0, "SetSettings")
}

extension ServiceTable {
    /// HumidifierDehumidifier for Matter devices: Humidistat (0x205), whose single setpoint is both thresholds.
    /// Accessories have two thresholds and become Hearth's own trait.
    static let humidistat = ServiceMapping(
        .humidifierDehumidifier, deviceTypes: [DeviceTypeIDs.matterHumidifier], traits: [TraitIDs.humidistat],
        [
            humidistatActive,
            // SystemState: off 0, humidifying 1, dehumidifying 2, fan 3, idle 4.
            .attribute(
                .currentHumidifierDehumidifierState, .humidistatState, .choices([0: 0, 1: 2, 2: 3, 4: 1, 3: 1])),
            humidistatTarget,
            .attribute(.currentRelativeHumidity, .humidity, .humidity).offered { _ in true },
            threshold(.relativeHumidityHumidifierThreshold, feature: 0x1),
            threshold(.relativeHumidityDehumidifierThreshold, feature: 0x2), rotationSpeed, swing,
        ]
    ).with {
        $0.isFromAccessories = false
        $0.alsoTakes = [TraitIDs.humidity, TraitIDs.fanControl]
    }

    /// Mode: off 0, humidifier 1, dehumidifier 2, automatic 3; fan only has no counterpart.
    private static let humidistatModes = Conversion.choices([3: 0, 1: 1, 2: 2])

    private static let humidistatActive: CharacteristicLink = {
        var link = CharacteristicLink.computed(.active, from: [.humidistatMode]) { reading in
            reading.integer(.humidistatMode).map { .uint($0 == 0 ? 0 : 1) }
        }
        link.write = { values, reading in
            guard let isActive = values.truth(.active) else { return [] }
            guard isActive else { return [reading.invoke(.setHumidistat, [1: .unsigned(0)])] }
            guard reading.integer(.humidistatMode) == 0, values[.targetHumidifierDehumidifierState] == nil else {
                return []
            }
            let mode = validTargets(reading).first.flatMap { humidistatModes.toTrait(.uint($0)) } ?? .unsigned(1)
            return [reading.invoke(.setHumidistat, [1: mode])]
        }
        return link
    }()

    private static let humidistatTarget: CharacteristicLink = {
        var link = CharacteristicLink.attribute(
            .targetHumidifierDehumidifierState, .humidistatMode, humidistatModes
        ).sending(.setHumidistat, argument: 1, humidistatModes).values(validTargets)
        link.keepsLast = { [0, 4].contains($0.integer(.humidistatMode) ?? 0) }
        return link
    }()

    /// The supported modes (feature map: humidifier 0x1, dehumidifier 0x2, automatic 0x10).
    private static let validTargets: @Sendable (ServiceReading) -> [UInt64] = { reading in
        let features = reading.features(TraitIDs.humidistat)
        return [(0, 0x10), (1, 0x1), (2, 0x2)].filter { features & $0.1 != 0 }.map { UInt64($0.0) }
    }

    private static func threshold(_ type: CharacteristicType, feature: UInt32) -> CharacteristicLink {
        CharacteristicLink.attribute(type, .humidistatSetpoint, .percent)
            .limited(.minHumidistatSetpoint, .maxHumidistatSetpoint, .percent)
            .sending(.setHumidistat, argument: 0, .percent)
            .offered { $0.has(.humidistatSetpoint) && $0.features(TraitIDs.humidistat) & feature != 0 }
    }
}
