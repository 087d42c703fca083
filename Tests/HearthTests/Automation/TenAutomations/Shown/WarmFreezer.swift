import Hearth
import HearthTraits

func warmFreezer(_ fridge: HomeDevice, _ chime: HomeDevice) -> any DraftAutomation {
    typealias Cabinet = TemperatureControlledCabinetDeviceType
    return automation(name: "Warm freezer") {
        let air = starter(fridge, Cabinet.self, Matter.TemperatureMeasurementTrait.self, endpoint: 3)
        air
        let setting = stateReader(fridge, Cabinet.self, Matter.TemperatureControlTrait.self, endpoint: 3)
        setting
        condition(for: .seconds(900)) { air.measuredValue.greaterThan(setting.temperatureSetpoint.plus(500)) }
        suppress(for: .seconds(21_600))
        action(chime, ChimeDeviceType.self) { Matter.ChimeTrait.playChimeSound { $0.setChimeID(2) } }
    }
}
