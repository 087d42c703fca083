@testable internal import HearthDeviceHost
internal import HearthTraitCore
internal import Expectations
internal import Testing

/// A maker's program ends with a sentence and an exit code.
struct HostEndingTests {
    @Test(
        arguments: [
            (HomeError(.invalidArgument, "the device 'a' can't be hosted"), 64),
            (HomeError(.alreadyExists, "twice"), 64),
            (HomeError(.unavailable, "gone"), 69), (HomeError(.permissionDenied, "no"), 1),
            (HomeError(.failedPrecondition, "the provider's id can't be kept"), 1),
        ] as [(HomeError, Int32)])
    func anErrorOfTheHome(_ error: HomeError, _ code: Int32) {
        let ending = DeviceHost.ending(of: error)
        expect(ending.sentence, equals: error.message)
        expect(ending.code, equals: code)
    }

    @Test func anErrorOfTheMakers() {
        struct MotorStuck: Error, CustomStringConvertible { var description: String { "the motor is stuck" } }
        let ending = DeviceHost.ending(of: MotorStuck())
        expect(ending.sentence, equals: "the motor is stuck")
        expect(ending.code, equals: 1)
    }
}
