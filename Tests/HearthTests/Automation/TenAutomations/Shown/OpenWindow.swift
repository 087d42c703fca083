import Hearth
import HearthTraits

func openWindow(_ window: HomeDevice, _ thermostat: HomeDevice) -> any DraftAutomation {
    automation(name: "Heating at an open window") {
        let contact = starter(window, ContactSensorDeviceType.self, Matter.BooleanStateTrait.self) {
            $0.stateValue.equals(false)
        }
        contact
        condition(for: .seconds(30)) { contact.stateValue.equals(false) }
        action(thermostat, ThermostatDeviceType.self) {
            Matter.ThermostatTrait.update { $0.setSystemMode(.off) }
        }
        wait(for: contact.stateValue.equals(true), timeout: .seconds(43_200))
        restore()
    }
}
