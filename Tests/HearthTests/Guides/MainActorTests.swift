internal import Foundation
internal import Hearth
internal import HearthTraits
internal import Expectations
internal import Testing

/// Updates and optional arguments from the main actor, where apps have their view models.
@MainActor @Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct MainActorTests {
    private let percent: UInt8 = 40

    @Test func updatesAreMadeWhereTheirCallerIs() async throws {
        let fixture = try await HubFixture.start(try TestHouse.guide)
        let fan = try await fixture.device("fan").types.get(FanDeviceType.self)
        let updated = try await fan?.matterTraits.fanControlTrait?.update {
            $0.setPercentSetting(self.percent)
        }
        expect(updated?.percentSetting, equals: 40)
    }

    @Test func aPINMayBeData() async throws {
        let fixture = try await HubFixture.start()
        let lock = try await fixture.device("door").types.get(DoorLockDeviceType.self)?.matterTraits.doorLockTrait
        let pin = Data("1234".utf8)
        do {
            try await lock?.unlockDoor { $0.setPinCode(pin) }
            Issue.record("the lock does not jam")
        } catch let error as HomeError {
            expect(error.code, equals: .failedPrecondition)
        }
    }

    @Test func aBatchIsGatheredWhereItsCallerIs() async throws {
        let fixture = try await HubFixture.start()
        let level = try await fixture.device("bedroom-lamp").types.get(DimmableLightDeviceType.self)?
            .matterTraits.levelControlTrait
        let lamp = try require(level)
        let result = try await fixture.home.sendBatchedCommands { batcher in
            MainActor.assertIsolated()
            return batcher.add(
                lamp.moveToLevelBatchable(level: self.percent, transitionTime: 0, optionsMask: [], optionsOverride: []))
        }
        expect(result.isSuccessful)
    }
}
