internal import HearthBase
internal import HearthClientCommands
internal import HearthRPC
internal import HearthServer
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

/// `hearth backup FILE`
enum BackupCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let path = try file(arguments.positional[0])
        let isEncrypted = arguments.has("encrypted")
        let backup = try await make(path, arguments)
        if arguments.has("json") {
            let members = [("file", JSON.string(path)), ("encrypted", .bool(isEncrypted))]
            return try printLine(JSON.object(members + (backup.map(Backups.json) ?? [])).text)
        }
        let content = backup.map { ", \(Backups.content($0)), \(Backups.size($0.bytes))" } ?? ""
        try printLine(isEncrypted ? "\(path): encrypted\(content)" : "\(path): \(content.dropFirst(2))")
        if arguments.has("keys") { return }
        printError("The backup has no keys and tokens; --keys includes them.")
    }

    /// The path of the new file: the given path, or a new name in the given folder.
    private static func file(_ given: String) throws(CommandError) -> String {
        guard let facts = FileFacts(given, followsLink: true) else { return given }
        guard facts.isFolder else {
            throw CommandError(.refused, "\(given) exists already and is not overwritten; give another name")
        }
        let folder = given.hasSuffix("/") ? String(given.dropLast()) : given
        return "\(folder)/home-\(UTC.digits(SystemClock().sinceEpoch.components.seconds)).backup"
    }

    /// - Returns: nil for an encrypted backup of a hub, which only the recovery key opens.
    private static func make(_ path: String, _ arguments: Arguments) async throws(CommandError) -> StoreBackup? {
        if arguments["store"] != nil { return try await ofStore(path, arguments) }
        do {
            return try await ofHub(path, arguments)
        } catch {
            // Without a named hub, and with none running, back up the default store directly.
            let isNamed = arguments["hub"] != nil || ThisUser.environment["HEARTH_HUB"] != nil
            let place = StorePlace(nil)
            guard error.code == .unavailable, !isNamed, place.exists else { throw error }
            printError("No hub answers; this is a backup of the store in \(place.path).")
            return try await ofStore(path, arguments)
        }
    }

    private static func ofStore(_ path: String, _ arguments: Arguments) async throws(CommandError) -> StoreBackup {
        try await Backups.make(
            of: StorePlace(arguments["store"]), to: path, withKeys: arguments.has("keys"),
            isEncrypted: arguments.has("encrypted"))
    }

    private static func ofHub(_ path: String, _ arguments: Arguments) async throws(CommandError) -> StoreBackup? {
        let client = try await Connection.open(arguments).client
        let partial = "\(path).\(RandomID.make()).partial"
        defer { try? FileManager.default.removeItem(atPath: partial) }
        do {
            let request = Hearth_V1_CreateBackupRequest(
                includesKeys: arguments.has("keys"), isEncrypted: arguments.has("encrypted"))
            // Check the folder before the hub does its work.
            let folder = PathText.folder(of: path)
            guard FileFacts.isFolder(folder), FileManager.default.isWritableFile(atPath: folder) else {
                throw CommandError(.badFile, "\(folder) is not a writable folder; give another")
            }
            try await receive(try await Hearth_V1_MaintenanceClient(client).createBackup(request), partial)
        } catch let error as RPCError {
            throw CommandError(error)
        } catch {
            throw error as? CommandError ?? CommandError(.badFile, "\(path) can't be written: \(reason(of: error))")
        }
        if arguments.has("encrypted"), !Backups.isEncrypted(partial) {
            throw CommandError(.refused, "the hub is of an earlier version and does not encrypt; upgrade it")
        }
        let backup = arguments.has("encrypted") ? nil : try await Backups.inspect(partial)
        do {
            // Unlike a replacement, this fails if such a file was created meanwhile.
            try FileManager.default.moveItem(atPath: partial, toPath: path)
        } catch {
            throw CommandError(.badFile, "\(path) can't be written: \(reason(of: error))")
        }
        return backup
    }

    private static func receive(_ pieces: RPCReader<Hearth_V1_CreateBackupResponse>, _ path: String) async throws {
        var file: OpenFile?
        var meter = ProgressMeter()
        while let piece = try await pieces.next() {
            switch piece.content {
            case .progress(let progress): meter.show(progress.copiedBytes, of: progress.totalBytes)
            case .data(let data):
                let open = try file ?? OpenFile.creating(path)
                file = open
                try open.write(data)
            case nil: break
            }
        }
        meter.end()
        guard let file else { throw CommandError(.refused, "the hub sent no backup; try again") }
        try file.synchronize()
    }
}

/// A percentage on a terminal.
private struct ProgressMeter {
    private let isShown = OpenFile.standardError.isTerminal
    private var last: UInt64?

    mutating func show(_ done: UInt64, of total: UInt64) {
        guard isShown, total > 0, done <= total else { return }
        let percent = UInt64(Double(done) / Double(total) * 100)  // in range: a hundred at most
        guard percent != last else { return }
        last = percent
        try? OpenFile.standardError.write("\r\(percent) %")
    }

    /// Clears the percentage from the line.
    func end() {
        if last != nil { try? OpenFile.standardError.write("\r     \r") }
    }
}
