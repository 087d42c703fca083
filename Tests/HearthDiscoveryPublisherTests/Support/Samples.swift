internal import HearthDiscoveryPublisher
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Devices with attributes by name.
enum Samples {
    typealias T = StandardTraits

    struct Trait {
        let descriptor: TraitDescriptor
        var values: [String: TraitValue]

        init(_ descriptor: TraitDescriptor, features: UInt64? = nil, _ values: [String: TraitValue] = [:]) {
            self.descriptor = descriptor
            self.values = values
            if let features { self.values["featureMap"] = .unsigned(features) }
        }

        /// The attributes by ID. A name that the trait lacks would hide a mistake in the sample.
        var structure: StructureValue {
            var result = StructureValue()
            for (name, value) in values {
                guard let id = descriptor.attribute(named: name)?.id else {
                    preconditionFailure("\(descriptor.name) has no attribute \(name)")
                }
                result[id] = value
            }
            return result
        }
    }

    static func endpoint(
        _ number: UInt16, _ types: [DeviceTypeDescriptor], label: String? = nil, _ traits: [Trait]
    ) -> PublishedEndpoint {
        PublishedEndpoint(
            number: number, deviceTypes: types.map(\.id), label: label,
            traits: Dictionary(uniqueKeysWithValues: traits.map { ($0.descriptor.id, $0.structure) }))
    }

    static func device(_ name: String, _ endpoints: PublishedEndpoint...) -> PublishedDevice {
        let root = endpoint(
            0, [T.rootNodeDeviceType],
            [
                Trait(
                    T.matterBasicInformation,
                    [
                        "vendorName": .string("Example"), "productName": .string("Product"),
                        "softwareVersionString": .string("1.2"), "hardwareVersionString": .string("-"),
                    ])
            ])
        return PublishedDevice(
            id: name.lowercased().split(separator: " ").joined(separator: "-"), name: name, room: "Room",
            endpoints: [root] + endpoints)
    }

    private static func mode(_ number: UInt64, _ label: String, tag: UInt64? = nil) -> TraitValue {
        .structure([
            0: .string(label), 1: .unsigned(number),
            2: .list(tag.map { [.structure([1: .unsigned($0)])] } ?? []),
        ])
    }

    // MARK: Lights and switches

    static let colorLight = device(
        "Color Light",
        endpoint(
            1, [T.extendedColorLightDeviceType],
            [
                Trait(T.matterOnOff, features: 1, ["onOff": .bool(true)]),
                Trait(
                    T.matterLevelControl, features: 3,
                    ["currentLevel": .unsigned(127), "minLevel": .unsigned(1), "maxLevel": .unsigned(254)]),
                Trait(
                    T.matterColorControl, features: 0x1F,
                    [
                        "colorMode": .unsigned(0), "currentHue": .unsigned(127), "currentSaturation": .unsigned(254),
                        "enhancedCurrentHue": .unsigned(32_768), "currentX": .unsigned(20_000),
                        "currentY": .unsigned(20_000), "colorTemperatureMireds": .unsigned(250),
                        "colorTempPhysicalMinMireds": .unsigned(153), "colorTempPhysicalMaxMireds": .unsigned(500),
                    ]),
            ]))

    static let outlet = device(
        "Outlet",
        endpoint(
            1, [T.onOffPluginUnitDeviceType],
            [
                Trait(T.matterOnOff, features: 1, ["onOff": .bool(false)]),
                Trait(
                    T.matterElectricalPowerMeasurement,
                    ["activePower": .signed(12_345), "rmsVoltage": .signed(230_100), "rmsCurrent": .null]),
                Trait(
                    T.matterElectricalEnergyMeasurement,
                    ["cumulativeEnergyImported": .structure([0: .signed(1_234_567_890)])]),
            ]))

    static let strip = device(
        "Strip",
        endpoint(
            1, [T.onOffPluginUnitDeviceType], label: "Left", [Trait(T.matterOnOff, ["onOff": .bool(true)])]),
        endpoint(2, [T.onOffPluginUnitDeviceType], [Trait(T.matterOnOff, ["onOff": .bool(false)])]))

    // MARK: Doors and covers

    static let blind = device(
        "Blind",
        endpoint(
            1, [T.windowCoveringDeviceType],
            [
                Trait(
                    T.matterWindowCovering, features: 0x17,
                    [
                        "type": .unsigned(8), "operationalStatus": .unsigned(0),
                        "currentPositionLiftPercent100ths": .unsigned(2_500),
                        "currentPositionTiltPercent100ths": .null,
                    ])
            ]))

