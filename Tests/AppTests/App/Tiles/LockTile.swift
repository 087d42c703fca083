import Dispatch
import Foundation
import Hearth
import HearthTraits

/// A door lock, with a PIN if it needs one.
final class LockTile: Tile {
    private var pin: String?
    private var doorLockDeviceType: DoorLockDeviceType?
    private var cancellable: AnyCancellable?

    override init(device: HomeDevice) throws {
        guard device.types.contains(DoorLockDeviceType.self) else {
            throw HomeError.notFound("The device is no door lock")
        }
        try super.init(device: device)

        self.cancellable = self.device.types.subscribe(DoorLockDeviceType.self)
            .receive(on: DispatchQueue.main)
            .catch { error in
                print("Error getting the lock: \(error)")
                return Empty<DoorLockDeviceType, Never>().eraseToAnyPublisher()
            }
            .sink { [weak self] doorLockDeviceType in
                guard let self = self else { return }
                self.doorLockDeviceType = doorLockDeviceType
                self.show(doorLockDeviceType.matterTraits.doorLockTrait)
            }
    }

    override var needsPIN: Bool {
        self.doorLockDeviceType?.matterTraits.doorLockTrait?.attributes.requirePinforRemoteOperation ?? false
    }

    override func setPIN(_ code: String) {
        self.pin = code
    }

    override func toggle() {
        guard let doorLockTrait = self.doorLockDeviceType?.matterTraits.doorLockTrait else { return }
        let pin = self.pin.map { Array($0.utf8) }
        self.perform {
            switch (doorLockTrait.attributes.lockState, pin) {
            case (.locked, let pin?):
                try await doorLockTrait.unlockDoor { $0.setPinCode(pin) }
            case (.locked, nil):
                try await doorLockTrait.unlockDoor()
            case (_, let pin?):
                try await doorLockTrait.lockDoor { $0.setPinCode(pin) }
            default:
                try await doorLockTrait.lockDoor()
            }
        }
    }

    private func show(_ trait: Matter.DoorLockTrait?) {
        guard let trait else { return }
        if case .locked = trait.attributes.lockState {
            self.isOn = true
            self.status = "Locked"
        } else {
            self.isOn = false
            self.status = "Unlocked"
        }
        self.choice = Self.name(of: trait.attributes.doorState)
    }

    private static func name(of doorState: Matter.DoorLockTrait.DoorStateEnum?) -> String {
        guard let doorState = doorState else { return "Unknown" }
        switch doorState {
        case .doorAjar: return "Ajar"
        case .doorClosed: return "Closed"
        case .doorForcedOpen: return "Forced open"
        case .doorJammed: return "Jammed"
        case .doorOpen: return "Open"
        case .doorUnspecifiedError: return "Unspecified error"
        default: return "Unknown"
        }
    }
}
