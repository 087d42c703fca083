internal import HearthTraitDescriptors

extension AttributeID {
    static let localTemperature = AttributeID(TraitIDs.thermostat, 0, "localTemperature")
    static let systemMode = AttributeID(TraitIDs.thermostat, 28, "systemMode")
    static let runningMode = AttributeID(TraitIDs.thermostat, 30, "thermostatRunningMode")
    static let runningState = AttributeID(TraitIDs.thermostat, 41, "thermostatRunningState")
    static let displayMode = AttributeID(TraitIDs.thermostatInterface, 0, "temperatureDisplayMode")
    static let temperature = AttributeID(TraitIDs.temperature, 0, "measuredValue")
    static let humidity = AttributeID(TraitIDs.humidity, 0, "measuredValue")
}

extension Conversion {
    /// SystemMode and TargetHeatingCoolingState. Emergency heat is heating, precooling cooling; fan only, drying and
    /// sleep have no counterpart.
    static let thermostatTarget = choices([0: 0, 4: 1, 3: 2, 1: 3, 5: 1, 6: 2])
    /// SystemMode and TargetHeaterCoolerState.
    static let heaterCoolerTarget = choices([1: 0, 4: 1, 3: 2, 5: 1, 6: 2])
}

extension ServiceTable {
    static let climate: [ServiceMapping] = [fan, olderFan, airPurifier, thermostat, heaterCooler, conditioner]

    /// AirPurifier: FanControl (0x202) has all values that HomeKit needs, unless the device has a purifier state trait.
    static let airPurifier = ServiceMapping(
        .airPurifier, deviceTypes: [DeviceTypeIDs.airPurifier], traits: [TraitIDs.fanControl],
        [
            fanActive, purifierState, purifierTarget, rotationSpeed, swing, lockedControls,
        ]
    ).with { $0.alsoTakes = [TraitIDs.airPurifierState, TraitIDs.thermostatInterface] }

    private static let purifierState: CharacteristicLink = {
        var link = fanState(.currentAirPurifierState)
        let read = link.read
        link.sources.append(.purifierState)
        link.read = { reading in
            reading.value(.purifierState).flatMap(Conversion.number.toCharacteristic) ?? read(reading)
        }
        link.attributes = { values in
            values[.currentAirPurifierState].flatMap(Conversion.number.toTrait).map { [.purifierState: $0] } ?? [:]
        }
        return link
    }()

    private static let purifierTarget: CharacteristicLink = {
        var link = fanTarget(.targetAirPurifierState)
        let read = link.read, write = link.write, canWrite = link.isWritable
        link.isOffered = { _ in true }
        link.isWritable = { $0.has(.purifierTarget) || canWrite($0) }
        link.sources.append(.purifierTarget)
        link.read = { reading in
            reading.value(.purifierTarget).flatMap(Conversion.number.toCharacteristic) ?? read(reading)
        }
        link.write = { values, reading in
            guard reading.has(.purifierTarget), let target = values[.targetAirPurifierState] else {
                return write?(values, reading) ?? []
            }
            return Conversion.number.toTrait(target).map { [reading.update(.purifierTarget, $0)] } ?? []
        }
        link.attributes = { values in
            values[.targetAirPurifierState].flatMap(Conversion.number.toTrait).map { [.purifierTarget: $0] } ?? [:]
        }
        link.updates[.purifierTarget] = { value, _ in
            Conversion.number.toCharacteristic(value).map { [.targetAirPurifierState: $0] } ?? [:]
        }
        return link
    }()

    /// Thermostat: Thermostat (0x201).
    static let thermostat = ServiceMapping(
        .thermostat, deviceTypes: [DeviceTypeIDs.thermostat], traits: [TraitIDs.thermostat],
        [
            currentState, thermostatTarget, currentTemperature, targetTemperature, displayUnits, heatingThreshold,
            coolingThreshold, currentHumidity,
        ]
    ).with {
        $0.alsoTakes = [TraitIDs.temperature, TraitIDs.humidity, TraitIDs.thermostatInterface]
        $0.matches = { !isConditioner($0) }
    }