    static let garage = device(
        "Garage",
        endpoint(
            1, [T.closureDeviceType],
            [
                Trait(
                    T.matterClosureControl, features: 1,
                    [
                        "mainState": .unsigned(1), "overallCurrentState": .structure([0: .unsigned(2)]),
                        "overallTargetState": .structure([0: .unsigned(1)]),
                    ])
            ]))

    static let gate = device(
        "Gate",
        endpoint(
            1, [T.closureDeviceType],
            [
                Trait(
                    T.matterDescriptor, features: 1,
                    [
                        "deviceTypeList": .list([]), "serverList": .list([]), "clientList": .list([]),
                        "partsList": .list([]),
                        "tagList": .list([.structure([0: .null, 1: .unsigned(0x44), 2: .unsigned(4)])]),
                    ]),
                Trait(
                    T.matterClosureControl, features: 5,
                    ["mainState": .unsigned(0), "overallCurrentState": .structure([0: .unsigned(0)])]),
            ]))

    static let lock = device(
        "Lock",
        endpoint(
            1, [T.doorLockDeviceType],
            [Trait(T.matterDoorLock, features: 0x1000, ["lockState": .unsigned(1)])]))

    static let alarm = device(
        "Alarm",
        endpoint(
            1, [T.hearthSecuritySystemDeviceType],
            [Trait(T.hearthProjectSecuritySystem, ["currentState": .unsigned(3), "targetState": .unsigned(1)])]))

    static let codedLock = device(
        "Coded Lock",
        endpoint(
            1, [T.doorLockDeviceType],
            [
                Trait(
                    T.matterDoorLock, features: 0x1081,
                    [
                        "lockState": .unsigned(1), "requirePinforRemoteOperation": .bool(true),
                        "minPINCodeLength": .unsigned(4), "maxPINCodeLength": .unsigned(8),
                    ])
            ]))

    static let codedAlarm = device(
        "Coded Alarm",
        endpoint(
            1, [T.hearthSecuritySystemDeviceType],
            [
                Trait(
                    T.hearthProjectSecuritySystem, features: 1,
                    [
                        "currentState": .unsigned(1), "targetState": .unsigned(1), "requiresCodeToArm": .bool(false),
                        "requiresCodeToDisarm": .bool(true), "codeFormat": .unsigned(0),
                    ])
            ]))

    // MARK: Climate

    static let thermostat = device(
        "Thermostat",
        endpoint(
            1, [T.thermostatDeviceType],
            [
                Trait(
                    T.matterThermostat, features: 0x23,
                    [
                        "localTemperature": .signed(2_050), "systemMode": .unsigned(4),
                        "occupiedHeatingSetpoint": .signed(2_100), "occupiedCoolingSetpoint": .signed(2_600),
                        "minHeatSetpointLimit": .signed(700), "maxHeatSetpointLimit": .signed(3_000),
                        "thermostatRunningState": .unsigned(1),
                    ]),
                Trait(
                    T.matterFanControl, features: 0x6,
                    [
                        "fanMode": .unsigned(5), "fanModeSequence": .unsigned(2), "rockSupport": .unsigned(3),
                        "rockSetting": .unsigned(2),
                    ]),
            ]))

    /// Switched off; its mode is the one to which it returns.
    static let airConditioner = device(
        "Air Conditioner",
        endpoint(
            1, [T.roomAirConditionerDeviceType],
            [
                Trait(T.matterOnOff, features: 0x2, ["onOff": .bool(false)]),
                Trait(
                    T.matterThermostat, features: 0x2,
                    [
                        "localTemperature": .signed(2_650), "systemMode": .unsigned(3),
                        "occupiedCoolingSetpoint": .signed(2_400), "absMinCoolSetpointLimit": .signed(1_600),
                        "absMaxCoolSetpointLimit": .signed(3_000), "thermostatRunningState": .unsigned(0),
                    ]),
                Trait(T.matterFanControl, ["fanMode": .unsigned(0), "fanModeSequence": .unsigned(0)]),
            ]))

    static let waterHeater = device(
        "Water Heater",
        endpoint(
            1, [T.waterHeaterDeviceType],
            [
                Trait(
                    T.matterThermostat, features: 0x1,
                    [
                        "localTemperature": .null, "systemMode": .unsigned(4),
                        "occupiedHeatingSetpoint": .signed(5_500), "absMinHeatSetpointLimit": .signed(4_000),
                        "absMaxHeatSetpointLimit": .signed(6_500),
                    ]),
                Trait(T.matterWaterHeaterManagement, ["boostState": .unsigned(1)]),
            ]))

