import Hearth
import HearthTraits

func doorbell(
    _ bell: HomeDevice, _ chime: HomeDevice, _ lamp: HomeDevice, in structure: Structure
) -> any DraftAutomation {
    automation(name: "Doorbell") {
        starter(bell, GoogleDoorbellDeviceType.self, Google.DoorbellPressTrait.DoorbellPressedEvent.self)
        suppress(for: .seconds(30))
        let time = stateReader(structure, Google.TimeTrait.self)
        time
        var isNight = variable(Bool.self)
        isNight.assign(time.currentTime.between(TimeOfDay(hours: 21, minutes: 30), TimeOfDay(hours: 7, minutes: 0)))
        ifThen(isNight.value) {
            action(lamp, OnOffLightDeviceType.self) { Matter.OnOffTrait.on() }
            delay(for: .seconds(20))
            restore()
        }
        .orElse {
            action(chime, ChimeDeviceType.self) { Matter.ChimeTrait.playChimeSound() }
        }
    }
}
