internal import HearthTraitDescriptors

extension AttributeID {
    static let fanMode = AttributeID(TraitIDs.fanControl, 0, "fanMode")
    static let percentSetting = AttributeID(TraitIDs.fanControl, 2, "percentSetting")
    static let percentCurrent = AttributeID(TraitIDs.fanControl, 3, "percentCurrent")
    static let rockSupport = AttributeID(TraitIDs.fanControl, 7, "rockSupport")
    static let rockSetting = AttributeID(TraitIDs.fanControl, 8, "rockSetting")
    static let airflowDirection = AttributeID(TraitIDs.fanControl, 11, "airflowDirection")
    static let keypadLockout = AttributeID(TraitIDs.thermostatInterface, 1, "keypadLockout")
}

/// FanControl.FanMode.
enum FanMode {
    static let off: UInt64 = 0
    static let high: UInt64 = 3
    static let auto: UInt64 = 5
}

extension ServiceTable {
    private static let autoFeature: UInt32 = 0x2

    static let fan = ServiceMapping(
        .fanv2, deviceTypes: [DeviceTypeIDs.fan], traits: [TraitIDs.fanControl],
        [fanActive, fanState(.currentFanState), fanTarget(.targetFanState), rotationSpeed, rotationDirection, swing]
            + [lockedControls])

    /// HomeKit's older fan service, which only accessories have.
    static let olderFan = ServiceMapping(
        .fan, deviceTypes: [DeviceTypeIDs.fan], traits: [TraitIDs.fanControl],
        [fanPower, rotationSpeed, rotationDirection]
    ).with { $0.isFromTraits = false }

    // MARK: On and off

    /// Active: FanMode is not off.
    static let fanActive: CharacteristicLink = {
        var link = fanSwitch(.active)
        link.read = { reading in reading.integer(.fanMode).map { .uint($0 == 0 ? 0 : 1) } }
        return link
    }()

    private static let fanPower: CharacteristicLink = {
        var link = fanSwitch(.on)
        link.read = { reading in reading.integer(.fanMode).map { .bool($0 != 0) } }
        return link
    }()

    private static func fanSwitch(_ type: CharacteristicType) -> CharacteristicLink {
        var link = CharacteristicLink.computed(type, from: [.fanMode]) { _ in nil }
        link.write = { values, reading in
            guard let isActive = values.truth(type) else { return [] }
            guard isActive else { return [reading.update(.fanMode, .unsigned(FanMode.off))] }
            // A speed or automatic mode in the same write starts the fan, and a running fan keeps its speed.
            if (values.number(.rotationSpeed) ?? 0) > 0 || isAuto(values) == true { return [] }
            guard reading.integer(.fanMode) ?? 0 == 0 else { return [] }
            return [reading.update(.fanMode, .unsigned(FanMode.high))]
        }
        link.attributes = { values in
            guard let isActive = values.truth(type) else { return [:] }
            let speed = values.number(.rotationSpeed).flatMap(nearest) ?? 100
            let isAuto = isAuto(values) == true
            var attributes: [AttributeID: TraitValue] = [
                .fanMode: .unsigned(isActive ? isAuto ? FanMode.auto : FanMode.high : FanMode.off),
                .percentCurrent: .unsigned(isActive ? UInt64(clamping: min(speed, 100)) : 0),
            ]
            if isActive && isAuto { attributes[.percentSetting] = .null }
            return attributes
        }
        link.updates = [
            .fanMode: { mode, _ in
                guard let mode = mode.integer else { return [:] }
                let value: CharacteristicValue = type == .on ? .bool(mode != 0) : .uint(mode == 0 ? 0 : 1)
                return [type: value]
            },
            .percentSetting: { percent, _ in
                guard let percent = percent.integer else { return [:] }
                let value: CharacteristicValue = type == .on ? .bool(percent != 0) : .uint(percent == 0 ? 0 : 1)
                return [type: value]
            },
        ]
        return link
    }