    static let fan = device(
        "Fan",
        endpoint(
            1, [T.fanDeviceType],
            [
                Trait(
                    T.matterFanControl, features: 0x2F,
                    [
                        "fanMode": .unsigned(2), "fanModeSequence": .unsigned(2), "percentSetting": .unsigned(50),
                        "speedMax": .unsigned(6), "speedSetting": .unsigned(3), "rockSupport": .unsigned(3),
                        "rockSetting": .unsigned(0), "windSupport": .unsigned(3), "windSetting": .unsigned(2),
                        "airflowDirection": .unsigned(1),
                    ])
            ]))

    static let humidifier = device(
        "Humidifier",
        endpoint(
            1, [T.hearthHumidifierDehumidifierDeviceType],
            [
                Trait(
                    T.hearthProjectHumidifierDehumidifier,
                    [
                        "active": .bool(true), "currentState": .unsigned(3), "targetState": .unsigned(2),
                        "humidifierThreshold": .unsigned(40), "dehumidifierThreshold": .unsigned(60),
                    ]),
                Trait(T.matterRelativeHumidityMeasurement, ["measuredValue": .unsigned(6_512)]),
            ]))

    static let humidistat = device(
        "Humidistat",
        endpoint(
            1, [T.humidifierDehumidifierDeviceType],
            [
                Trait(
                    T.matterHumidistat, features: 0x9,
                    [
                        "mode": .unsigned(1), "systemState": .unsigned(4), "userSetpoint": .unsigned(45),
                        "minSetpoint": .unsigned(30), "maxSetpoint": .unsigned(70),
                    ])
            ]))

    // MARK: Water and cleaning

    static let valve = device(
        "Valve",
        endpoint(
            1, [T.waterValveDeviceType],
            [
                Trait(
                    T.matterValveConfigurationAndControl, features: 0x2,
                    ["currentState": .unsigned(2), "targetState": .unsigned(1), "currentLevel": .unsigned(30)])
            ]),
        endpoint(
            2, [T.waterValveDeviceType], label: "Tap",
            [Trait(T.matterValveConfigurationAndControl, ["currentState": .unsigned(0), "targetState": .unsigned(0)])]))

    static let vacuum = device(
        "Vacuum",
        endpoint(
            1, [T.roboticVacuumCleanerDeviceType],
            [
                Trait(
                    T.matterRvcRunMode,
                    [
                        "supportedModes": .list([mode(0, "Idle", tag: 0x4000), mode(1, "Cleaning", tag: 0x4001)]),
                        "currentMode": .unsigned(1),
                    ]),
                Trait(
                    T.matterRvcOperationalState,
                    [
                        "operationalState": .unsigned(1),
                        "acceptedCommandList": .list([.unsigned(0), .unsigned(3), .unsigned(128)]),
                    ]),
                Trait(
                    T.matterRvcCleanMode,
                    [
                        "supportedModes": .list([mode(0, "Quiet"), mode(1, "Deep"), mode(2, "Deep")]),
                        "currentMode": .unsigned(2),
                    ]),
            ]))

    static let pausedVacuum = {
        var device = vacuum
        device.id = "paused-vacuum"
        device.endpoints[1].traits[T.matterRvcOperationalState.id]?[4] = .unsigned(2)
        return device
    }()

    // MARK: Media

    static let television = device(
        "Television",
        endpoint(
            1, [T.basicVideoPlayerDeviceType],
            [
                Trait(T.matterOnOff, ["onOff": .bool(true)]),
                Trait(
                    T.matterMediaPlayback,
                    [
                        "currentState": .unsigned(1),
                        "acceptedCommandList": .list([.unsigned(0), .unsigned(1), .unsigned(2)]),
                    ]),
            ]),
        endpoint(
            2, [T.speakerDeviceType],
            [
                Trait(T.matterOnOff, ["onOff": .bool(true)]),
                Trait(T.matterLevelControl, features: 1, ["currentLevel": .unsigned(127)]),
            ]))

    // MARK: Sensors

