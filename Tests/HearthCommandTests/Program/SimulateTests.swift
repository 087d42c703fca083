internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// `hearth simulate` in one process, the hub in another, and a third one as client; the sessions
/// `Simulate` have the other rules.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct SimulateTests {
    /// The folder of the example products.
    static let products = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/products").path
    static let lamp = products + "/reading-lamp.matter"

    private func attached(_ program: ChildProcess) async throws -> Bool {
        await program.line { $0.contains(" is on the hub at ") } != nil
    }

    @Test func aMakersTraitIsListedWithTheStandardOnes() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let simulator = try HearthProgram.start(["simulate", Self.lamp, "--name", "Lamp 7", "--hub", hub.address])
        try await expect(attached(simulator))
        let json = try await hub.run("traits", "--all", "--json")
        let all = try require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        let comfort = try require(all.first { ($0["name"] as? String)?.hasSuffix("ReadingComfort") == true })
        expect((comfort["devices"] as? Int, comfort["standard"] as? Bool), are: (1, false))
        expect(all.count, isAbove: 100)
    }

    @Test func aFileMayHaveALongName() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let path = folder.file(String(repeating: "n", count: 200) + ".matter")
        try FileManager.default.copyItem(atPath: Self.lamp, toPath: path)
        try await expect(attached(try HearthProgram.start(["simulate", path, "--hub", hub.address])))
        let id = String(repeating: "i", count: 200)
        let words = ["simulate", Self.lamp, "--id", id, "--hub", hub.address]
        try await expect(attached(try HearthProgram.start(words)))
    }
}
