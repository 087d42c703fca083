internal import HearthSystem
internal import HearthTLS

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Why an encrypted backup can't be written or read.
struct SealedBackupError: Error, CustomStringConvertible {
    enum Code {
        /// The key is of another backup.
        case wrongKey
        /// The file was changed or cut, or is no encrypted backup.
        case damaged
        /// The file can't be read.
        case failed
        /// The new file can't be written.
        case notWritten
        /// There is no room on the disk of the new file.
        case diskFull
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Converts an error of reading a file.
    init(_ error: any Error, reading path: String) {
        self =
            error as? SealedBackupError
            ?? SealedBackupError(.failed, "\(path) can't be read: \(reason(of: error))")
    }

    /// Converts an error of writing a file.
    init(_ error: any Error, writing path: String) {
        self =
            systemError(in: error)?.isFullDisk == true
            ? SealedBackupError(.diskFull, "there is no room on the disk for \(path)")
            : SealedBackupError(.notWritten, "\(path) can't be written: \(reason(of: error))")
    }

    var description: String { message }
}

/// The encrypted form of a backup, for copies that leave the house.
///
/// | part | bytes |
/// | --- | --- |
/// | "HEARTH BACKUP 1", line feed | 16 |
/// | salt | 32, random |
/// | check | 32: HMAC-SHA-256 of the 48 bytes before, by the second half of the keys |
/// | pieces | each 64 KiB of the file, the last one less, with its tag of 16 |
///
/// The keys are the 64 bytes that scrypt derives from the recovery key and the salt (RFC 7914; N = 2¹⁵, r = 8, p = 1). The
/// first half encrypts the pieces by AES-256-GCM. A piece's nonce is its number, in 11 bytes with the highest first, and
/// then 1 for the last piece, else 0. So pieces that were exchanged or left out are noticed, and the end of a cut file is
/// no last piece.
struct SealedBackup: Sendable {
    private static let mark = Array("HEARTH BACKUP 1\n".utf8)
    private static let saltLength = 32
    private static let headerLength = mark.count + saltLength + 32
    private static let pieceLength = 64 << 10
    /// The number of pieces after which other tasks come first.
    private static let piecesAtOnce = 16

    private let key: RecoveryKey

    init(_ key: RecoveryKey) { self.key = key }

    /// Whether a file begins like an encrypted backup.
    static func isSealed(beginning bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: mark) }

    /// Whether a file is an encrypted backup.
    static func isSealed(_ path: String) -> Bool {
        (try? OpenFile.reading(path).read(mark.count)).map { isSealed(beginning: $0) } ?? false
    }

    /// Encrypts a file.
    ///
    /// - Parameters:
    ///   - path: the plain file.
    ///   - new: the new file, readable by its owner only; synced. It is gone after an error.
    ///   - salt: 32 bytes that no other backup has.
    func seal(
        _ path: String, to new: String, salt: [UInt8] = SecureRandom.bytes(saltLength)
    ) async throws(SealedBackupError) {
        let keys = try derive(salt)
        try await convert(path, to: new, pieceLength: Self.pieceLength) { _ in
            let seal: Conversion = { piece, number, isLast in
                AES256GCM.seal(piece, key: keys.cipher, nonce: Self.nonce(number, isLast: isLast))
            }
            return (Self.header(salt, keys), seal)
        }
    }

    /// Whether the key is that of a file, by its beginning.
    func opens(_ path: String) throws(SealedBackupError) -> Bool {
        do {
            _ = try keys(at: OpenFile.reading(path), of: path)
            return true
        } catch {
            let error = SealedBackupError(error, reading: path)
            guard error.code == .wrongKey else { throw error }
            return false
        }
    }

    /// Decrypts a file. What it writes before an error was authenticated, too, but may end too early: so it is gone then.
    ///
    /// - Parameters:
    ///   - path: the encrypted file.
    ///   - new: the new file, readable by its owner only; synced.
    func open(_ path: String, to new: String) async throws(SealedBackupError) {
        try await convert(path, to: new, pieceLength: Self.pieceLength + AES256GCM.tagLength) { input in
            let keys = try self.keys(at: input, of: path)
            let open: Conversion = { piece, number, isLast in
                AES256GCM.open(piece, key: keys.cipher, nonce: Self.nonce(number, isLast: isLast))
            }
            return ([], open)
        }
    }

    private typealias Keys = (cipher: [UInt8], check: [UInt8])
    private typealias Conversion = @Sendable (_ piece: [UInt8], _ number: UInt64, _ isLast: Bool) -> [UInt8]?

    /// Reads the header of a file, and derives its keys.
    private func keys(at input: OpenFile, of path: String) throws -> Keys {
        let header = try input.read(Self.headerLength)
        guard header.count == Self.headerLength, Self.isSealed(beginning: header) else {
            throw SealedBackupError(.damaged, "\(path) is no encrypted backup, or only the beginning of one")
        }
        let salt = Array(header.dropFirst(Self.mark.count).prefix(Self.saltLength))
        let keys = try derive(salt)
        guard constantTimeEquals(header, Self.header(salt, keys)) else {
            throw SealedBackupError(.wrongKey, "this recovery key does not open \(path)")
        }
        return keys
    }

    private func derive(_ salt: [UInt8]) throws(SealedBackupError) -> Keys {
        guard
            let keys = Scrypt.derive(
                64, from: key.characters, salt: salt, cost: 1 << 15, blocks: 8, parallelism: 1)
        else { throw SealedBackupError(.failed, "OpenSSL derives no key by scrypt; it may lack memory") }
        return (Array(keys.prefix(32)), Array(keys.suffix(32)))
    }

    private static func header(_ salt: [UInt8], _ keys: Keys) -> [UInt8] {
        let beginning = mark + salt
        return beginning + HMACSHA256.code(of: beginning, key: keys.check)
    }

    private static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
        let digits = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
        return [0, 0, 0] + digits + [isLast ? 1 : 0]
    }

    /// Converts a file piece by piece.
    ///
    /// - Parameter begin: reads the header, and returns that of the new file and the conversion of each piece.
    private func convert(
        _ path: String, to new: String, pieceLength: Int,
        _ begin: (_ input: OpenFile) throws -> (header: [UInt8], convert: Conversion)
    ) async throws(SealedBackupError) {
        let (input, output): (OpenFile, OpenFile)
        do { input = try OpenFile.reading(path) } catch { throw SealedBackupError(error, reading: path) }
        do { output = try OpenFile.creating(new) } catch { throw SealedBackupError(error, writing: new) }
        func write(_ bytes: [UInt8]) throws(SealedBackupError) {
            do { try output.write(bytes) } catch { throw SealedBackupError(error, writing: new) }
        }
        do {
            let (header, convert) = try begin(input)
            try write(header)
            var piece = try input.read(pieceLength)
            var number: UInt64 = 0
            while true {
                let next = try input.read(pieceLength)
                guard let converted = convert(piece, number, next.isEmpty) else {
                    throw SealedBackupError(.damaged, "\(path) was changed or cut; take another copy of it")
                }
                try write(converted)
                if next.isEmpty { break }
                piece = next
                number &+= 1
                guard number.isMultiple(of: UInt64(Self.piecesAtOnce)) else { continue }
                try Task.checkCancellation()
                await Task.yield()
            }
            do { try output.synchronize() } catch { throw SealedBackupError(error, writing: new) }
        } catch {
            try? FileManager.default.removeItem(atPath: new)
            throw SealedBackupError(error, reading: path)
        }
    }
}
