internal import HearthRPC

/// A backup that a hub receives piece by piece: which bytes may come next, and whether they are a backup's. It neither
/// keeps nor writes them.
struct RestoreUpload: Hashable, Sendable {
    /// The largest file, in bytes.
    static let mostBytes: UInt64 = 16 << 30
    /// The largest piece, in bytes.
    static let mostPieceBytes = 1 << 20
    /// How long the hub waits for the next piece, or for the right recovery key, which may lie in a drawer.
    static let patience = Duration.seconds(1_800)

    /// Known to the sender alone.
    let id: String
    /// The size of the file.
    let bytes: UInt64
    /// The number of bytes that have come.
    private(set) var received: UInt64 = 0
    /// Whether the file is encrypted; false before its first piece.
    private(set) var isEncrypted = false
    private var lastUse: Duration

    /// - Parameters:
    ///   - bytes: the size of the file.
    ///   - now: a time that never jumps.
    /// - Throws: `INVALID_ARGUMENT` for an empty file; `OUT_OF_RANGE` for one that is too large.
    init(id: String, bytes: UInt64, now: Duration) throws(RPCError) {
        guard bytes > 0 else { throw Self.noBackup }
        guard bytes <= Self.mostBytes else {
            throw RPCError(
                .outOfRange,
                "the file is larger than 16 GiB, the most that a page may send; restore it on the hub's machine with "
                    + "hearth restore")
        }
        self.id = id
        self.bytes = bytes
        lastUse = now
    }

    /// Whether the sender did nothing for too long.
    func isAbandoned(at now: Duration) -> Bool { now - lastUse >= Self.patience }

    /// Notes that the sender tried a key.
    mutating func tried(at now: Duration) { lastUse = now }

    /// Notes the next piece, before it is written.
    ///
    /// - Parameter offset: the number of bytes before it.
    /// - Throws: `OUT_OF_RANGE` for a piece that is not the next one; `INVALID_ARGUMENT` if the file is no backup.
    mutating func take(_ piece: [UInt8], at offset: UInt64, now: Duration) throws(RPCError) {
        guard !piece.isEmpty, piece.count <= Self.mostPieceBytes else {
            throw RPCError(.outOfRange, "a piece has 1 to \(Self.mostPieceBytes) bytes, not \(piece.count)")
        }
        guard offset == received else {
            throw RPCError(.outOfRange, "the next piece begins after \(received) bytes, not after \(offset)")
        }
        guard UInt64(piece.count) <= bytes - received else {  // in range: no more were received
            throw RPCError(.outOfRange, "the pieces have more than the \(bytes) bytes of the file")
        }
        if received == 0 {
            isEncrypted = SealedBackup.isSealed(beginning: piece)
            guard isEncrypted || piece.starts(with: Self.storeMark) else { throw Self.noBackup }
        }
        received += UInt64(piece.count)  // in range: at most the size
        lastUse = now
    }

    /// - Throws: `OUT_OF_RANGE` if bytes are missing.
    func checkIsWhole() throws(RPCError) {
        guard received == bytes else {
            throw RPCError(.outOfRange, "\(received) of the file's \(bytes) bytes have come; send the rest first")
        }
    }

    /// How a file of SQLite begins (sqlite.org/fileformat.html, section 1.3.1).
    private static let storeMark = Array("SQLite format 3\0".utf8)

    static let noBackup = RPCError(
        .invalidArgument, "this file is not a backup of a Hearth home; choose one whose name ends in .backup")
}
