internal import HearthClimateTraits
internal import HearthClosureTraits
internal import HearthCommonTraits
internal import HearthDeviceBehaviors
internal import HearthLightingTraits
internal import HearthLockTraits
internal import HearthMediaTraits
internal import HearthNodeTraits
internal import HearthSensorTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Selects and configures the behaviours of a product's traits.
struct BehaviorCatalog {
    let identity: ProductIdentity

    /// The behaviour of a trait, or nil.
    func behavior(for trait: ProductTrait) -> (any TraitBehavior)? {
        let features = unsigned(trait, GlobalAttribute.featureMap).map { UInt32(truncatingIfNeeded: $0) } ?? 0
        switch trait.descriptor.id {
        case Matter.IdentifyTrait.descriptor.id: return IdentifyBehavior()
        case Matter.OnOffTrait.descriptor.id: return OnOffBehavior(.init(rawValue: features))
        case Matter.LevelControlTrait.descriptor.id: return LevelControlBehavior(.init(rawValue: features), level: 254)
        case Matter.ColorControlTrait.descriptor.id: return ColorControlBehavior(.init(rawValue: features))
        case Matter.BasicInformationTrait.descriptor.id: return BasicInformationBehavior(identity)
        case Matter.PowerSourceTrait.descriptor.id: return powerSource(.init(rawValue: features))
        case Matter.SwitchTrait.descriptor.id: return SwitchBehavior(.init(rawValue: features))
        case Matter.BooleanStateTrait.descriptor.id: return BooleanStateBehavior(.isClosed)
        case Matter.SmokeCoAlarmTrait.descriptor.id: return SmokeCoAlarmBehavior(.init(rawValue: features))
        case Matter.DoorLockTrait.descriptor.id: return lock(trait)
        case Matter.WindowCoveringTrait.descriptor.id: return covering(.init(rawValue: features))
        case Matter.ThermostatTrait.descriptor.id: return thermostat(trait, .init(rawValue: features))
        case Matter.TemperatureControlTrait.descriptor.id: return temperatureControl(.init(rawValue: features))
        case Matter.FanControlTrait.descriptor.id: return FanControlBehavior(.init(rawValue: features))
        case Matter.IlluminanceMeasurementTrait.descriptor.id: return IlluminanceMeasurementBehavior(20_000)
        case Matter.TemperatureMeasurementTrait.descriptor.id: return TemperatureMeasurementBehavior(2_150)
        case Matter.RelativeHumidityMeasurementTrait.descriptor.id: return RelativeHumidityMeasurementBehavior(4_500)
        case Matter.OccupancySensingTrait.descriptor.id: return OccupancySensingBehavior()
        case Matter.MediaPlaybackTrait.descriptor.id: return MediaPlaybackBehavior(Parts.playlist)
        default: return nil
        }
    }

    private func unsigned(_ trait: ProductTrait, _ id: UInt32) -> UInt64? {
        if case .unsigned(let value)? = trait.attributes[id] { value } else { nil }
    }

    private func powerSource(_ features: Matter.PowerSourceTrait.Feature) -> PowerSourceBehavior {
        features.contains(.battery)
            ? PowerSourceBehavior(battery: "AA", quantity: 1, halfPercent: 182, simulatesVoltage: true)
            : PowerSourceBehavior()
    }

    /// A lock with the product's capacity of users and codes.
    private func lock(_ trait: ProductTrait) -> DoorLockBehavior {
        func stated(_ id: UInt32) -> UInt64? { trait.stated.contains(id) ? unsigned(trait, id) : nil }
        return DoorLockBehavior(
            userCapacity: UInt16(clamping: stated(0x11) ?? 10), pinCapacity: UInt16(clamping: stated(0x12) ?? 10),
            pinsPerUser: UInt8(clamping: stated(0x1C) ?? 5))
    }

    private func covering(_ features: Matter.WindowCoveringTrait.Feature) -> WindowCoveringBehavior {
        WindowCoveringBehavior(
            features, type: .unknown, endProduct: .unknown, liftTime: .seconds(15), tiltTime: .seconds(3))
    }

    private func temperatureControl(_ features: Matter.TemperatureControlTrait.Feature) -> TemperatureControlBehavior {
        features.contains(.temperatureLevel)
            ? TemperatureControlBehavior(levels: ["Low", "Medium", "High"], selected: 1)
            : TemperatureControlBehavior(400, in: 100...800, step: features.contains(.temperatureStep) ? 100 : nil)
    }

    private func thermostat(
        _ trait: ProductTrait, _ features: Matter.ThermostatTrait.Feature
    ) -> ThermostatBehavior {
        let room = trait.statedValue(0x0)?.integer.map { Int16(clamping: $0) }
        return room.map { ThermostatBehavior(features, room: $0) } ?? ThermostatBehavior(features)
    }
}