    /// HeaterCooler: a room's air conditioner, Thermostat and FanControl.
    static let heaterCooler = ServiceMapping(
        .heaterCooler, deviceTypes: [DeviceTypeIDs.roomAirConditioner], traits: [TraitIDs.thermostat],
        heaterCoolerLinks
    ).with { $0.alsoTakes = heaterCoolerTraits }

    /// HeaterCooler: a thermostat that cools with a fan, as HomeKit's thermostats have no fan.
    private static let conditioner = ServiceMapping(
        .heaterCooler, deviceTypes: [DeviceTypeIDs.thermostat], traits: [TraitIDs.thermostat, TraitIDs.fanControl],
        heaterCoolerLinks
    ).with {
        $0.alsoTakes = heaterCoolerTraits
        $0.isFromAccessories = false
        $0.matches = isConditioner
    }

    private static let heaterCoolerLinks = [
        heaterCoolerActive, heaterCoolerState, heaterCoolerTarget, currentTemperature, heatingThreshold,
        coolingThreshold, rotationSpeed, swing, displayUnits, lockedControls,
    ]
    private static let heaterCoolerTraits = [
        TraitIDs.onOff, TraitIDs.fanControl, TraitIDs.temperature, TraitIDs.thermostatInterface,
    ]

    /// Whether a thermostat's endpoint, if it is no room air conditioner's, is one in HomeKit.
    @Sendable private static func isConditioner(_ reading: ServiceReading) -> Bool {
        reading.endpoint.traits[TraitIDs.fanControl] != nil
            && !reading.endpoint.deviceTypes.contains(DeviceTypeIDs.roomAirConditioner)
            && reading.features(TraitIDs.thermostat) & ThermostatFeature.cooling != 0
    }

    // MARK: Measured values

