internal import Expectations
@testable internal import HearthCameras
internal import Testing

@Suite struct CameraLoginTests {
    @Test func refusedPasswordsAreNotRepeated() {
        let login = CameraLogin()
        var now = ContinuousClock.now
        for seconds in [30, 60, 120] {
            expect(login.isPaused(at: now), equals: false)
            login.refused(at: now)
            // The end of an attempt that began beside the other.
            login.refused(at: now + .milliseconds(1))
            now += .seconds(seconds)
            expect(login.isPaused(at: now - .milliseconds(1)))
        }
        expect(login.isPaused(at: now), equals: false)
        login.accepted()
        login.refused(at: now)
        expect(login.isPaused(at: now + .seconds(30)), equals: false)
    }
}
