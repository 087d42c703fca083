internal import HearthRPC
internal import HearthStore
internal import HearthSystem
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth.v1.MaintenanceService` of a hub that keeps its store and its key in files.
struct MaintenanceServiceHandler: Hearth_V1_MaintenanceService {
    let backup: HubBackup
    /// How the hub is at present.
    let status: @Sendable () -> Hearth_V1_GetStatusResponse
    /// The location of the store; a backup is written there until it is sent.
    let place: StorePlace
    let restoration: HomeRestoration
    let admission: RestoreAdmission

    private static let piece = 256 << 10

    func getStatus(
        _ request: Hearth_V1_GetStatusRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetStatusResponse {
        status()
    }

    func createBackup(
        _ request: Hearth_V1_CreateBackupRequest, writer: RPCWriter<Hearth_V1_CreateBackupResponse>,
        context: ServerContext
    ) async throws {
        // As with owners' tokens, only this machine may: a stolen key must not obtain more keys.
        guard !request.includesKeys || context.peer.isLocal else {
            throw RPCError(.permissionDenied, "a backup with keys is made on the hub's own machine only")
        }
        let keys = request.includesKeys ? try KeyFiles(folder: place.keys).read() : nil
        let recoveryKey = request.isEncrypted ? try recoveryKey() : nil
        let path = "\(place.path).\(RandomID.make()).partial"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (steps, told) = AsyncStream.makeStream(of: BackupProgress.self, bufferingPolicy: .bufferingNewest(1))
        async let made = make(path, keys, told)
        for await step in steps {
            let progress = Hearth_V1_BackupProgress(
                copiedBytes: UInt64(clamping: step.copiedBytes), totalBytes: UInt64(clamping: step.totalBytes))
            try await writer.write(Hearth_V1_CreateBackupResponse(content: .progress(progress)))
        }
        _ = try await made
        guard let recoveryKey else { return try await send(path, writer) }
        let sealed = "\(place.path).\(RandomID.make()).partial"
        defer { try? FileManager.default.removeItem(atPath: sealed) }
        do throws(SealedBackupError) { try await SealedBackup(recoveryKey).seal(path, to: sealed) } catch {
            throw RPCError(
                error.code == .diskFull ? .resourceExhausted : .unavailable,
                "the backup can't be encrypted: \(error.message)", cause: error)
        }
        try await send(sealed, writer)
    }

    /// The key of encrypted backups, which the hub must have.
    private func recoveryKey() throws(RPCError) -> RecoveryKey {
        let key: RecoveryKey?
        do throws(CommandError) { key = try RecoveryKey.stored(for: place) } catch {
            throw RPCError(.unavailable, error.message, cause: error)
        }
        guard let key else { throw RPCError(.failedPrecondition, RecoveryKey.missing) }
        return key
    }

    func getRecoveryKey(
        _ request: Hearth_V1_GetRecoveryKeyRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetRecoveryKeyResponse {
        Hearth_V1_GetRecoveryKeyResponse(
            recoveryKey: try privately(context) { () throws(CommandError) in try RecoveryKey.stored(for: place) })
    }

    func setBackupEncryption(
        _ request: Hearth_V1_SetBackupEncryptionRequest, context: ServerContext
    ) async throws -> Hearth_V1_SetBackupEncryptionResponse {
        let chosen = request.recoveryKey.isEmpty ? nil : RecoveryKey(request.recoveryKey)
        guard chosen != nil || request.recoveryKey.isEmpty else {
            throw RPCError(.invalidArgument, RecoveryKey.form)
        }
        return Hearth_V1_SetBackupEncryptionResponse(
            recoveryKey: try privately(context) { () throws(CommandError) in
                request.isEncrypted
                    ? try RecoveryKey.make(for: place, chosen: chosen) : try RecoveryKey.remove(from: place)
            })
    }

    /// The text of a recovery key for a caller whose connection others cannot read; empty for none.
    private func privately(
        _ context: ServerContext, _ key: () throws(CommandError) -> RecoveryKey?
    ) throws(RPCError) -> String {
        guard context.peer.isPrivate else {
            throw RPCError(.failedPrecondition, "the recovery key is shown over an encrypted connection only")
        }
        do throws(CommandError) { return try key()?.text ?? "" } catch {
            throw RPCError(error.code == .refused ? .failedPrecondition : .unavailable, error.message, cause: error)
        }
    }

    func beginRestore(
        _ request: Hearth_V1_BeginRestoreRequest, context: ServerContext
    ) async throws -> Hearth_V1_BeginRestoreResponse {
        try admission.checkIsNew()
        try await admission.check(request.code, context)
        return Hearth_V1_BeginRestoreResponse(restoreID: try await restoration.begin(bytes: request.bytes))
    }

    func sendRestorePiece(
        _ request: Hearth_V1_SendRestorePieceRequest, context: ServerContext
    ) async throws -> Hearth_V1_SendRestorePieceResponse {
        let isEncrypted = try await restoration.take(request.data, at: request.offset, of: request.restoreID)
        return Hearth_V1_SendRestorePieceResponse(isEncrypted: isEncrypted)
    }

    func finishRestore(
        _ request: Hearth_V1_FinishRestoreRequest, context: ServerContext
    ) async throws -> Hearth_V1_FinishRestoreResponse {
        let backup = try await restoration.finish(request.restoreID, key: request.recoveryKey) {
            () throws(RPCError) in try admission.checkIsNew()
        }
        return Hearth_V1_FinishRestoreResponse(
            madeAt: backup.madeAt.map { .init(sinceEpoch: $0) },
            includesKeys: backup.hasKeys, structures: UInt32(clamping: backup.structures),
            rooms: UInt32(clamping: backup.rooms), devices: UInt32(clamping: backup.devices))
    }

    private func make(
        _ path: String, _ keys: [KeyFile]?, _ told: AsyncStream<BackupProgress>.Continuation
    ) async throws -> StoreBackup {
        defer { told.finish() }
        return try await backup.make(path, keys: keys) { told.yield($0) }
    }

    private func send(_ path: String, _ writer: RPCWriter<Hearth_V1_CreateBackupResponse>) async throws {
        let file = try OpenFile.reading(path)
        while true {
            try await writer.waitUntilWritable()
            let data = try file.read(Self.piece)
            guard !data.isEmpty else { return }
            try await writer.write(Hearth_V1_CreateBackupResponse(content: .data(data)))
        }
    }
}
