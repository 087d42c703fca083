internal import HearthTraitDescriptors

extension AttributeID {
    static let defaultOpenDuration = AttributeID(TraitIDs.valve, 1, "defaultOpenDuration")
    static let remainingDuration = AttributeID(TraitIDs.valve, 3, "remainingDuration")
    static let valveState = AttributeID(TraitIDs.valve, 4, "currentState")
    static let valveTarget = AttributeID(TraitIDs.valve, 5, "targetState")
    static let valveFault = AttributeID(TraitIDs.valve, 9, "valveFault")
}

extension CommandID {
    static let openValve = CommandID(TraitIDs.valve, 0, "Open")
    static let closeValve = CommandID(TraitIDs.valve, 1, "Close")
}

extension ServiceTable {
    /// Valve: ValveConfigurationAndControl (0x81). Faucets and irrigation systems become valves when they come from an
    /// accessory; devices never get these services.
    static let water: [ServiceMapping] = [
        valve(
            .valve,
            [valveActive, inUse, .constant(.valveType, .uint(0)), setDuration, remaining, valveHasFault],
            isFromTraits: true),
        valve(.faucet, [valveActive, valveHasFault], isFromTraits: false),
        valve(.irrigationSystem, [valveActive, inUse, remaining, valveHasFault], isFromTraits: false),
    ]

    private static func valve(
        _ type: ServiceType, _ links: [CharacteristicLink], isFromTraits: Bool
    ) -> ServiceMapping {
        ServiceMapping(type, traits: [TraitIDs.valve], links).with {
            $0.isFromTraits = isFromTraits
            $0.accessoryDeviceType = DeviceTypeIDs.waterValve
        }
    }

    /// Active: the valve's target state, else its current one. Closed 0, open 1, transitioning 2.
    private static let valveActive: CharacteristicLink = {
        var link = CharacteristicLink.computed(.active, from: [.valveTarget, .valveState]) { reading in
            (reading.integer(.valveTarget) ?? reading.integer(.valveState)).map { .uint($0 == 0 ? 0 : 1) }
        }
        link.write = { values, reading in
            guard let isActive = values.truth(.active) else { return [] }
            guard isActive else { return [reading.invoke(.closeValve)] }
            var arguments = StructureValue()
            if let seconds = values.integer(.setDuration).flatMap({ UInt64(exactly: $0) }), seconds > 0 {
                arguments[0] = .unsigned(seconds)
            }
            return [reading.invoke(.openValve, arguments)]
        }
        link.commands = [
            .openValve: { arguments, values in
                var result: CharacteristicValues = [.active: .uint(1)]
                if values[.setDuration] != nil, let seconds = arguments[0]?.integer {
                    result[.setDuration] = .uint(UInt64(clamping: seconds))
                }
                return result
            },
            .closeValve: { _, _ in [.active: .uint(0)] },
        ]
        link.attributes = { values in
            guard let isActive = values.truth(.active) else { return [:] }
            let runs = values.truth(.inUse) ?? isActive
            return [.valveTarget: .unsigned(isActive ? 1 : 0), .valveState: .unsigned(runs ? 1 : 0)]
        }
        return link
    }()

    /// InUse: water flows, also while the valve is still moving.
    private static let inUse = CharacteristicLink.computed(.inUse, from: [.valveState]) { reading in
        reading.integer(.valveState).map { .uint($0 == 0 ? 0 : 1) }
    }

    /// SetDuration: DefaultOpenDuration. null means until closed, which is 0 in HomeKit.
    private static let setDuration: CharacteristicLink = {
        let seconds = Conversion(
            toCharacteristic: { $0 == .null ? .uint(0) : Conversion.number.toCharacteristic($0) },
            toTrait: { $0.integer == 0 ? .null : Conversion.number.toTrait($0) })
        return CharacteristicLink.attribute(.setDuration, .defaultOpenDuration, seconds).updating(seconds)
    }()

    private static let remaining: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.remainingDuration, .remainingDuration, .number)
        link.read = { reading in
            reading.value(.remainingDuration).flatMap(Conversion.number.toCharacteristic) ?? .uint(0)
        }
        return link
    }()

    private static let valveHasFault = CharacteristicLink.attribute(.statusFault, .valveFault, .anyAboveZero)
}
