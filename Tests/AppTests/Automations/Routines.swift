import Foundation
import Hearth
import HearthTraits

/// The automations that an app offers for the devices of a structure.
struct Routines: Sendable {
    typealias OnOff = Matter.OnOffTrait

    let home: Home
    let structure: Structure

    /// The devices that a routine can use, by name.
    struct Cast: Sendable {
        let devices: [HomeDevice]

        /// The devices of a type; nil if there are fewer than `count`.
        func all(_ type: any DeviceType.Type, atLeast count: Int = 1) -> [HomeDevice]? {
            let those = devices.filter { $0.types.contains(type) }
            return those.count < count ? nil : those
        }

        func first(_ type: any DeviceType.Type) -> HomeDevice? { all(type)?.first }
    }

    /// The routines for which the structure has the devices, by name.
    func all() async throws -> [any DraftAutomation] {
        let devices = try await home.devices().list().filter { $0.structureID == structure.id }
        let cast = Cast(devices: devices.sorted { $0.name < $1.name })
        // Drafts may be written in tasks of their own.
        async let lights = lightsTogether(cast)
        async let door = comingHome(cast)
        async let evening = eveningBlinds(cast)
        async let motion = motionWhileAway(cast)
        async let weather = weatherReport(cast)
        let drafts = await [lights, door, evening, motion, weather]
        return drafts.compactMap { $0 }.sorted { $0.name < $1.name }
    }

    /// A light goes on with another one, or by hand.
    func lightsTogether(_ cast: Cast) -> (any DraftAutomation)? {
        guard let lights = cast.all(DimmableLightDeviceType.self, atLeast: 2) else { return nil }
        return automation(name: "Lights together", description: "A light goes on with another one.") {
            select {
                manualStarter()
                sequential {
                    let leader = starter(lights[0], DimmableLightDeviceType.self, OnOff.self)
                    leader
                    condition { leader.onOff.equals(true) }
                }
            }
            action(lights[1], DimmableLightDeviceType.self) { OnOff.on() }
        }
    }

    /// Unlocking the door turns on the light, and the heating if there is a thermostat.
    func comingHome(_ cast: Cast) -> (any DraftAutomation)? {
        guard
            let door = cast.first(DoorLockDeviceType.self), let lights = cast.all(DimmableLightDeviceType.self)
        else { return nil }
        return automation(name: "Coming home", description: "Light behind the door.") {
            let turned = starter(door, DoorLockDeviceType.self, Matter.DoorLockTrait.LockOperationEvent.self)
            turned
            condition { turned.lockOperationType.equals(.unlock) }
            onAll(lights, OnOff.on())
            if let thermostat = cast.first(ThermostatDeviceType.self) {
                action(thermostat, ThermostatDeviceType.self) {
                    Matter.ThermostatTrait.update { $0.setOccupiedHeatingSetpoint(2_100) }
                }
            }
        }
    }

    /// After sunset the blinds close, once it is so cool that the windows are closed.
    func eveningBlinds(_ cast: Cast) -> (any DraftAutomation)? {
        guard
            let sensor = cast.first(TemperatureSensorDeviceType.self),
            let blinds = cast.all(WindowCoveringDeviceType.self)
        else { return nil }
        let air = stateReader(sensor, TemperatureSensorDeviceType.self, Matter.TemperatureMeasurementTrait.self)
        let sky = stateReader(structure, Google.TimeTrait.self)
        return automation(name: "Evening blinds") {
            select {
                starter(structure, Google.TimeTrait.ScheduledEvent.self) {
                    Google.TimeTrait.ScheduledEvent.solarTime(SolarTime(type: .sunset))
                }
                starter(sensor, TemperatureSensorDeviceType.self, Matter.TemperatureMeasurementTrait.self)
            }
            sky
            air
            let isLight = sky.currentTime.between(sky.sunriseTime, sky.sunsetTime)
            let isCool = air.measuredValue.lessThan(1_800)
            condition { isLight.not().and(isCool) }
            parallel {
                for blind in blinds {
                    action(blind, WindowCoveringDeviceType.self) { Matter.WindowCoveringTrait.downOrClose() }
                }
            }
        }
    }

    /// Motion while all people are away: the speakers speak, and the lights go on for a while. At most once in ten
    /// minutes.
    func motionWhileAway(_ cast: Cast) -> (any DraftAutomation)? {
        guard
            let sensor = cast.first(OccupancySensorDeviceType.self),
            let lights = cast.all(DimmableLightDeviceType.self)
        else { return nil }
        return automation(name: "Motion while away") {
            let hall = starter(sensor, OccupancySensorDeviceType.self, Matter.OccupancySensingTrait.self)
            let people = stateReader(structure, Google.AreaPresenceStateTrait.self)
            hall
            people
            let moves = hall.occupancy.equals(.occupied)
            let areAway = people.presenceState.equals(.presenceStateVacant)
            condition { moves.and(areAway) }
            suppress(for: .seconds(600))
            action(structure) { Google.AssistantBroadcastTrait.broadcast(msg: "Something moves in the hall.") }
            onAll(lights, OnOff.on())
            delay(for: .seconds(90))
            onAll(lights, OnOff.off())
        }
    }

    /// A speaker answers a phrase with the weather.
    func weatherReport(_ cast: Cast) -> (any DraftAutomation)? {
        guard let kitchen = cast.first(SpeakerDeviceType.self) else { return nil }
        return automation(name: "Weather report") {
            starter(structure, Google.VoiceStarterTrait.OkGoogleEvent.self) {
                Google.VoiceStarterTrait.OkGoogleEvent.query("good morning")
            }
            action(kitchen, SpeakerDeviceType.self) {
                Google.AssistantFulfillmentTrait.okGoogle(query: "how warm is it going to be")
            }
        }
    }

    private func onAll(_ lights: [HomeDevice], _ behavior: any ActionBehavior) -> ParallelFlow {
        parallel {
            for light in lights {
                action(light, DimmableLightDeviceType.self) { behavior }
            }
        }
    }
}