    static let sensors = device(
        "Sensors",
        endpoint(1, [T.contactSensorDeviceType], [Trait(T.matterBooleanState, ["stateValue": .bool(true)])]),
        endpoint(2, [T.waterLeakDetectorDeviceType], [Trait(T.matterBooleanState, ["stateValue": .bool(true)])]),
        endpoint(3, [T.waterFreezeDetectorDeviceType], [Trait(T.matterBooleanState, ["stateValue": .bool(false)])]),
        endpoint(4, [T.rainSensorDeviceType], [Trait(T.matterBooleanState, ["stateValue": .bool(false)])]),
        endpoint(
            5, [T.occupancySensorDeviceType],
            [Trait(T.matterOccupancySensing, features: 0x2, ["occupancy": .unsigned(1)])]),
        endpoint(
            6, [T.occupancySensorDeviceType],
            [Trait(T.matterOccupancySensing, features: 0x20, ["occupancy": .unsigned(0)])]),
        endpoint(
            7, [T.smokeCOAlarmDeviceType],
            [
                Trait(
                    T.matterSmokeCoAlarm, features: 0x3,
                    [
                        "smokeState": .unsigned(2), "coState": .unsigned(0), "hardwareFaultAlert": .bool(false),
                    ]),
                Trait(
                    T.matterPowerSource, features: 0x6,
                    ["batPercentRemaining": .unsigned(151), "batChargeState": .unsigned(1)]),
            ]),
        endpoint(
            8, [T.temperatureSensorDeviceType], label: "Inside", [measured(T.matterTemperatureMeasurement, -1_234)]),
        endpoint(9, [T.temperatureSensorDeviceType], [Trait(T.matterTemperatureMeasurement, ["measuredValue": .null])]),
        endpoint(10, [T.humiditySensorDeviceType], [measured(T.matterRelativeHumidityMeasurement, 4_567)]),
        endpoint(11, [T.lightSensorDeviceType], [measured(T.matterIlluminanceMeasurement, 20_001)]),
        endpoint(
            12, [T.pressureSensorDeviceType],
            [
                Trait(
                    T.matterPressureMeasurement, features: 1,
                    ["measuredValue": .signed(1_013), "scaledValue": .signed(10_132), "scale": .signed(1)])
            ]),
        endpoint(13, [T.flowSensorDeviceType], [measured(T.matterFlowMeasurement, 25)]),
        endpoint(
            14, [T.airQualitySensorDeviceType],
            [
                Trait(T.matterAirQuality, features: 0xF, ["airQuality": .unsigned(2)]),
                Trait(
                    T.matterCarbonDioxideConcentrationMeasurement, features: 1,
                    ["measuredValue": .float(612.5), "measurementUnit": .unsigned(0)]),
                Trait(
                    T.matterTotalVolatileOrganicCompoundsConcentrationMeasurement, features: 1,
                    ["measuredValue": .float(3), "measurementUnit": .unsigned(7)]),
            ]),
        endpoint(
            15, [T.soilSensorDeviceType], [Trait(T.matterSoilMeasurement, ["soilMoistureMeasuredValue": .unsigned(33)])]
        ))

    private static func measured(_ trait: TraitDescriptor, _ value: Int64) -> Trait {
        Trait(trait, ["measuredValue": value < 0 ? .signed(value) : .count(value)])
    }

    // MARK: Buttons

    static let button = device(
        "Button",
        endpoint(
            1, [T.genericSwitchDeviceType],
            [Trait(T.matterSwitch, features: 0x1E, ["numberOfPositions": .unsigned(2), "multiPressMax": .unsigned(2)])]),
        endpoint(
            2, [T.genericSwitchDeviceType], label: "Rocker",
            [Trait(T.matterSwitch, features: 0x1, ["numberOfPositions": .unsigned(3)])]),
        endpoint(
            3, [T.hearthNamedEventDeviceType], label: "Cube",
            [Trait(T.hearthProjectNamedEvent, ["types": .list([.string("shake"), .string("slide")])])]))

    // MARK: Settings

