internal import Foundation
internal import Hearth
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A new hub that gets its home from a backup, as the page's first screen does it.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct RestoreTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("new.db") }

    init() throws { folder = try TemporaryFolder() }

    /// A backup of a demo home in which one device has another name, and the address that its hub had.
    private func backup(_ words: String...) async throws -> (bytes: [UInt8], address: String) {
        let hub = try await HubUnderTest(store: folder.file("old.db"))
        try await expect(hub.run("rename", "Floor Lamp", "Torch").status, equals: 0)
        let file = folder.file("home.backup")
        let made = try await HearthProgram.run(["backup", file, "--hub", hub.address] + words)
        expect(made.status, equals: 0, "\(made.error)")
        await hub.stop()
        return (try [UInt8](Data(contentsOf: URL(fileURLWithPath: file))), hub.address)
    }

    /// A hub without devices, and its address.
    private func newHub(
        _ more: [String] = [], listen: String = "127.0.0.1:0", by launcher: [String] = [], store: String? = nil
    ) async throws -> (program: ChildProcess, address: String) {
        let program = try HearthProgram.start(
            ["serve", "--store", store ?? self.store, "--listen", listen, "--no-mdns"] + more, by: launcher)
        let line = await program.line { $0.contains(" listening on ") }
        let address = try require(line?.split(separator: " ").last.map(String.init), "\(program)")
        return (program, address)
    }

    private func send(
        _ bytes: [UInt8], to client: Hearth_V1_MaintenanceClient
    ) async throws -> Hearth_V1_FinishRestoreResponse {
        let id = try await client.beginRestore(.init(bytes: UInt64(bytes.count))).restoreID
        for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
            let piece = Array(bytes[start..<min(bytes.count, start + 1 << 20)])
            _ = try await client.sendRestorePiece(.init(restoreID: id, offset: UInt64(start), data: piece))
        }
        return try await client.finishRestore(.init(restoreID: id))
    }

    private func open(_ address: String) throws -> (RPCClient, Hearth_V1_MaintenanceClient) {
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: address))
        return (client, Hearth_V1_MaintenanceClient(client))
    }

    @Test(arguments: [SIGTERM, SIGINT]) func aHubRestartsWithTheBackup(_ signal: Int32) async throws {
        let (bytes, address) = try await backup("--keys")
        // The option is of the first start only, which had no home.
        let (hub, _) = try await newHub(["--new-home"], listen: address)
        let (client, maintenance) = try open(address)
        let answer = try await send(bytes, to: maintenance)
        expect((answer.includesKeys, answer.devices > 10), are: (true, true))
        await client.close()
        // The same process listens again, at the same address.
        try await until("the restored hub answers") {
            try await HearthProgram.run(["devices", "--hub", address]).output.contains("Torch")
        }
        expect(hub.isRunning)
        // It takes signals as before.
        hub.send(signal)
        let end = await hub.wait()
        expect(end.status, equals: 0, "\(end.error)")
        expect(end.error.contains("the home is restored from the backup of "), "\(end.error)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(names.contains { $0.hasPrefix("new.db.former-") && !$0.hasSuffix("-wal") })
        expect(!names.contains { $0.hasSuffix(".partial") })
        // The restored keys are the former hub's.
        for name in ["tls-key.pem", "tls-certificate.pem"] {
            expect(
                FileManager.default.contents(atPath: "\(store).keys/\(name)"),
                equals: FileManager.default.contents(atPath: folder.file("old.db.keys/\(name)")))
        }
    }

    @Test func aHubWithDevicesKeepsItsHome() async throws {
        let hub = try await HubUnderTest(store: store)
        let (client, maintenance) = try open(hub.address)
        let error = await expect(throws: RPCError.self) { try await maintenance.beginRestore(.init(bytes: 1)) }
        expect((error?.code, error?.message.contains("has devices")), are: (.failedPrecondition, true))
        await client.close()
        await hub.stop()
    }

    @Test func localStrangersNeedTheCode() async throws {
        let (hub, address) = try await newHub(["--local-owner", "nobody"])
        let (client, maintenance) = try open(address)
        let error = await expect(throws: RPCError.self) { try await maintenance.beginRestore(.init(bytes: 1)) }
        expect(error?.code, equals: .permissionDenied)
        await client.close()
        hub.send(SIGTERM)
        await expect(hub.wait().status, equals: 0)
    }

    /// From callers that it does not know, a hub takes small messages only, and ten calls a second.
    @Test func theRestoresIDStandsForTheCode() async throws {
        let (bytes, _) = try await backup()
        let (hub, address) = try await newHub(["--local-owner", "nobody"])
        let line = await hub.line { $0.contains("#claim=") }
        let link = try require(line?.firstRange(of: "#claim=").map { line?[$0.upperBound...] ?? "" }, "\(hub)")
        let code = String(link.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) })
        let (client, maintenance) = try open(address)
        let id = try await maintenance.beginRestore(.init(code: code, bytes: UInt64(bytes.count))).restoreID
        var options = CallOptions()
        options.metadata.add("authorization", "Bearer \(id)")
        let length = max(17 << 10, bytes.count / 40)
        let unknown = await expect(throws: RPCError.self) {
            try await maintenance.sendRestorePiece(.init(restoreID: id, data: Array(bytes.prefix(length))))
        }
        expect(unknown?.code, equals: .resourceExhausted)
        for start in stride(from: 0, to: bytes.count, by: length) {
            let piece = Array(bytes[start..<min(bytes.count, start + length)])
            _ = try await maintenance.sendRestorePiece(
                .init(restoreID: id, offset: UInt64(start), data: piece), options: options)
        }
        let answer = try await maintenance.finishRestore(.init(restoreID: id), options: options)
        expect(answer.devices > 10)
        await client.close()
        hub.send(SIGKILL)
        _ = await hub.wait()
    }

    @Test(.enabled(if: geteuid() == 0, "mounts a disk")) func aSmallDiskIsSaidBeforeItIsFull() async throws {
        let disk = try await SmallDisk(megabytes: 40)
        let (hub, address) = try await newHub(by: disk.launcher, store: disk.file("home.db"))
        let (client, maintenance) = try open(address)
        let error = await expect(throws: RPCError.self) { try await maintenance.beginRestore(.init(bytes: 8 << 20)) }
        expect((error?.code, error?.message.contains("free some space")), are: (.outOfRange, true))
        await client.close()
        hub.send(SIGTERM)
        await expect(hub.wait().status, equals: 0)
    }

    /// A hub that ends between the answer and its restart keeps one of the two homes.
    @Test func aKillInTheMiddleLeavesAHome() async throws {
        let (bytes, _) = try await backup()
        let (hub, address) = try await newHub()
        let (client, maintenance) = try open(address)
        _ = try await send(bytes, to: maintenance)
        hub.send(SIGKILL)
        _ = await hub.wait()
        await client.close()
        let (again, new) = try await newHub()
        try await expect(HearthProgram.run(["devices", "--hub", new]).status, equals: 0)
        again.send(SIGTERM)
        await expect(again.wait().status, equals: 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(!names.contains { $0.hasPrefix("new.db.") && $0.hasSuffix(".partial") })
    }
}
