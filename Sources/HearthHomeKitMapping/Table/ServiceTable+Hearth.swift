internal import HearthTraitDescriptors

extension TraitIDs {
    static let securitySystem: UInt32 = 0xFFF0_FC01
    static let humidifier: UInt32 = 0xFFF0_FC02
    static let slats: UInt32 = 0xFFF0_FC03
    static let airPurifierState: UInt32 = 0xFFF0_FC04
    static let serviceLabel: UInt32 = 0xFFF0_FC05
}

extension DeviceTypeIDs {
    static let securitySystem: UInt32 = 0xFFF0_0001
    static let humidifier: UInt32 = 0xFFF0_0002
    static let slats: UInt32 = 0xFFF0_0003
}

extension AttributeID {
    static let purifierState = AttributeID(TraitIDs.airPurifierState, 0, "currentState")
    static let purifierTarget = AttributeID(TraitIDs.airPurifierState, 1, "targetState")
}

extension ServiceTable {
    /// Services without a Matter cluster: Hearth's own traits (`Schemas/Hearth`), with HAP's values.
    static let hearths: [ServiceMapping] = [securitySystem, humidifier, slats, serviceLabel]

    private static let securitySystem: ServiceMapping = {
        func attribute(_ id: UInt32, _ name: String) -> AttributeID { AttributeID(TraitIDs.securitySystem, id, name) }
        return ServiceMapping(
            .securitySystem, traits: [TraitIDs.securitySystem],
            [
                .attribute(.securitySystemCurrentState, attribute(0, "currentState"), .number),
                targetState(attribute(1, "targetState")),
                .attribute(.securitySystemAlarmType, attribute(2, "alarmType"), .number),
                .attribute(.statusFault, attribute(3, "fault"), .flag),
                .attribute(.statusTampered, attribute(4, "tampered"), .flag),
            ]
        ).with { $0.accessoryDeviceType = DeviceTypeIDs.securitySystem }
    }()

    /// With a code, targetState is set by a command. SecuritySystemTargetState 3 is disarmed, as in TargetStateEnum.
    private static func targetState(_ target: AttributeID) -> CharacteristicLink {
        let toArm = AttributeID(TraitIDs.securitySystem, 5, "requiresCodeToArm")
        let toDisarm = AttributeID(TraitIDs.securitySystem, 6, "requiresCodeToDisarm")
        var link = CharacteristicLink.attribute(.securitySystemTargetState, target, .number).updating(.number)
        link.sources += [toArm, toDisarm]
        link.authorization = WriteAuthorization { value, reading in
            let needed = [reading.value(toArm)?.bool == true, reading.value(toDisarm)?.bool == true]
            return value.map { needed[$0.number == 3 ? 1 : 0] } ?? needed.contains(true)
        } request: { request, code in
            guard case .update(let values) = request.content, let wanted = values[target.id] else { return request }
            return TraitRequest(
                endpoint: request.endpoint, trait: request.trait,
                content: .command(setTargetState.id, [0: wanted, 1: .octets(code)]))
        }
        return link
    }

    private static let setTargetState = CommandID(TraitIDs.securitySystem, 0, "SetTargetState")

    private static let humidifier: ServiceMapping = {
        func attribute(_ id: UInt32, _ name: String) -> AttributeID { AttributeID(TraitIDs.humidifier, id, name) }
        return ServiceMapping(
            .humidifierDehumidifier, traits: [TraitIDs.humidifier],
            [
                .attribute(.active, attribute(0, "active"), .flag).updating(.flag),
                .attribute(.currentHumidifierDehumidifierState, attribute(1, "currentState"), .number),
                .attribute(.targetHumidifierDehumidifierState, attribute(2, "targetState"), .number).updating(.number),
                .attribute(.currentRelativeHumidity, .humidity, .humidity).offered { _ in true },
                .attribute(.relativeHumidityHumidifierThreshold, attribute(3, "humidifierThreshold"), .percent)
                    .updating(.percent),
                .attribute(.relativeHumidityDehumidifierThreshold, attribute(4, "dehumidifierThreshold"), .percent)
                    .updating(.percent),
                .attribute(.waterLevel, attribute(5, "waterLevel"), .percent),
                rotationSpeed, swing, lockedControls,
            ]
        ).with {
            $0.accessoryDeviceType = DeviceTypeIDs.humidifier
            $0.alsoTakes = [TraitIDs.humidity, TraitIDs.fanControl, TraitIDs.thermostatInterface]
        }
    }()

    private static let slats: ServiceMapping = {
        func attribute(_ id: UInt32, _ name: String) -> AttributeID { AttributeID(TraitIDs.slats, id, name) }
        let angle = Conversion.scaled(-90...90, signed: true, to: { $0 }, back: { $0 })
        return ServiceMapping(
            .slats, traits: [TraitIDs.slats],
            [
                .attribute(.currentSlatState, attribute(0, "currentState"), .number),
                .attribute(.slatType, attribute(1, "type"), .number),
                .attribute(.currentTiltAngle, attribute(2, "currentTiltAngle"), angle),
                .attribute(.targetTiltAngle, attribute(3, "targetTiltAngle"), angle).updating(angle),
                .attribute(.swingMode, attribute(4, "swing"), .flag).updating(.flag),
            ]
        ).with { $0.accessoryDeviceType = DeviceTypeIDs.slats }
    }()

    private static let serviceLabel = ServiceMapping(
        .serviceLabel, traits: [TraitIDs.serviceLabel],
        [
            .attribute(
                .serviceLabelNamespace, AttributeID(TraitIDs.serviceLabel, 0, "namespace"), .number)
        ]
    ).with { $0.isMain = false }
}
