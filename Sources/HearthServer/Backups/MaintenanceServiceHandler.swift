internal import Foundation
internal import HearthRPC
internal import HearthStore
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth.v1.MaintenanceService` of a hub that keeps its store and its key in files.
struct MaintenanceServiceHandler: Hearth_V1_MaintenanceService {
    let backup: HubBackup
    /// How the hub is at present.
    let status: @Sendable () -> Hearth_V1_GetStatusResponse
    /// The location of the store; a backup is written there until it is sent.
    let place: StorePlace

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
        try await send(path, writer)
    }

    private func make(
        _ path: String, _ keys: [KeyFile]?, _ told: AsyncStream<BackupProgress>.Continuation
    ) async throws -> StoreBackup {
        defer { told.finish() }
        return try await backup.make(path, keys: keys) { told.yield($0) }
    }

    private func send(_ path: String, _ writer: RPCWriter<Hearth_V1_CreateBackupResponse>) async throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        while true {
            try await writer.waitUntilWritable()
            guard let data = try file.read(upToCount: Self.piece), !data.isEmpty else { return }
            try await writer.write(Hearth_V1_CreateBackupResponse(content: .data([UInt8](data))))
        }
    }
}