    static let settings = device(
        "Settings",
        endpoint(
            1, [T.hearthNumberSettingDeviceType], label: "Sensitivity",
            [
                Trait(
                    T.hearthProjectNumberSetting,
                    [
                        "value": .double(2.5), "minimum": .double(0), "maximum": .double(10), "step": .double(0.5),
                        "unit": .string("s"), "deviceClass": .string("duration"), "mode": .unsigned(2),
                    ])
            ]),
        endpoint(
            2, [T.hearthReadingDeviceType], label: "Distance",
            [
                Trait(
                    T.hearthProjectReading,
                    [
                        "value": .double(1.25), "unit": .string("m"), "deviceClass": .string("distance"),
                        "stateClass": .unsigned(1),
                    ])
            ]),
        endpoint(
            3, [T.hearthChoiceDeviceType], label: "Phase",
            [
                Trait(
                    T.hearthProjectChoice,
                    [
                        "value": .string("spin"), "options": .list([.string("wash"), .string("spin")]),
                        "isSettable": .bool(false),
                    ])
            ]),
        endpoint(
            4, [T.hearthChoiceDeviceType], label: "Melody",
            [
                Trait(
                    T.hearthProjectChoice,
                    [
                        "value": .null, "options": .list([.string("none"), .string("b")]), "isSettable": .bool(true),
                    ])
            ]),
        endpoint(
            5, [T.hearthTextValueDeviceType], label: "Password",
            [
                Trait(
                    T.hearthProjectTextValue,
                    [
                        "value": .string("never shown"), "minimumLength": .unsigned(4), "maximumLength": .unsigned(900),
                        "isSecret": .bool(true), "isSettable": .bool(true),
                    ])
            ]),
        endpoint(
            6, [T.hearthFlagDeviceType], label: "Filter",
            [Trait(T.hearthProjectFlag, ["value": .bool(true), "deviceClass": .string("problem")])]),
        endpoint(
            7, [T.hearthPressDeviceType], label: "Restart",
            [Trait(T.hearthProjectPress, ["deviceClass": .string("restart")])]),
        endpoint(
            8, [T.hearthMomentDeviceType], label: "Alarm time",
            [
                Trait(
                    T.hearthProjectMoment,
                    [
                        "value": .string("07:30:00"), "hasDate": .bool(false), "hasTime": .bool(true),
                        "isSettable": .bool(true),
                    ])
            ]),
        endpoint(
            9, [T.modeSelectDeviceType], label: "Effect",
            [
                Trait(
                    T.matterModeSelect,
                    ["supportedModes": .list([mode(0, "none"), mode(4, "Rainbow")]), "currentMode": .unsigned(4)])
            ]),
        endpoint(
            10, [T.temperatureControlledCabinetDeviceType], label: "Freezer",
            [
                Trait(
                    T.matterTemperatureControl, features: 5,
                    [
                        "temperatureSetpoint": .signed(-1_800), "minTemperature": .signed(-2_400),
                        "maxTemperature": .signed(-1_500), "step": .signed(100),
                    ])
            ]),
        endpoint(
            11, [T.hearthTextValueDeviceType], label: "Status",
            [
                Trait(
                    T.hearthProjectTextValue,
                    [
                        "value": .string("Ready"), "minimumLength": .unsigned(0), "maximumLength": .unsigned(255),
                        "isSecret": .bool(false), "isSettable": .bool(false),
                    ])
            ]),
        endpoint(
            12, [T.otaRequestorDeviceType, T.hearthTextValueDeviceType, T.hearthPressDeviceType], label: "Update",
            [
                Trait(
                    T.matterOtaSoftwareUpdateRequestor,
                    [
                        "defaultOTAProviders": .list([]), "updatePossible": .bool(true), "updateState": .unsigned(8),
                        "updateStateProgress": .null,
                    ]),
                Trait(
                    T.hearthProjectTextValue,
                    [
                        "value": .string("2.1"), "minimumLength": .unsigned(0), "maximumLength": .unsigned(255),
                        "isSecret": .bool(false), "isSettable": .bool(false),
                    ]),
                Trait(T.hearthProjectPress, ["deviceClass": .string("update")]),
            ]),
        endpoint(
            13, [T.hearthFlagDeviceType], label: "Phone",
            [Trait(T.hearthProjectFlag, ["value": .bool(true), "deviceClass": .string("home")])]),
        // For administrators only, so nothing is published of it.
        endpoint(
            14, [T.hearthPressDeviceType], label: "Remove from the network",
            [Trait(T.hearthProjectPress, ["deviceClass": .string("network")])]))

