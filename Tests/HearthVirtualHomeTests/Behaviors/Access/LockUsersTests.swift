internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

@Suite(.timeLimit(.minutes(5))) struct LockUsersTests {
    typealias T = Matter.DoorLockTrait

    /// Users and codes are restored from the hub's memory; damaged or unfitting ones are left out.
    @Test func memory() throws {
        var users = LockUsers(userCapacity: 3, pinCapacity: 4, pinsPerUser: 2)
        users.setUser(
            1,
            .init(name: "Ann", uniqueID: 7, status: .occupiedDisabled, type: .yearDayScheduleUser, rule: .single))
        users.setUser(
            3, .init(name: nil, uniqueID: nil, status: .occupiedEnabled, type: .unrestrictedUser, rule: .single))
        users.setPIN(2, [1, 2, 3, 4], user: 1)
        users.setPIN(4, [0, 0xFF], user: 3)
        var copy = LockUsers(userCapacity: 3, pinCapacity: 4, pinsPerUser: 2)
        copy.setUser(2, .init(status: .occupiedEnabled, type: .unrestrictedUser, rule: .single))
        copy.recall(users.memory)
        expect(copy, equals: users)
        copy.recall([0xFF, 0xFF])
        expect(copy, equals: users)
        var small = LockUsers(userCapacity: 2, pinCapacity: 2, pinsPerUser: 2)
        small.recall(users.memory)
        expect(small.users.keys.sorted() == [1] && small.pins.keys.sorted() == [2])
    }

    @Test func aCodeThatWasSetWorksAfterARestartOfTheHouse() async throws {
        let stage = await Stage()
        let lock = try require(
            stage.devices.first { device in
                device.endpoints.contains { $0.traits.contains { $0.descriptor.id == T.descriptor.id } }
            }?.id)
        try await stage.send(
            T.self, "setUser",
            [0: .unsigned(0), 1: .unsigned(9), 2: .string("Eve"), 3: .null, 4: .null, 5: .null, 6: .null], to: lock)
        let memories = stage.recorder.memories
        expect(memories[lock]?.isEmpty, equals: false)
        let again = await Stage(stored: StoredState(memories: memories))
        let user = try await again.send(T.self, "getUser", [0: .unsigned(9)], to: lock)
        expect(user?[1], equals: .string("Eve"))
        expect(again.recorder.memories.isEmpty)
    }
}
