import Hearth
import HearthTraits

func leavingHome(_ door: HomeDevice, _ thermostat: HomeDevice, in structure: Structure) -> any DraftAutomation {
    automation(name: "Leaving home") {
        select {
            starter(door, DoorLockDeviceType.self, Matter.DoorLockTrait.LockOperationEvent.self) {
                Matter.DoorLockTrait.LockOperationEvent.lockOperationType(.lock)
                Matter.DoorLockTrait.LockOperationEvent.operationSource(.keypad)
            }
            sequential {
                manualStarter()
                action(door, DoorLockDeviceType.self, onFailure: .stop) { Matter.DoorLockTrait.lockDoor() }
            }
        }
        action(structure, OnOffLightDeviceType.self) { Matter.OnOffTrait.off() }
        action(thermostat, ThermostatDeviceType.self) {
            Matter.ThermostatTrait.update { $0.setOccupiedHeatingSetpoint(1_700) }
        }
    }
}
