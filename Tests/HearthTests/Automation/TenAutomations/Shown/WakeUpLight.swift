import Hearth
import HearthTraits

func wakeUpLight(
    _ lamp: HomeDevice, _ thermostat: HomeDevice, _ blind: HomeDevice, in structure: Structure
) -> any DraftAutomation {
    typealias Scheduled = Google.TimeTrait.ScheduledEvent
    return automation(name: "Wake-up light", settings: AutomationSettings(catchUp: .seconds(300))) {
        starter(structure, Scheduled.self) {
            Scheduled.clockTime(TimeOfDay(hours: 6, minutes: 30))
            Scheduled.daysOfWeek([.monday, .tuesday, .wednesday, .thursday, .friday])
        }
        parallel {
            sequential {
                action(lamp, DimmableLightDeviceType.self) {
                    Matter.LevelControlTrait.moveToLevelWithOnOff(level: 1, transitionTime: 0)
                }
                action(lamp, DimmableLightDeviceType.self) {
                    Matter.LevelControlTrait.moveToLevelWithOnOff(level: 254, transitionTime: 9_000)
                }
            }
            action(thermostat, ThermostatDeviceType.self) {
                Matter.ThermostatTrait.update { $0.setOccupiedHeatingSetpoint(2_100) }
            }
        }
        delay(for: .seconds(1_800))
        let time = stateReader(structure, Google.TimeTrait.self)
        time
        ifThen(time.currentTime.between(time.sunriseTime, time.sunsetTime)) {
            action(blind, WindowCoveringDeviceType.self) { Matter.WindowCoveringTrait.upOrOpen() }
            action(lamp, DimmableLightDeviceType.self) { Matter.OnOffTrait.off() }
        }
        .orElse {
            action(lamp, DimmableLightDeviceType.self) {
                Matter.LevelControlTrait.moveToLevel(level: 120, transitionTime: 50)
            }
        }
    }
}
