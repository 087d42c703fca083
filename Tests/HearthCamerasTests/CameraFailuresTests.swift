internal import Expectations
@testable internal import HearthCameras
internal import HearthRTSP
internal import HearthTraitCore
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct CameraFailuresTests {
    private let gone = RTSPError(.unreachable, "192.168.1.20:554 can't be reached", wayOut: "check the address")

    @Test func failuresAreSaidOnceUntilItWorks() {
        let said = Mutex<[String]>([])
        let failures = CameraFailures { text in said.withLock { $0.append(text) } }
        let text = "Porch: 192.168.1.20:554 can't be reached; check the address"
        failures.failed("a", name: "Porch", .stream, gone)
        failures.failed("a", name: "Porch", .stream, gone)
        failures.failed("a", name: "Porch", .picture, gone)
        expect(said.withLock(\.self), equals: [text, text])
        failures.works("a", .stream)
        failures.failed("a", name: "Porch", .stream, gone)
        expect(said.withLock(\.self), equals: [text, text, text])
    }

    @Test func onlyMissingCamerasAreLosses() async throws {
        let failures = CameraFailures { _ in }
        let losses = failures.losses(of: "a")
        failures.failed("a", name: "Porch", .stream, RTSPError(.wrongPassword, "refused", wayOut: ""))
        failures.failed("a", name: "Porch", .stream, gone)
        failures.failed("a", name: "Porch", .stream, gone)
        // Ends the stream.
        _ = failures.losses(of: "a")
        expect(await losses.reduce(0) { count, _ in count + 1 }, equals: 1)
    }

    @Test(arguments: [
        RTSPError.Code.invalidURL, .unreachable, .insecure, .timedOut, .disconnected, .needsPassword, .wrongPassword,
        .forbidden,
        .refused, .malformed, .notSupported,
    ])
    func guestsLearnNoAddress(code: RTSPError.Code) {
        let error = RTSPError(code, "192.168.1.20:554 refuses the password", wayOut: "correct the password")
        let message = error.homeError(of: "Porch").message
        expect(message.hasPrefix("Porch: the c"))
        expect(message.contains("192.168") || message.contains("password"), equals: false)
    }
}
