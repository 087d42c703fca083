@testable internal import HearthServer
internal import Expectations
internal import Foundation
internal import HearthBase
internal import HearthTLS
internal import ProcessTestSupport
internal import Testing

/// The encrypted form of backups.
@Suite(.timeLimit(.minutes(5))) struct SealedBackupTests {
    private let folder: TemporaryFolder
    private let backup = SealedBackup(RecoveryKey { Array(repeating: 1, count: $0) })
    private static let piece = 64 << 10
    private static let header = 80

    init() throws { folder = try TemporaryFolder() }

    private func put(_ bytes: [UInt8], _ name: String) throws -> String {
        let path = folder.file(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func bytes(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) }

    private static func text(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

    /// Seals bytes and returns the file's.
    private func sealed(_ text: [UInt8]) async throws -> [UInt8] {
        let path = folder.file("sealed")
        try? FileManager.default.removeItem(atPath: path)
        try await backup.seal(put(text, "plain"), to: path)
        return try bytes(path)
    }

    /// Opens bytes; nil with the error's code if they can't be, after which there must be no file.
    private func open(_ sealed: [UInt8]) async throws -> Result<[UInt8], SealedBackupError> {
        let (path, new) = (try put(sealed, "sealed"), folder.file("opened"))
        try? FileManager.default.removeItem(atPath: new)
        do throws(SealedBackupError) { try await backup.open(path, to: new) } catch {
            expect(!FileManager.default.fileExists(atPath: new))
            return .failure(error)
        }
        return .success(try bytes(new))
    }

    private func code(_ result: Result<[UInt8], SealedBackupError>) -> SealedBackupError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    @Test(arguments: [0, 1, piece - 1, piece, piece + 1, 2 * piece, 20 * piece + 7])
    func aFileComesBack(_ count: Int) async throws {
        let text = Self.text(count)
        let sealed = try await sealed(text)
        let pieces = max(1, (count + Self.piece - 1) / Self.piece)
        expect(sealed.count, equals: Self.header + count + 16 * pieces)
        expect(SealedBackup.isSealed(folder.file("sealed")))
        let opened = try await open(sealed).get()
        expect(opened == text)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("opened"))[.posixPermissions] as? Int
        expect(mode, equals: 0o600)
    }

    /// The format, computed by Python's hashlib and cryptography.
    @Test func theFormatStays() async throws {
        let path = folder.file("golden")
        try await backup.seal(put(Self.text(Self.piece + 3), "plain"), to: path, salt: [UInt8](0..<32))
        try expect(
            hex(SHA256.hash(bytes(path))), equals: "9bb90fef4936df2c8b9abadb3caaf4ddb81df0d149f8daf58882edae3380fccd")
    }

    @Test func everyCutIsSeen() async throws {
        let sealed = try await sealed(Self.text(2 * Self.piece))
        let sealedPiece = Self.piece + 16
        let (header, second) = (Self.header, Self.header + sealedPiece)
        let cuts: [Int] = [
            0, 1, 15, 16, header - 1, header, header + 1, header + 15, header + 16, header + 17, second - 1, second,
            second + 1, second + 16, sealed.count - 17, sealed.count - 16, sealed.count - 1,
        ]
        for cut in cuts {
            try await expect(code(open(Array(sealed.prefix(cut)))), equals: .damaged, "\(cut)")
        }
        // Bytes at its end are no part of it.
        try await expect(code(open(sealed + [0])), equals: .damaged)
    }

    @Test func everyChangeIsSeen() async throws {
        let sealed = try await sealed(Self.text(3 * Self.piece))
        let sealedPiece = Self.piece + 16
        for index in [Self.header, Self.header + sealedPiece - 1, Self.header + sealedPiece, sealed.count - 1] {
            var changed = sealed
            changed[index] ^= 1
            try await expect(code(open(changed)), equals: .damaged, "\(index)")
        }
        for index in [16, 47, 48, 79] {
            var changed = sealed
            changed[index] ^= 1
            try await expect(code(open(changed)), equals: .wrongKey, "\(index)")
        }
        let (head, rest) = (sealed.prefix(Self.header), sealed.dropFirst(Self.header))
        let pieces = (0..<3).map { rest.dropFirst($0 * sealedPiece).prefix(sealedPiece) }
        for order in [[1, 0, 2], [0, 2, 1], [0, 1], [0, 2], [2], [0, 0, 1, 2], [0, 1, 2, 2]] {
            try await expect(
                code(open(Array(head) + order.flatMap { Array(pieces[$0]) })), equals: .damaged, "\(order)")
        }
    }

    @Test func anotherKeyIsToldFromDamage() async throws {
        _ = try await sealed(Self.text(10))
        let other = SealedBackup(RecoveryKey { Array(repeating: 2, count: $0) })
        let path = folder.file("sealed")
        try expect((backup.opens(path), other.opens(path)), are: (true, false))
        let error = await expect(throws: SealedBackupError.self) {
            try await other.open(path, to: folder.file("opened"))
        }
        expect(error?.code, equals: .wrongKey)
        expect(!FileManager.default.fileExists(atPath: folder.file("opened")))
    }

    @Test func noFileIsOverwritten() async throws {
        let (plain, new) = (try put([1], "plain"), try put([2], "there"))
        let error = await expect(throws: SealedBackupError.self) { try await backup.seal(plain, to: new) }
        expect((error?.code, error?.message.hasPrefix("\(new) can't be written")), are: (.notWritten, true))
        try expect(bytes(new), equals: [2])
    }
}
