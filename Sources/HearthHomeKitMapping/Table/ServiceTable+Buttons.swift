internal import HearthTraitDescriptors

extension EventID {
    static let initialPress = EventID(TraitIDs.switchTrait, 1, "InitialPress")
    static let longPress = EventID(TraitIDs.switchTrait, 2, "LongPress")
    static let shortRelease = EventID(TraitIDs.switchTrait, 3, "ShortRelease")
    static let multiPressComplete = EventID(TraitIDs.switchTrait, 6, "MultiPressComplete")
    static let doorbellPressed = EventID(TraitIDs.doorbellPress, 0, "DoorbellPressed")
}

/// Bits of Switch's feature map.
private enum SwitchFeature {
    static let latching: UInt32 = 0x1
    static let release: UInt32 = 0x4
    static let longPress: UInt32 = 0x8
    static let multiPress: UInt32 = 0x10
}

extension ServiceTable {
    /// StatelessProgrammableSwitch and Doorbell: Switch (0x3B), Google's DoorbellPress.
    static let buttons: [ServiceMapping] = [
        ServiceMapping(
            .doorbell, deviceTypes: bells, traits: [TraitIDs.switchTrait], [switchEvent]
        ).with { $0.matches = { isMomentary($0) } },
        ServiceMapping(
            .doorbell, traits: [TraitIDs.doorbellPress], [doorbellEvent]
        ).with {
            $0.part = 1
            $0.takesWhatIsLeft = true
        },
        ServiceMapping(
            .statelessProgrammableSwitch, traits: [TraitIDs.switchTrait], [switchEvent, labelIndex]
        ).with {
            $0.takesWhatIsLeft = true
            $0.matches = { isMomentary($0) }
            $0.accessoryDeviceType = DeviceTypeIDs.genericSwitch
            $0.constants = [
                AttributeID(TraitIDs.switchTrait, 0, "numberOfPositions"): .unsigned(2),
                AttributeID(TraitIDs.switchTrait, 1, "currentPosition"): .unsigned(0),
                AttributeID(TraitIDs.switchTrait, 2, "multiPressMax"): .unsigned(2),
            ]
        },
        ServiceMapping(
            .serviceLabel, traits: [TraitIDs.switchTrait], [.constant(.serviceLabelNamespace, .uint(1))]
        ).with {
            $0.isMain = false
            $0.matches = { reading in
                let numbers = switches(reading.device)
                let saysItself = reading.device.endpoints.contains { $0.traits[TraitIDs.serviceLabel] != nil }
                return !saysItself && numbers.count > 1 && numbers.first == reading.endpoint.number
            }
        },
    ]

    private static let bells = [DeviceTypeIDs.doorbell, DeviceTypeIDs.audioDoorbell, DeviceTypeIDs.videoDoorbell]

    /// Whether the switch is momentary; a latching one has positions instead of presses.
    private static func isMomentary(_ reading: ServiceReading) -> Bool {
        reading.features(TraitIDs.switchTrait) & SwitchFeature.latching == 0
    }

    private static func switches(_ device: DeviceSnapshot) -> [UInt16] {
        device.endpoints.filter { endpoint in
            endpoint.traits[TraitIDs.switchTrait] != nil
                && isMomentary(ServiceReading(device: device, endpoint: endpoint, part: 0))
        }.map(\.number)
    }

    /// ProgrammableSwitchEvent: single 0, double 1, long 2. A device that counts presses reports them after counting.
    /// Others report a press at the release, or at the press if they have no release event.
    private static let switchEvent: CharacteristicLink = {
        var link = CharacteristicLink(.programmableSwitchEvent).values { reading in
            let features = reading.features(TraitIDs.switchTrait)
            return [0] + (features & SwitchFeature.multiPress != 0 ? [1] : [])
                + (features & SwitchFeature.longPress != 0 ? [2] : [])
        }
        link.events = [
            .multiPressComplete: { fields, _ in
                switch fields[1]?.integer {
                case 1: .uint(0)
                case 2: .uint(1)
                default: nil
                }
            },
            .longPress: { _, _ in .uint(2) },
            .shortRelease: { _, reading in
                reading.features(TraitIDs.switchTrait) & SwitchFeature.multiPress == 0 ? .uint(0) : nil
            },
            .initialPress: { _, reading in
                let counted = SwitchFeature.multiPress | SwitchFeature.release
                return reading.features(TraitIDs.switchTrait) & counted == 0 ? .uint(0) : nil
            },
        ]
        link.features = { metadata in
            let valid = metadata.validValues ?? [0, 1, 2]
            // The features momentary, release and multi-press, and long press if supported.
            return [
                TraitIDs.switchTrait: 0x2 | SwitchFeature.release | SwitchFeature.multiPress
                    | (valid.contains(2) ? SwitchFeature.longPress : 0)
            ]
        }
        link.reports = { value in
            switch value.integer {
            case 0: (.multiPressComplete, [0: .unsigned(1), 1: .unsigned(1)])
            case 1: (.multiPressComplete, [0: .unsigned(1), 1: .unsigned(2)])
            case 2: (.longPress, [0: .unsigned(1)])
            default: nil
            }
        }
        return link
    }()

    private static let doorbellEvent: CharacteristicLink = {
        var link = CharacteristicLink(.programmableSwitchEvent).values { _ in [0] }
        link.events = [.doorbellPressed: { _, _ in .uint(0) }]
        return link
    }()

    /// The number of the button among several, from 1.
    private static let labelIndex: CharacteristicLink = {
        var link = CharacteristicLink(.serviceLabelIndex)
        link.isOffered = { switches($0.device).count > 1 }
        link.read = { reading in
            switches(reading.device).firstIndex(of: reading.endpoint.number).map { .uint(UInt64(clamping: $0 + 1)) }
        }
        return link
    }()
}
