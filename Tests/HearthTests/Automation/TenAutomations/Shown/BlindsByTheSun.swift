import Hearth
import HearthTraits

func blindsByTheSun(_ blind: HomeDevice, in structure: Structure) -> any DraftAutomation {
    typealias Scheduled = Google.TimeTrait.ScheduledEvent
    return automation(name: "Blinds by the sun") {
        select {
            sequential {
                starter(structure, Scheduled.self) {
                    Scheduled.solarTime(SolarTime(type: .sunrise, offset: .seconds(1_800)))
                    Scheduled.earliest(TimeOfDay(hours: 7, minutes: 30))
                }
                action(blind, WindowCoveringDeviceType.self) { Matter.WindowCoveringTrait.upOrOpen() }
            }
            sequential {
                starter(structure, Scheduled.self) {
                    Scheduled.solarTime(SolarTime(type: .sunset, offset: .seconds(-900)))
                }
                action(blind, WindowCoveringDeviceType.self) {
                    Matter.WindowCoveringTrait.goToLiftPercentage(liftPercent100thsValue: 8_000)
                }
            }
        }
    }
}
