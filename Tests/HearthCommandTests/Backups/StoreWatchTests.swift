internal import Foundation
@testable internal import HearthServer
internal import HearthStore
internal import HearthTraitCore
internal import Expectations
internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct StoreWatchTests {
    @Test func aRemovedOrReplacedStoreIsToldOnce() async throws {
        let folder = try TemporaryFolder()
        let (path, away) = (folder.file("home.db"), folder.file("away"))
        let store = try await HomeStore.open(path: path)
        var watch = StoreWatch { try await store.checkPlace() }
        await expect(watch.look(), equals: nil)
        for isReplaced in [false, true] {
            try FileManager.default.moveItem(atPath: path, toPath: away)
            if isReplaced { _ = try folder.file("home.db", "") }
            guard case .lost(let problem)? = await watch.look() else { return expect(false, "nothing is told") }
            expect(problem.contains("was removed, or another file was put in its place"), "\(problem)")
            await expect(watch.look(), equals: nil)
            if isReplaced { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.moveItem(atPath: away, toPath: path)
            await expect(watch.look(), equals: .found)
        }
        try await store.close(clean: true)
    }
}
