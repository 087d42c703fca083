import Foundation
import Hearth
import HearthTraits

/// The automations that an app offers, each made for the user's devices.
final class Routines: Sendable {
    typealias OnOff = Matter.OnOffTrait

    private let home: Home
    private let structure: Structure

    init(home: Home, structure: Structure) {
        self.home = home
        self.structure = structure
    }

    struct Missing: Error {
        let type: String
    }

    /// Those for which there are devices.
    func all() async throws -> [any DraftAutomation] {
        let devices = try await home.devices().list().filter { $0.structureID == structure.id }
        return await withTaskGroup(of: (any DraftAutomation)?.self, returning: [any DraftAutomation].self) { group in
            group.addTask { [weak self] in try? self?.lightsTogether(devices) }
            group.addTask { [weak self] in try? self?.blindsAtDusk(devices) }
            group.addTask { [weak self] in try? self?.comingHome(devices) }
            group.addTask { [weak self] in try? self?.alarm(devices) }
            group.addTask { [weak self] in try? self?.spokenTo(devices) }
            var drafts = [any DraftAutomation]()
            for await draft in group {
                if let draft { drafts.append(draft) }
            }
            return drafts.sorted { $0.name < $1.name }
        }
    }

    private func first<T: DeviceType>(_ type: T.Type, _ devices: Set<HomeDevice>) throws -> HomeDevice {
        guard let device = devices.filter({ $0.types.contains(type) }).min(by: { $0.name < $1.name }) else {
            throw HomeError.notFound("no device is a \(type)")
        }
        return device
    }

    /// One light follows another one, or is switched on by hand.
    func lightsTogether(_ devices: Set<HomeDevice>) throws -> any DraftAutomation {
        let lights = devices.filter { $0.types.contains(DimmableLightDeviceType.self) }.sorted { $0.name < $1.name }
        guard lights.count >= 2 else { throw HomeError.notFound("there are no two lights") }
        return automation(name: "Lights together", description: "A light goes on with another one.") {
            sequential {
                select {
                    sequential {
                        let first = starter(lights[0], DimmableLightDeviceType.self, OnOff.self)
                        first
                        condition {
                            first.onOff.equals(true)
                        }
                    }
                    manualStarter()
                }
                action(lights[1], DimmableLightDeviceType.self) {
                    Matter.OnOffTrait.on()
                }
            }
        }
    }

    /// The blinds close when it is cold or the sun rises or sets, while the sun is down.
    func blindsAtDusk(_ devices: Set<HomeDevice>) throws -> any DraftAutomation {
        let sensor = try first(TemperatureSensorDeviceType.self, devices)
        let blinds = devices.filter { $0.types.contains(WindowCoveringDeviceType.self) }
        guard !blinds.isEmpty else { throw HomeError.notFound("there are no blinds") }
        let temperature = stateReader(
            sensor, TemperatureSensorDeviceType.self, Matter.TemperatureMeasurementTrait.self)
        let time = stateReader(structure, Google.TimeTrait.self)
        return automation(name: "Blinds at dusk") {
            select {
                starter(sensor, TemperatureSensorDeviceType.self, Matter.TemperatureMeasurementTrait.self)
                starter(structure, Google.TimeTrait.ScheduledEvent.self) {
                    Google.TimeTrait.ScheduledEvent.solarTime(SolarTime(type: .sunrise, offset: .seconds(0)))
                }
                starter(structure, Google.TimeTrait.ScheduledEvent.self) {
                    Google.TimeTrait.ScheduledEvent.solarTime(SolarTime(type: .sunset))
                }
            }
            temperature
            time
            let isCold = temperature.measuredValue.lessThan(1555)
            let isDay = time.currentTime.between(time.sunriseTime, time.sunsetTime)
            condition {
                isCold.and(isDay.not())
            }
            parallel {
                for blind in blinds {
                    action(blind, WindowCoveringDeviceType.self) {
                        Matter.WindowCoveringTrait.downOrClose()
                    }
                }
            }
        }
    }

    /// Unlocking the door turns on light, and heating where there is a thermostat.
    func comingHome(_ devices: Set<HomeDevice>) throws -> any DraftAutomation {
        let door = try first(DoorLockDeviceType.self, devices)
        let lights = devices.filter { $0.types.contains(DimmableLightDeviceType.self) }
        let thermostat = try? first(ThermostatDeviceType.self, devices)
        return automation(name: "Coming home", description: "Light behind the door.") {
            let unlocking = starter(
                door, DoorLockDeviceType.self, Matter.DoorLockTrait.LockOperationEvent.self)
            unlocking
            condition {
                unlocking.lockOperationType.equals(.unlock)
            }
            parallel {
                for light in lights {
                    action(light, DimmableLightDeviceType.self) {
                        OnOff.on()
                    }
                }
                if let thermostat {
                    action(thermostat, ThermostatDeviceType.self) {
                        Matter.ThermostatTrait.update { $0.setOccupiedHeatingSetpoint(2100) }
                    }
                }
            }
        }
    }

    /// Motion while no one is at home makes noise and light.
    func alarm(_ devices: Set<HomeDevice>) throws -> any DraftAutomation {
        let sensor = try first(OccupancySensorDeviceType.self, devices)
        let lights = devices.filter { $0.types.contains(DimmableLightDeviceType.self) }
        return automation(name: "Alarm") {
            let motion = starter(sensor, OccupancySensorDeviceType.self, Matter.OccupancySensingTrait.self)
            let presence = stateReader(structure, Google.AreaPresenceStateTrait.self)
            motion
            presence
            let isEmpty = presence.presenceState.equals(.presenceStateVacant)
            let hasMoved = motion.occupancy.equals(.occupied)
            condition {
                isEmpty.and(hasMoved)
            }
            suppress(for: .seconds(60))
            action(structure) {
                Google.AssistantBroadcastTrait.broadcast(msg: "Who is there?")
            }
            flash(lights, isOn: true)
            delay(for: Duration.seconds(5))
            flash(lights, isOn: false)
        }
    }

    /// Started by a phrase to the assistant.
    func spokenTo(_ devices: Set<HomeDevice>) throws -> any DraftAutomation {
        let speaker = try first(SpeakerDeviceType.self, devices)
        return automation(name: "Spoken to") {
            starter(structure, Google.VoiceStarterTrait.OkGoogleEvent.self) {
                Google.VoiceStarterTrait.OkGoogleEvent.query("good night")
            }
            action(speaker, SpeakerDeviceType.self) {
                Google.AssistantFulfillmentTrait.okGoogle(query: "play the sea")
            }
        }
    }

    private func flash(_ lights: Set<HomeDevice>, isOn: Bool) -> ParallelFlow {
        parallel {
            for light in lights {
                action(light, DimmableLightDeviceType.self) {
                    isOn ? OnOff.on() : OnOff.off()
                }
            }
        }
    }
}