    private static let currentTemperature: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.currentTemperature, .localTemperature, .temperature)
        link.isOffered = { _ in true }
        link.sources.append(.temperature)
        link.read = { reading in
            [reading.value(.localTemperature), reading.value(.temperature)].lazy
                .compactMap { $0.flatMap(Conversion.temperature.toCharacteristic) }.first
        }
        return link
    }()

    private static let currentHumidity = CharacteristicLink.attribute(.currentRelativeHumidity, .humidity, .humidity)

    private static let displayUnits: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.temperatureDisplayUnits, .displayMode, .number).updating(.number)
        link.isOffered = { _ in true }
        link.isWritable = { $0.has(.displayMode) }
        link.read = { $0.value(.displayMode).flatMap(Conversion.number.toCharacteristic) ?? .uint(0) }
        return link
    }()

    // MARK: States and modes

    /// Whether it heats or cools: from ThermostatRunningState, else ThermostatRunningMode, else SystemMode.
    private static func running(_ reading: ServiceReading) -> ThermostatGoal? {
        if let bits = reading.integer(.runningState) {
            // The bits of heating and cooling, each with its second stage.
            return bits & 0b1001 != 0 ? .heat : bits & 0b1_0010 != 0 ? .cool : nil
        }
        switch reading.integer(.runningMode) ?? reading.integer(.systemMode) {
        case 4, 5: return .heat
        case 3, 6: return .cool
        default: return nil
        }
    }

    private static let runningSources: [AttributeID] = [.runningState, .runningMode, .systemMode]

    private static let currentState: CharacteristicLink = {
        var link = CharacteristicLink.computed(.currentHeatingCoolingState, from: runningSources) { reading in
            switch running(reading) {
            case .heat: .uint(1)
            case .cool: .uint(2)
            default: .uint(0)
            }
        }
        link.attributes = { values in
            // The bits of ThermostatRunningState.
            let bits: [Int64: UInt64] = [0: 0, 1: 1, 2: 2]
            return values.integer(.currentHeatingCoolingState).flatMap { bits[$0] }
                .map { [.runningState: .unsigned($0)] } ?? [:]
        }
        return link
    }()

    private static let thermostatTarget: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.targetHeatingCoolingState, .systemMode, .thermostatTarget)
            .updating(.thermostatTarget)
            .values { modes($0, off: 0, heat: 1, cool: 2, auto: 3) }
        link.isOffered = { _ in true }
        link.features = { features($0, heat: 1, cool: 2, auto: 3) }
        link.keepsLast = { [7, 8, 9].contains($0.integer(.systemMode) ?? 0) }
        return link
    }()

    /// The values of the supported modes (feature map); all if the map is empty.
    private static func modes(
        _ reading: ServiceReading, off: UInt64?, heat: UInt64, cool: UInt64, auto: UInt64
    ) -> [UInt64] {
        let features = reading.features(TraitIDs.thermostat)
        let all = features & (ThermostatFeature.heating | ThermostatFeature.cooling) == 0
        var values = off.map { [$0] } ?? []
        if all || features & ThermostatFeature.heating != 0 { values.append(heat) }
        if all || features & ThermostatFeature.cooling != 0 { values.append(cool) }
        if all || features & ThermostatFeature.auto != 0 { values.append(auto) }
        return values.sorted()
    }

    /// The features of a thermostat with the given valid modes.
    private static func features(
        _ metadata: CharacteristicMetadata, heat: UInt64, cool: UInt64, auto: UInt64
    ) -> [UInt32: UInt32] {
        let valid = metadata.validValues ?? [heat, cool, auto]
        var features: UInt32 = 0
        if valid.contains(heat) { features |= ThermostatFeature.heating }
        if valid.contains(cool) { features |= ThermostatFeature.cooling }
        if valid.contains(auto) { features |= ThermostatFeature.auto }
        return [TraitIDs.thermostat: features]
    }

    // MARK: HeaterCooler

    private static func isActive(_ reading: ServiceReading) -> Bool? {
        guard let mode = reading.integer(.systemMode) else { return nil }
        return mode != 0 && reading.value(.onOff)?.bool != false
    }

    private static let heaterCoolerActive: CharacteristicLink = {
        var link = CharacteristicLink.computed(.active, from: [.systemMode, .onOff]) { reading in
            isActive(reading).map { .uint($0 ? 1 : 0) }
        }
        link.write = { values, reading in
            guard let isOn = values.truth(.active) else { return [] }
            let hasSwitch = reading.has(.onOff)
            guard isOn else {
                return [hasSwitch ? reading.invoke(.off) : reading.update(.systemMode, .unsigned(0))]
            }
            var requests = hasSwitch ? [reading.invoke(.on)] : []
            // A device that its switch turns on chooses its mode itself, mostly its last one.
            let choosesMode = hasSwitch && reading.value(.onOff)?.bool == false
            if reading.integer(.systemMode) == 0, values[.targetHeaterCoolerState] == nil, !choosesMode {
                let first = modes(reading, off: nil, heat: 1, cool: 2, auto: 0).first ?? 0
                let mode = Conversion.heaterCoolerTarget.toTrait(.uint(first)) ?? .unsigned(1)
                requests.append(reading.update(.systemMode, mode))
            }
            return requests
        }
        link.attributes = { values in
            guard values.truth(.active) == false else { return [:] }
            return [.systemMode: .unsigned(0)]
        }
        link.updates = [.systemMode: { mode, _ in mode.integer.map { [.active: .uint($0 == 0 ? 0 : 1)] } ?? [:] }]
        return link
    }()

    private static let heaterCoolerState: CharacteristicLink = {
        var link = CharacteristicLink.computed(
            .currentHeaterCoolerState, from: runningSources + [.onOff]
        ) { reading in
            guard let isActive = isActive(reading) else { return nil }
            guard isActive else { return .uint(0) }
            switch running(reading) {
            case .heat: return .uint(2)
            case .cool: return .uint(3)
            default: return .uint(1)
            }
        }
        link.attributes = { values in
            let bits: [Int64: UInt64] = [0: 0, 1: 0, 2: 1, 3: 2]
            return values.integer(.currentHeaterCoolerState).flatMap { bits[$0] }
                .map { [.runningState: .unsigned($0)] } ?? [:]
        }
        return link
    }()

    private static let heaterCoolerTarget: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.targetHeaterCoolerState, .systemMode, .heaterCoolerTarget)
            .updating(.heaterCoolerTarget)
            .values { modes($0, off: nil, heat: 1, cool: 2, auto: 0) }
        link.isOffered = { _ in true }
        link.features = { features($0, heat: 1, cool: 2, auto: 0) }
        link.keepsLast = { [0, 7, 8, 9].contains($0.integer(.systemMode) ?? 0) }
        return link
    }()
}
