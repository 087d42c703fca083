internal import HearthBase
internal import HearthHub
internal import HearthStore
internal import HearthSystem
internal import HearthTLS
package import HearthTerminal
internal import HearthTraitCatalog
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth doctor`: checks a store and the files around it. Changes nothing.
package enum DoctorCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let place = StorePlace(arguments["store"])
        try place.requireFile(or: "PostgreSQL's pg_amcheck checks a database")
        guard place.exists || place.wasUsed || HomeStore.hubID(of: place.path) != nil else {
            throw CommandError(.refused, "there is no home in \(place.path); give its file with --store")
        }
        if let file = arguments["repair"] { return try await repair(place, file, arguments) }
        let folder =
            arguments["backups"] == "off"
            ? nil
            : BackupFolder(
                of: place, folder: arguments["backups"], home: HomeStore.hubID(of: place.path))
        let diagnosis = await Diagnosis.make(
            place, folder, hooks: folder == nil ? nil : OffSiteHooks(arguments["backup-hooks"]),
            newVersion: await PackageLists.read(), now: SystemClock().sinceEpoch.components.seconds)
        if arguments.has("json") {
            try printLine(diagnosis.json(place).text)
        } else {
            try printLine(diagnosis.text(place))
        }
        if !diagnosis.problems.isEmpty { throw CommandError(diagnosis.isDamaged ? .badFile : .refused, "") }
    }

    private static func repair(
        _ place: StorePlace, _ file: String, _ arguments: Arguments
    ) async throws(CommandError) {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw CommandError(.refused, "\(file) exists already and is not overwritten; give another name")
        }
        let salvaged: SalvagedStore
        do throws(StoreError) {
            salvaged = try await HomeStore.salvage(
                storeAt: place.path, to: file, now: SystemClock().sinceEpoch,
                keys: (try? KeyFiles(folder: place.keys).read()) ?? [])
        } catch {
            throw CommandError(.badFile, error.message)
        }
        if arguments.has("json") {
            let losses = JSON.array(salvaged.losses.map { .string($0) })
            let members = [("file", JSON.string(file)), ("losses", losses)] + Backups.json(salvaged.backup)
            return try printLine(JSON.object(members).text)
        }
        for loss in salvaged.losses { try printLine("lost: \(loss)") }
        try printLine(
            """
            \(file) has everything that could be read: \(Backups.content(salvaged.backup)).
            This restores it and keeps the damaged store:
                \(place.command("restore", ShellLine.path(file)))
            """)
    }
}

/// The problems of a store and of the files around it.
struct Diagnosis {
    struct Problem: Equatable {
        let what: String
        let wayOut: String
    }

    private(set) var problems: [Problem] = []
    private(set) var remarks: [String] = []
    private(set) var isDamaged = false

    static func make(
        _ place: StorePlace, _ folder: BackupFolder?, hooks: OffSiteHooks? = nil, newVersion: PackageLists? = nil,
        now: Int64
    ) async -> Diagnosis {
        var diagnosis = Diagnosis()
        if let new = newVersion {
            diagnosis.remarks.append(
                "version \(new.available) is available, \(new.installed) is installed: \(PackageLists.command)")
        }
        let backups = await diagnosis.backups(folder, now: now)
        diagnosis.offSite(hooks, TimeMark.ofOffSiteCopy(place).time, now: now)
        await diagnosis.store(place, backups)
        diagnosis.files(place, folder)
        return diagnosis
    }

    private mutating func add(_ what: String, _ wayOut: String) {
        problems.append(Problem(what: what, wayOut: wayOut))
    }

    /// - Parameter backup: the newest intact one.
    private mutating func store(_ place: StorePlace, _ backup: String?) async {
        let restored = backup.map { path in
            "\(place.command("restore", ShellLine.path(path))) restores the newest good backup"
        }
        guard (FileFacts(place.path, followsLink: false)?.size ?? 0) > 0 else {
            isDamaged = true
            let what = place.exists ? "empty" : "missing"
            return add(
                "\(place.path) is \(what), though a home was kept there",
                restored ?? "\(place.command("serve", "--new-home")) begins a new home")
        }
        let restoring =
            (restored.map { $0 + "; " } ?? "")
            + "\(place.command("doctor", "--repair", "FILE")) makes a backup of what can be read"
        do throws(StoreError) {
            let found = try await HomeStore.examine(place.path)
            remarks += found.remarks
            if let time = TimeMark.ofCheck(place).time {
                remarks.append("a hub last checked all of it at \(UTC.text(.seconds(time)))")
            }
            for damage in found.damage { add(damage, restoring) }
            isDamaged = !found.damage.isEmpty
            guard let home = found.home else { return }
            for finding in Hub.findings(in: home, traits: StandardTraits.descriptors) {
                add(finding, "the hub starts and runs without it; or \(restoring)")
            }
            let content = Backups.content(home.structures.count, home.rooms.count, home.devices.count)
            remarks.append("what can be read: \(content)")
        } catch {
            switch error.code {
            case .inUse: add(error.message, "stop its hub to check the store; a running hub checks it once a day")
            case .damaged, .notOurs:
                isDamaged = true
                add(error.message, restored ?? "nothing of it can be read; give another file with --store")
            default: add(error.message, "fix that first and run hearth doctor again")
            }
        }
    }

    /// Checks the backups. Returns the newest intact one of this home.
    private mutating func backups(_ folder: BackupFolder?, now: Int64) async -> String? {
        guard let folder else { return nil }
        var newest: [BackupFolder.Entry] = []
        for entry in folder.all {
            do {
                let home = try await folder.inspect(entry).hubID
                guard !newest.contains(where: { $0.home == home }) else { continue }
                newest.append(BackupFolder.Entry(path: entry.path, madeAt: entry.madeAt, home: home))
            } catch let error as CommandError where [.refused, .output].contains(error.code) {
                remarks.append("the backup \(entry.path) was not checked: \(error.message)")
            } catch {
                add(
                    "the backup \(entry.path) is no good: \((error as? CommandError)?.message ?? "\(error)")",
                    "remove it")
            }
        }
        if let others = folder.othersInWords {
            remarks.append("\(folder.path) also has backups of others: \(others); they are left alone")
        }
        guard folder.home != nil || newest.count < 2 else {
            for entry in newest { remarks.append("the newest good backup of home \(entry.home) is \(entry.path)") }
            add(
                "\(folder.path) has backups of \(newest.count) homes, and it is not known which of them this one is",
                "restore one of those listed above with hearth restore")
            return nil
        }
        guard let newest = newest.first else {
            add("there is no good backup in \(folder.path)", "run hearth serve, which makes one each day")
            return nil
        }
        remarks.append("the newest good backup is \(newest.path)")
        if newest.madeAt < now - 2 * BackupFolder.interval {
            add(
                "the newest good backup is of \(UTC.text(.seconds(newest.madeAt)))",
                "run hearth serve, which makes one each day, or hearth backup")
        }
        return newest.path
    }

    /// - Parameter last: when a backup was last copied off site, in seconds since 1970; nil if none was.
    private mutating func offSite(_ hooks: OffSiteHooks?, _ last: Int64?, now: Int64) {
        guard let hooks, !hooks.files.isEmpty else { return }
        if let last { remarks.append("the last copy of a backup off site is of \(UTC.text(.seconds(last)))") }
        guard (last ?? hooks.newest ?? now) < now - BackupRecord.patience else { return }
        add(
            "the hooks in \(hooks.folder) have copied no backup off site for three days",
            "run hearth serve and see its log for the reason; hearth status also says it")
    }

    private mutating func files(_ place: StorePlace, _ folder: BackupFolder?) {
        let keys = [
            TLSIdentity.files(in: place.keys).key, HomeAuthority.files(in: place.keys).key, RecoveryKey.file(of: place),
        ]
        for path in [place.path, place.path + "-wal"] + keys + (folder?.all.map(\.path) ?? []) {
            guard let facts = FileFacts(path, followsLink: false), facts.permissions & 0o077 != 0 else { continue }
            add("others on this machine can read \(path)", ShellLine.line(["chmod", "600", ShellLine.path(path)]))
        }
        for path in [place.path, place.folder]
        where FileManager.default.fileExists(atPath: path) && !FileManager.default.isWritableFile(atPath: path) {
            add("\(path) can't be written by this user", "run as the hub's user, or make that user the file's owner")
        }
        for path in place.unfinished + (folder?.unfinished ?? []) {
            remarks.append("\(path) is left from an interrupted backup; the next start of the hub removes it")
        }
        let size = FileFacts(place.path, followsLink: false)?.size ?? 0
        // Room for a backup, a migration and the log.
        let wanted = max(size.multipliedReportingOverflow(by: 3).partialValue, 50_000_000)
        if let free = FileFacts.freeBytes(onDiskOf: place.folder), free < wanted {
            add("only \(Backups.size(free)) are free on the disk of \(place.folder)", "free some space")
        }
    }

    func text(_ place: StorePlace) -> String {
        var lines = remarks.map { "note: \($0)" }
        for (index, problem) in problems.enumerated() {
            lines.append("problem: \(problem.what)")
            // Problems with the same remedy print it once, after the last of them.
            let next = problems.dropFirst(index + 1).first
            if next?.wayOut != problem.wayOut { lines.append("    \(problem.wayOut)") }
        }
        if problems.isEmpty { lines.append("\(place.path) is well.") }
        return lines.joined(separator: "\n")
    }

    func json(_ place: StorePlace) -> JSON {
        .object([
            ("store", .string(place.path)), ("damaged", .bool(isDamaged)),
            (
                "problems",
                .array(problems.map { .object([("what", .string($0.what)), ("do", .string($0.wayOut))]) })
            ),
            ("remarks", .array(remarks.map { .string($0) })),
        ])
    }
}
