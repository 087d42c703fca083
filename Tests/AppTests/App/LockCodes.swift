import Foundation
import Hearth
import HearthTraits

/// The people who may open a door, and their codes.
struct LockCodes {
    typealias Lock = Matter.DoorLockTrait

    let lock: Lock

    init(device: HomeDevice) async throws {
        guard let lock = await device.types.get(DoorLockDeviceType.self)?.matterTraits.doorLockTrait else {
            throw HomeError.notFound("\(device.name) is no door lock")
        }
        guard lock.supportsSetUserCommand, lock.supportsSetCredentialCommand else {
            throw HomeError.unimplemented()
        }
        self.lock = lock
    }

    /// Adds a person with a code.
    ///
    /// - Returns: The number of the user.
    func add(_ name: String, code: Data) async throws -> UInt16 {
        let user = try await self.freeUser()
        try await self.lock.setUser(
            operationType: .add, userIndex: user, userName: name, userUniqueID: nil, userStatus: .occupiedEnabled,
            userType: .unrestrictedUser, credentialRule: .single)
        let response = try await self.lock.setCredential(
            operationType: .add, credential: Lock.CredentialStruct(credentialType: .pin, credentialIndex: user),
            credentialData: code, userIndex: user, userStatus: nil, userType: nil)
        guard response.status == .success else {
            throw HomeError.commandFailed("The lock refused the code")
        }
        return user
    }

    func name(of user: UInt16) async throws -> String? {
        try await self.lock.getUser(userIndex: user).userName
    }

    func open(with code: Data) async throws {
        try await self.lock.unlockDoor { $0.setPinCode(code) }
    }

    private func freeUser() async throws -> UInt16 {
        let capacity = self.lock.attributes.numberOfTotalUsersSupported ?? 0
        for user in 1...max(1, capacity) where try await self.lock.getUser(userIndex: user).userStatus == nil {
            return user
        }
        throw HomeError.resourceExhausted("The lock knows \(capacity) users already")
    }
}
