import Hearth
import HearthTraits

func goodNight(_ door: HomeDevice, in structure: Structure) -> any DraftAutomation {
    automation(name: "Good night") {
        manualStarter()
        parallel {
            action(structure, OnOffLightDeviceType.self) { Matter.OnOffTrait.off() }
            action(structure, DimmableLightDeviceType.self) { Matter.OnOffTrait.off() }
            action(door, DoorLockDeviceType.self, onFailure: .retry(times: 3, after: .seconds(30))) {
                Matter.DoorLockTrait.lockDoor()
            }
        }
    }
}

func bedsideButton(_ button: HomeDevice, runs scene: any Automation) -> any DraftAutomation {
    automation(name: "Bedside button") {
        starter(button, GenericSwitchDeviceType.self, Matter.SwitchTrait.LongPressEvent.self)
        execute(scene)
    }
}
