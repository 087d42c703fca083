@testable internal import HearthHomeKit
internal import Expectations
internal import Testing

@Suite struct CameraStreamMachineTests {
    private let gone = HMError(.accessoryNotReachable, "gone")

    @Test func aStreamHasStartedWithItsFirstPicture() {
        var machine = CameraStreamMachine()
        expect((machine.start(), machine.state), are: ([.open(1)], .starting))
        expect(machine.start(), equals: [])
        expect((machine.pictureCame(1), machine.state), are: ([.tellStarted], .streaming))
        expect(machine.pictureCame(1), equals: [])
        expect(machine.start(), equals: [])
    }

    @Test func stoppingIsToldWithoutAnError() {
        var machine = CameraStreamMachine()
        expect(machine.stop(), equals: [])
        _ = machine.start()
        _ = machine.pictureCame(1)
        expect((machine.stop(), machine.state), are: ([.close], .stopping))
        expect(machine.stop(), equals: [])
        expect(machine.pictureCame(1), equals: [])
        expect((machine.ended(1, gone), machine.state), are: ([.tellStopped(nil)], .notStreaming))
        expect(machine.ended(1, gone), equals: [])
    }

    @Test func anEndThatNobodyWantedHasItsError() {
        var machine = CameraStreamMachine()
        _ = machine.start()
        expect((machine.ended(1, gone), machine.state), are: ([.tellStopped(gone)], .notStreaming))
        expect(machine.start(), equals: [.open(2)])
        // What the first stream still sends.
        expect(machine.pictureCame(1), equals: [])
        expect(machine.ended(1, gone), equals: [])
        expect(machine.state, equals: .starting)
    }

    @Test func startingAgainWhileStoppingIsRemembered() {
        var machine = CameraStreamMachine()
        _ = machine.start()
        _ = machine.stop()
        expect((machine.start(), machine.state), are: ([], .stopping))
        expect((machine.ended(1, gone), machine.state), are: ([.tellStopped(nil), .open(2)], .starting))
        _ = machine.stop()
        _ = machine.start()
        _ = machine.stop()
        expect((machine.ended(2, gone), machine.state), are: ([.tellStopped(nil)], .notStreaming))
    }

    @Test func statesHaveHomeKitsNumbers() {
        let states: [HMCameraStreamState] = [.starting, .streaming, .stopping, .notStreaming]
        expect(states.map(\.rawValue), equals: [1, 2, 3, 4])
        let settings: [HMCameraAudioStreamSetting] = [.muted, .incomingAudioAllowed, .bidirectionalAudioAllowed]
        expect(settings.map(\.rawValue), equals: [1, 2, 3])
    }
}
