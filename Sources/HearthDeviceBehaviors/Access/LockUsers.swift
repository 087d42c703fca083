internal import HearthBase
package import HearthLockTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// The users of a lock and their PIN codes. Codes can't be read back.
package struct LockUsers: Hashable, Sendable {
    package typealias T = Matter.DoorLockTrait

    package struct User: Hashable, Sendable {
        package var name: String?
        package var uniqueID: UInt32?
        package var status: T.UserStatusEnum
        package var type: T.UserTypeEnum
        package var rule: T.CredentialRuleEnum
        /// Indexes of PIN codes, in ascending order.
        package var pins: [UInt16] = []

        package init(
            name: String? = nil, uniqueID: UInt32? = nil, status: T.UserStatusEnum, type: T.UserTypeEnum,
            rule: T.CredentialRuleEnum
        ) {
            self.name = name
            self.uniqueID = uniqueID
            self.status = status
            self.type = type
            self.rule = rule
        }
    }

    struct PIN: Hashable, Sendable {
        var code: [UInt8]
        var user: UInt16
    }

    let userCapacity: UInt16
    let pinCapacity: UInt16
    let pinsPerUser: Int
    private(set) var users: [UInt16: User] = [:]
    private(set) var pins: [UInt16: PIN] = [:]

    init(userCapacity: UInt16, pinCapacity: UInt16, pinsPerUser: Int) {
        self.userCapacity = userCapacity
        self.pinCapacity = pinCapacity
        self.pinsPerUser = pinsPerUser
    }

    func pin(for code: [UInt8]) -> (index: UInt16, pin: PIN)? {
        pins.first { $0.value.code == code }.map { ($0.key, $0.value) }
    }

    func nextUser(after index: UInt16) -> UInt16? {
        users.keys.filter { $0 > index }.min()
    }

    func nextPIN(after index: UInt16) -> UInt16? {
        pins.keys.filter { $0 > index }.min()
    }

    func nextFreePIN(after index: UInt16) -> UInt16? {
        guard index < pinCapacity else { return nil }
        return (index + 1...pinCapacity).first { pins[$0] == nil }
    }

    var firstFreeUser: UInt16? {
        userCapacity > 0 ? (1...userCapacity).first { users[$0] == nil } : nil
    }

    package mutating func setUser(_ index: UInt16, _ user: User) {
        users[index] = user
    }

    mutating func clearUser(_ index: UInt16) {
        for pin in users[index]?.pins ?? [] { pins[pin] = nil }
        users[index] = nil
    }

    package mutating func setPIN(_ index: UInt16, _ code: [UInt8], user: UInt16) {
        pins[index] = PIN(code: code, user: user)
        guard let known = users[user]?.pins, !known.contains(index) else { return }
        users[user]?.pins = (known + [index]).ordered()
    }

    /// Also clears a user whose last code is removed.
    mutating func clearPIN(_ index: UInt16) {
        guard let pin = pins.removeValue(forKey: index) else { return }
        users[pin.user]?.pins.removeAll { $0 == index }
        if users[pin.user]?.pins.isEmpty == true { users[pin.user] = nil }
    }
}
