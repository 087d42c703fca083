import Foundation
import Hearth
import HearthTraits

/// A door lock, with a PIN if it needs one.
final class LockTile: KindTile<DoorLockDeviceType> {
    typealias Lock = Matter.DoorLockTrait

    private static let doors: [Lock.DoorStateEnum: String] = [
        .doorOpen: "Open", .doorClosed: "Shut", .doorAjar: "Not quite shut", .doorJammed: "Stuck",
        .doorForcedOpen: "Broken open", .doorUnspecifiedError: "Out of order",
    ]

    private var pin: [UInt8]?

    private var lock: Lock? { latest?.matterTraits.doorLockTrait }

    override class var refusal: any Error { HomeError.notFound("The device is no door lock") }

    override var needsPIN: Bool { lock?.attributes.requirePinforRemoteOperation == true }

    override func setPIN(_ code: String) { pin = Array(code.utf8) }

    override func draw(_ report: DoorLockDeviceType) {
        guard let state = report.matterTraits.doorLockTrait?.attributes else { return }
        let isLocked = state.lockState == .locked
        isOn = isLocked
        status = isLocked ? "Locked" : "Unlocked"
        choice = state.doorState.flatMap { Self.doors[$0] } ?? "Unknown"
    }

    override func toggle() {
        guard let lock = self.lock else { return }
        let opens = lock.attributes.lockState == .locked
        if let pin = self.pin {
            perform {
                if opens {
                    try await lock.unlockDoor { $0.setPinCode(pin) }
                } else {
                    try await lock.lockDoor { $0.setPinCode(pin) }
                }
            }
        } else {
            perform {
                if opens {
                    try await lock.unlockDoor()
                } else {
                    try await lock.lockDoor()
                }
            }
        }
    }
}
