internal import Expectations
internal import Foundation
internal import HearthEventLoop
internal import HearthNoticeTargets
internal import HearthTLS
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// A file of browsers that can't be read or written keeps browsers from subscribing, and not the hub from starting.
@Suite(.timeLimit(.minutes(5)))
struct PushFileTests {
    private func center(_ file: String, notice: @escaping @Sendable (String) -> Void = { _ in }) throws -> PushCenter {
        let clock = SystemClock()
        return try PushCenter(
            file: file, services: PushServices(others: ["localhost"]),
            poster: WebPoster(loop: EventLoop.shared.get(), clock: clock), clock: clock, isValid: { _ in true },
            notice: notice)
    }

    /// Subscribes a browser whose push service can't be reached.
    private func failure(_ center: PushCenter) async throws -> PostError.Code? {
        let key = try require(P256Key.make(SecureRandom.bytes))
        let subscription = try PushSubscription(
            endpoint: "https://localhost:1/phone", publicKey: key.point, secret: [UInt8](repeating: 1, count: 16))
        let row = PushBook.Row(subscription, person: "ada", credential: nil, contact: "https://hub.example")
        let first = sample()
        return await expect(throws: PostError.self) { try await center.subscribe(row, first: first) }?.code
    }

    @Test func fileOfEverybodyIsLeftAlone() async throws {
        let folder = try TemporaryFolder()
        let key = try require(P256Key.make(SecureRandom.bytes))
        let file = try folder.file("push.json", PushBook().text(key: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let said = Said()
        let center = try center(file) { said.add($0) }
        expect(said.all.map { $0.hasSuffix("run chmod 600 \(file)") }, equals: [true])
        try await expect(failure(center), equals: .storage)
        try expect(Data(contentsOf: URL(fileURLWithPath: file)), equals: before)
    }

    @Test func keyIsStoredOnceTheFileCanBeWritten() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("keys") + "/push.json"
        let center = try center(file)
        try await expect(failure(center), equals: .storage)
        try FileManager.default.createDirectory(atPath: folder.file("keys"), withIntermediateDirectories: false)
        try await expect(failure(center), equals: .unreachable)
        try expect(self.center(file).publicKey, equals: center.publicKey)
    }

    /// What a hub has logged.
    private final class Said: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }

        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }
}
