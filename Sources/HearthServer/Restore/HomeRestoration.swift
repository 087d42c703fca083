internal import HearthRPC
internal import HearthStore
internal import HearthSystem
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Restores a home from a backup that a client sends: receives the file beside the store, turns it into a store, and has the
/// hub restart with it. One at a time.
actor HomeRestoration {
    private enum State {
        case idle
        case receiving(RestoreUpload, OpenFile)
        /// A received file is being checked.
        case checking
        /// The hub ends, and nothing more is restored.
        case restarting
    }

    private let place: StorePlace
    private let clock: any HomeClock
    private let room: @Sendable () -> Int?
    private let restart: @Sendable (PreparedStore) -> Void
    private var state = State.idle
    /// Who sends the file.
    nonisolated let sender = RestoreSender()
    /// Looks whether the sender is gone.
    private var alarm: (any ScheduledAction)?

    /// - Parameters:
    ///   - place: the store of the home.
    ///   - room: returns the free bytes on the store's disk; nil if unknown.
    ///   - restart: ends the hub and starts it again with the store.
    init(
        _ place: StorePlace, clock: any HomeClock, room: @escaping @Sendable () -> Int?,
        restart: @escaping @Sendable (PreparedStore) -> Void
    ) {
        self.place = place
        self.clock = clock
        self.room = room
        self.restart = restart
    }

    /// Beyond the copies of a backup, what the hub and its log need until it restarts.
    private static let reserve: UInt64 = 32 << 20

    /// Begins to receive a file in place of one that is not complete.
    ///
    /// - Returns: the ID for the calls that follow.
    func begin(bytes: UInt64) throws(RPCError) -> String {
        guard place.address == nil else {
            throw RPCError(
                .failedPrecondition, "the home is in a database; restore that with PostgreSQL's tools")
        }
        try checkIsFree()
        let upload = try RestoreUpload(id: RandomID.make(), bytes: bytes, now: clock.now)
        drop()
        // The file, and the store that it becomes.
        let wanted = 2 * bytes + Self.reserve  // in range: the size was checked
        if let room = room(), UInt64(clamping: room) < wanted {
            throw RPCError(
                .outOfRange,
                "the hub's disk has \(Backups.size(room)) free, and this backup needs \(Backups.size(Int(clamping: wanted)))"
                    + "; free some space")
        }
        do { state = .receiving(upload, try OpenFile.creating(file(upload.id))) } catch {
            throw Self.error(ofWriting: error)
        }
        sender.set(upload.id)
        watch(upload.id)
        return upload.id
    }

    /// Removes a file whose sender is gone.
    private func watch(_ id: String) {
        alarm = clock.schedule(after: RestoreUpload.patience) { [weak self] in await self?.look(id) }
    }

    private func look(_ id: String) {
        switch state {
        case .receiving(let upload, _) where upload.id == id && upload.isAbandoned(at: clock.now): drop()
        case .receiving(let upload, _) where upload.id == id: watch(id)
        case .checking: watch(id)
        case .idle, .receiving, .restarting: break
        }
    }

    /// Writes the next piece.
    ///
    /// - Returns: whether the file is encrypted.
    func take(_ piece: [UInt8], at offset: UInt64, of id: String) throws(RPCError) -> Bool {
        let (known, output) = try current(id)
        var upload = known
        do {
            try upload.take(piece, at: offset, now: clock.now)
            try output.write(piece)
        } catch {
            // A sender may repeat a call whose answer was lost; a file that is no backup is of no use.
            if (error as? RPCError)?.code != .outOfRange { drop() }
            throw error as? RPCError ?? Self.error(ofWriting: error)
        }
        state = .receiving(upload, output)
        return upload.isEncrypted
    }

    /// Checks the whole file and restarts the hub with it. A wrong key leaves the file for another try.
    ///
    /// - Parameters:
    ///   - key: the recovery key as a person typed it; not used for a file that is not encrypted.
    ///   - check: called last; what it throws keeps the home.
    func finish(
        _ id: String, key: String, check: @Sendable () throws(RPCError) -> Void
    ) async throws(RPCError) -> StoreBackup {
        let (known, output) = try current(id)
        var upload = known
        try upload.checkIsWhole()
        state = .checking
        let prepared: PreparedStore
        do throws(RPCError) {
            prepared = try await prepare(upload, output, key)
            do throws(RPCError) { try check() } catch {
                HomeStore.discard(prepared)
                throw error
            }
        } catch {
            upload.tried(at: clock.now)
            state = .receiving(upload, output)
            if error.code != .permissionDenied { drop() }
            throw error
        }
        state = .receiving(upload, output)
        drop()
        state = .restarting
        restart(prepared)
        return prepared.backup
    }

    /// The store that a received file becomes.
    private func prepare(
        _ upload: RestoreUpload, _ output: OpenFile, _ key: String
    ) async throws(RPCError) -> PreparedStore {
        let received = file(upload.id)
        guard upload.isEncrypted else { return try await prepare(received) }
        guard !key.isEmpty else {
            throw RPCError(.permissionDenied, "this backup is encrypted; its recovery key is on the emergency sheet")
        }
        guard let key = RecoveryKey(key) else {
            throw RPCError(.permissionDenied, "\(RecoveryKey.form); look at the emergency sheet again")
        }
        let plain = file(RandomID.make())
        defer { try? FileManager.default.removeItem(atPath: plain) }
        do throws(SealedBackupError) { try await SealedBackup(key).open(received, to: plain) } catch {
            throw Self.error(error)
        }
        // The key was right, so the received file is not needed again. The store needs its room.
        try? output.empty()
        return try await prepare(plain)
    }

    private func prepare(_ file: String) async throws(RPCError) -> PreparedStore {
        do throws(StoreError) {
            return try await HomeStore.prepare(file, for: place.path, withKeys: true)
        } catch {
            throw Self.error(error)
        }
    }

    /// A file beside the store, which the next start removes if it is left.
    private func file(_ id: String) -> String { "\(place.path).\(id).partial" }

    private func checkIsFree() throws(RPCError) {
        switch state {
        case .idle, .receiving: return
        case .checking: throw RPCError(.aborted, "the hub is checking a backup; wait until it has")
        case .restarting: throw RPCError(.unavailable, "the hub restarts with a restored home")
        }
    }

    private func current(_ id: String) throws(RPCError) -> (RestoreUpload, OpenFile) {
        try checkIsFree()
        guard case .receiving(let upload, let output) = state, upload.id == id else {
            throw RPCError(
                .notFound,
                "the hub no longer receives this backup: it waited for half an hour, or another one was begun; "
                    + "begin again")
        }
        return (upload, output)
    }

    /// Removes the received file.
    private func drop() {
        guard case .receiving(let upload, _) = state else { return }
        alarm?.cancel()
        sender.set(nil)
        try? FileManager.default.removeItem(atPath: file(upload.id))
        state = .idle
    }

    private static func error(ofWriting error: any Error) -> RPCError {
        guard systemError(in: error)?.isFullDisk != true else { return fullDisk }
        return RPCError(
            .unavailable, "the backup can't be stored beside the home: \(reason(of: error))", cause: error)
    }

    private static let fullDisk = RPCError(
        .resourceExhausted, "the hub's disk is full, so the backup was not restored; free some space")
    private static let damaged = RPCError(
        .dataLoss, "this backup is damaged or incomplete; choose another copy of it, or an older one")

    private static func error(_ error: SealedBackupError) -> RPCError {
        switch error.code {
        case .wrongKey:
            RPCError(.permissionDenied, "this recovery key does not open this backup; it may be of another home")
        case .damaged: damaged
        case .diskFull: fullDisk
        case .failed, .notWritten:
            RPCError(.unavailable, "the backup can't be decrypted: \(error.message)", cause: error)
        }
    }

    private static func error(_ error: StoreError) -> RPCError {
        switch error.code {
        case .damaged, .lost: damaged
        case .notOurs: RestoreUpload.noBackup
        case .newerVersion:
            RPCError(
                .unimplemented, "a newer version of Hearth made this backup; install that version on this hub first")
        case .diskFull: fullDisk
        case .inUse, .closed, .failed:
            RPCError(.unavailable, "the backup can't be restored: \(error.message)", cause: error)
        }
    }
}