    /// All devices, with commands for them: endpoint, property, payload.
    static let all: [(device: PublishedDevice, commands: [(UInt16, String, String)])] = [
        (
            colorLight,
            [
                (1, "light", #"{"state":"ON"}"#), (1, "light", #"{"state":"OFF"}"#),
                (1, "light", #"{"state":"OFF","transition":2}"#),
                (1, "light", #"{"state":"ON","brightness":60,"transition":1.5}"#),
                (1, "light", #"{"state":"ON","color_temp":1000}"#),
                (1, "light", #"{"state":"ON","color":{"h":180,"s":50},"brightness":254}"#),
                (1, "light", #"{"state":"ON","color":{"x":0.3,"y":0.4}}"#), (1, "light", "ON"),
                (1, "light", #"{"state":"ON","color":{}}"#), (2, "light", "{}"),
            ]
        ), (outlet, [(1, "switch", "ON"), (1, "switch", "OFF"), (1, "switch", "on"), (1, "power", "5")]),
        (strip, [(2, "switch", "ON")]),
        (
            blind,
            [
                (1, "cover", "OPEN"), (1, "cover", "CLOSE"), (1, "cover", "STOP"), (1, "cover_position", "0"),
                (1, "cover_position", "100"), (1, "cover_position", "101"), (1, "cover_tilt", "30"),
            ]
        ), (garage, [(1, "closure", "OPEN"), (1, "closure", "CLOSE"), (1, "closure", "STOP")]),
        (gate, [(1, "closure", "OPEN")]),
        (lock, [(1, "lock", "LOCK"), (1, "lock", "UNLOCK"), (1, "lock", "OPEN"), (1, "lock", #"{"code": "1234"}"#)]),
        (alarm, [(1, "alarm", "ARM_NIGHT"), (1, "alarm", "DISARM"), (1, "alarm", "ARM_VACATION")]),
        // No refusal repeats what may have a code.
        (
            codedLock,
            [
                (1, "lock", #"{"action": "UNLOCK", "code": "1234"}"#),
                (1, "lock", #"{"action": "OPEN", "code": null}"#),
                (1, "lock", "UNLOCK 1234"), (1, "lock", #"{"code": "1234"}"#), (1, "lock", #"{"action": "DANCE"}"#),
            ]
        ),
        (
            codedAlarm,
            [
                (1, "alarm", #"{"action": "DISARM", "code": "1234"}"#),
                (1, "alarm", #"{"action": "ARM_AWAY", "code": null}"#), (1, "alarm", "1234"),
            ]
        ),
        (
            airConditioner,
            [
                (1, "climate_mode", "cool"), (1, "climate_mode", "off"), (1, "climate_mode", "heat"),
                (1, "climate_temperature", "22"), (1, "climate_fan_mode", "low"), (1, "switch", "ON"),
            ]
        ),
        (
            thermostat,
            [
                (1, "climate_mode", "heat_cool"), (1, "climate_mode", "off"), (1, "climate_mode", "dry"),
                (1, "climate_temperature", "21.5"),
                (1, "climate_temperature_low", "19"), (1, "climate_temperature_high", "25.5"),
                (1, "climate_fan_mode", "auto"), (1, "climate_swing_mode", "both"),
            ]
        ),
        (
            waterHeater,
            [
                (1, "water_heater_mode", "eco"), (1, "water_heater_mode", "high_demand"),
                (1, "water_heater_temperature", "50.0"),
            ]
        ),
        (
            fan,
            [
                (1, "fan", "OFF"), (1, "fan", "ON"), (1, "fan_percentage", "6"), (1, "fan_percentage", "7"),
                (1, "fan_preset", "auto"), (1, "fan_preset", "sleep"), (1, "fan_oscillation", "oscillate_on"),
                (1, "fan_direction", "forward"),
            ]
        ), (humidifier, [(1, "humidifier", "OFF"), (1, "humidifier_target", "55")]),
        (humidistat, [(1, "humidistat", "ON"), (1, "humidistat", "OFF"), (1, "humidistat_target", "50")]),
        (valve, [(1, "valve", "0"), (1, "valve", "40"), (2, "valve", "OPEN"), (2, "valve", "CLOSE")]),
        (
            vacuum,
            [
                (1, "vacuum", "start"), (1, "vacuum", "stop"), (1, "vacuum", "pause"), (1, "vacuum", "return_to_base"),
                (1, "vacuum", "locate"), (1, "clean_mode", "Deep (2)"),
            ]
        ), (television, [(1, "switch", "OFF"), (1, "play", "PRESS"), (2, "volume", "50"), (2, "switch", "OFF")]),
        (sensors, []), (button, []),
        (
            settings,
            [
                (1, "number", "3.5"), (1, "number", "nan"), (4, "choice", "(none)"), (4, "choice", "b"),
                (4, "choice", "c"),
                (5, "text", "new secret"), (7, "press", "PRESS"), (8, "moment", "08:00"), (9, "mode", "Rainbow"),
                (9, "mode", "(none)"), (10, "setpoint", "-20"), (12, "press", "PRESS"),
            ]
        ),
    ]
}

extension TraitValue {
    static func count(_ value: Int64) -> TraitValue { .unsigned(UInt64(clamping: value)) }
}
