import Hearth
import HearthTraits

func hallwayLight(_ motion: HomeDevice, _ lamp: HomeDevice, in structure: Structure) -> any DraftAutomation {
    automation(name: "Hallway light", settings: AutomationSettings(mode: .restart)) {
        let presence = starter(motion, OccupancySensorDeviceType.self, Matter.OccupancySensingTrait.self) {
            $0.occupancy.contains(.occupied)
        }
        presence
        let time = stateReader(structure, Google.TimeTrait.self)
        time
        condition { time.currentTime.between(time.sunsetTime, time.sunriseTime) }
        action(lamp, OnOffLightDeviceType.self) { Matter.OnOffTrait.on() }
        wait(for: presence.occupancy.contains(.occupied).not(), timeout: .seconds(3_600))
        delay(for: .seconds(300))
        action(lamp, OnOffLightDeviceType.self) { Matter.OnOffTrait.off() }
    }
}
