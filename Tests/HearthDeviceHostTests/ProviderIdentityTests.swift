internal import Foundation
@testable internal import HearthDeviceHost
internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProviderIdentityTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test func aFileIsMadeOnceForItsOwnerAlone() throws {
        let path = folder.appendingPathComponent("provider-id").path
        let id = try ProviderIdentity.file(path).load()
        try expect(ProviderIdentity.file(path).load(), equals: id)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        expect(mode?.intValue, equals: 0o600)
        try expect(FileManager.default.contentsOfDirectory(atPath: folder.path), equals: ["provider-id"])
        try FileManager.default.removeItem(at: folder)
    }

    @Test func malformedIDIsRefused() throws {
        let path = folder.appendingPathComponent("provider-id").path
        for text in ["", "\n", "two words", "\u{7}", String(repeating: "x", count: 200)] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let error = expect(throws: HomeError.self) { try ProviderIdentity.file(path).load() }
            expect(error?.message.contains(path), equals: true)
        }
        expect(throws: HomeError.self) { try ProviderIdentity.given("").load() }
        let error = expect(throws: HomeError.self) { try ProviderIdentity.file("/nowhere/at/all").load() }
        expect(error?.code, equals: .failedPrecondition)
        try FileManager.default.removeItem(at: folder)
    }

    @Test func manyProcessesAtOnceAgree() async throws {
        let path = folder.appendingPathComponent("provider-id").path
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try ProviderIdentity.file(path).load() } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        expect(ids.count, equals: 1)
        try FileManager.default.removeItem(at: folder)
    }
}