    private static func isAuto(_ values: CharacteristicValues) -> Bool? {
        values.truth(.targetFanState) ?? values.truth(.targetAirPurifierState)
    }

    // MARK: State

    /// CurrentFanState, CurrentAirPurifierState: off 0, idle 1, running 2.
    static func fanState(_ type: CharacteristicType) -> CharacteristicLink {
        CharacteristicLink.computed(type, from: [.fanMode, .percentCurrent]) { reading in
            guard let mode = reading.integer(.fanMode), let percent = reading.integer(.percentCurrent) else {
                return nil
            }
            return .uint(percent > 0 ? 2 : mode == 0 ? 0 : 1)
        }
    }

    /// TargetFanState, TargetAirPurifierState: 1 is automatic.
    static func fanTarget(_ type: CharacteristicType) -> CharacteristicLink {
        var link = CharacteristicLink.computed(type, from: [.fanMode]) { reading in
            reading.integer(.fanMode).map { .uint([5, 6].contains($0) ? 1 : 0) }
        }
        link.isOffered = { $0.features(TraitIDs.fanControl) & autoFeature != 0 }
        link.isWritable = link.isOffered
        link.features = { _ in [TraitIDs.fanControl: autoFeature] }
        link.write = { values, reading in
            guard let isAuto = values.truth(type) else { return [] }
            if isAuto { return [reading.update(.fanMode, .unsigned(FanMode.auto))] }
            let isRunningFree = [5, 6].contains(reading.integer(.fanMode) ?? 0)
            guard isRunningFree, values[.rotationSpeed] == nil else { return [] }
            return [reading.update(.fanMode, .unsigned(FanMode.high))]
        }
        link.updates = [
            .fanMode: { mode, _ in mode.integer.map { [type: .uint([5, 6].contains($0) ? 1 : 0)] } ?? [:] }
        ]
        return link
    }

    /// RotationSpeed: PercentSetting, or PercentCurrent if that is null, as in automatic mode.
    static let rotationSpeed: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.rotationSpeed, .percentSetting, .percent)
            .updating(.percent).offered { $0.has(.percentSetting) }
        link.sources.append(.percentCurrent)
        link.read = { reading in
            reading.value(.percentSetting).flatMap(Conversion.percent.toCharacteristic)
                ?? reading.value(.percentCurrent).flatMap(Conversion.percent.toCharacteristic)
        }
        link.updates[.fanMode] = { mode, _ in
            // FanMode: low, medium, high.
            let speeds: [Int64: Double] = [1: 33, 2: 66, 3: 100]
            return mode.integer.flatMap { speeds[$0] }.map { [.rotationSpeed: .float($0)] } ?? [:]
        }
        return link
    }()

    private static let rotationDirection = CharacteristicLink.attribute(
        .rotationDirection, .airflowDirection, .number
    ).updating(.number).feature(TraitIDs.fanControl, 0x20)

    /// SwingMode: on for any rocking. A write starts all kinds of rocking that the device supports.
    static let swing: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.swingMode, .rockSetting, .anyAboveZero)
        link.write = { values, reading in
            guard let swings = values.truth(.swingMode) else { return [] }
            if swings, reading.integer(.rockSetting) ?? 0 > 0 { return [] }
            // RockBitmap has three bits.
            let all = (reading.integer(.rockSupport) ?? 1) & 7
            return [reading.update(.rockSetting, .unsigned(swings ? UInt64(clamping: max(all, 1)) : 0))]
        }
        link.features = { _ in [TraitIDs.fanControl: 0x4] }
        link.updates = [
            .rockSetting: { bits, _ in bits.integer.map { [.swingMode: .uint($0 == 0 ? 0 : 1)] } ?? [:] }
        ]
        return link
    }()

    /// LockPhysicalControls: KeypadLockout of ThermostatUserInterfaceConfiguration (0x204); any lockout level is
    /// locked.
    static let lockedControls = CharacteristicLink.attribute(.lockPhysicalControls, .keypadLockout, .anyAboveZero)
        .updating(.anyAboveZero)
}
