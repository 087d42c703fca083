import Hearth
import HearthTraits

func waterLeak(_ sensors: [HomeDevice], _ valve: HomeDevice, _ chime: HomeDevice) -> any DraftAutomation {
    automation(name: "Water leak") {
        select {
            for sensor in sensors {
                starter(sensor, WaterLeakDetectorDeviceType.self, Matter.BooleanStateTrait.self) {
                    $0.stateValue.equals(true)
                }
            }
        }
        action(valve, WaterValveDeviceType.self, onFailure: .retry(times: 5, after: .seconds(10))) {
            Matter.ValveConfigurationAndControlTrait.close()
        }
        action(chime, ChimeDeviceType.self) { Matter.ChimeTrait.playChimeSound { $0.setChimeID(2) } }
    }
}
