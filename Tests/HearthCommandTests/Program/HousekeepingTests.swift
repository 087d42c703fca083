internal import Expectations
internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// What a hub says of its home; the sessions `Housekeeping` have the commands.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct HousekeepingTests {
    @Test func virtualDevicesAreNamedWithoutTheDemo() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        await hub.stop()
        let plain = try HearthProgram.start(["serve", "--store", folder.file("home.db"), "--listen", "127.0.0.1:0"])
        _ = await plain.line { $0.contains(" listening on ") }
        plain.send(SIGTERM)
        let outcome = await plain.wait()
        expect(outcome.error.contains("in this home, are offline without --demo"), "\(outcome.error)")
    }
}
