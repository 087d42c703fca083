internal import Expectations
internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// What an operator asks a running hub: its metrics and its status.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct OperationTests {
    /// The path of a program of the system; nil if it is not installed.
    private static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { $0 + "/" + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static let (curl, promtool) = (find("curl"), find("promtool"))

    @Test(.enabled(if: curl != nil, "skipped: curl, which reads the metrics, is not installed"))
    func metricsAreOfAllParts() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let curl = try require(Self.curl)
        for form in ["text/plain", "application/openmetrics-text"] {
            let outcome = try await ChildProcess.run(
                curl, ["-sS", "-H", "accept: \(form)", "http://\(hub.address)/metrics"], environment: [:], input: [])
            let names = Set(
                outcome.output.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
                    .map { String($0.split(separator: " ")[2].replacing("_total", with: "")) })
            let expected = [
                "hearth_rpc_connections", "hearth_build_info", "process_resident_memory_bytes", "process_open_fds",
                "hearth_loop_delay_seconds", "hearth_health", "hearth_structures", "hearth_devices", "hearth_watches",
                "hearth_watches_lagging", "hearth_providers", "hearth_automations", "hearth_automation_runs",
                "hearth_store_commit_seconds", "hearth_store_commit_callers", "hearth_store_bytes",
                "hearth_store_free_bytes", "hearth_backup_failures",
            ]
            expect(expected.filter { !names.contains($0) }, equals: [], "\(form)")
            guard form == "text/plain", let promtool = Self.promtool else { continue }
            let judged = try await ChildProcess.run(
                promtool, ["check", "metrics"], environment: [:], input: Array(outcome.output.utf8))
            expect((judged.status, judged.output + judged.error), are: (0, ""))
        }
        await hub.stop()
    }

    @Test func statusIsOnOneScreen() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let outcome = try await hub.run("status")
        let names = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        expect(outcome.status, equals: 0)
        expect(
            names.filter { $0 != "A" },
            equals: ["Hearth", "Health", "Home", "Backup", "Store", "Certificate", "Listens"])
        let json = try await hub.run("status", "--json")
        expect((json.status, json.output.hasPrefix("{\"version\":")), are: (0, true))
        await hub.stop()
    }

    @Test func aLoopbackHubIsNotRemote() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let outcome = try await hub.run("doctor", "--remote")
        expect(outcome.status, equals: 1)
        expect(outcome.output.contains("problem: no other machine can reach the hub"))
        await hub.stop()
    }

    /// A hook of backups that never succeeds has three days from when it was written.
    @Test func theDoctorMissesCopiesOffSite() async throws {
        let folder = try TemporaryFolder()
        let (store, hooks) = (folder.file("home.db"), folder.file("hooks"))
        let hub = try await HubUnderTest(store: store)
        // The doctor wants a whole backup as well, which the hub begins with.
        try await until {
            FileManager.default.subpaths(atPath: folder.file("backups"))?.contains { $0.hasSuffix(".backup") } ?? false
        }
        await hub.stop()
        try FileManager.default.createDirectory(atPath: hooks, withIntermediateDirectories: false)
        for (days, status) in [(2, 0), (4, 1)] as [(Double, Int32)] {
            let written = Date(timeIntervalSinceNow: -days * 86_400)
            expect(
                FileManager.default.createFile(
                    atPath: hooks + "/10-copy", contents: Data("#!/bin/sh\nexit 1\n".utf8),
                    attributes: [.posixPermissions: 0o700]))
            try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: hooks + "/10-copy")
            let outcome = try await HearthProgram.run(
                ["doctor", "--store", store, "--backup-hooks", hooks])
            expect(
                (outcome.status, outcome.output.contains("copied no backup off site for three days")),
                are: (status, status != 0), "\(outcome.output)\(outcome.error)")
        }
    }

    @Test func linesOfTheLogCanBeJSON() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"), ["--log", "json", "--log-level", "info"])
        try await expect(hub.run("show", "No Such Device").status, isAbove: 0)
        let lines = await hub.stop().error.split(separator: "\n")
        expect(lines.filter { !$0.hasPrefix("{\"time\":") }, equals: [])
    }
}
