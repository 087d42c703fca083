internal import Foundation
internal import HearthDeviceHost
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct HostNoticesTests {
    /// In a process of its own, which ends without flushing its output, a pipe.
    @Test func aPrintedNoticeIsNotBuffered() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let count = Mutex(0)
            let host = try DeviceHost(
                address: "unix:/nowhere/hub.sock", identity: .given("maker"), devices: [],
                notice: { notice in
                    // The host has flushed the first two before the third one comes.
                    guard
                        count.withLock({
                            $0 += 1; return $0
                        }) < 3
                    else { _exit(EXIT_SUCCESS) }
                    print(notice)
                })
            try await host.run()
        }
        let printed = String(decoding: result.standardOutputContent, as: UTF8.self)
        expect(printed.contains("connecting\nwaiting "), "\(printed)")
    }
}
