internal import Foundation
@testable internal import HearthServer
@testable internal import HearthTerminal
internal import HearthAccessControl
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Backups that clients request from a hub.
@Suite(.timeLimit(.minutes(5)))
struct MaintenanceServiceTests {
    private let folder: TemporaryFolder
    private let place: StorePlace
    private let hub: Hub
    private let server: RPCServer

    init() async throws {
        folder = try TemporaryFolder()
        place = StorePlace(folder.file("home.db"))
        let store = try await HomeStore.open(path: place.path)
        let access = try await AccessControl.open(store: store)
        hub = Hub(
            store: store, traits: [Matter.OnOffTrait.descriptor],
            information: Hub.Information(version: "1", schemaFingerprint: ""))
        try await hub.start()
        var router = RPCRouter()
        router.register(
            MaintenanceServiceHandler(
                backup: HubBackup(hub: hub, store: store), status: { Hearth_V1_GetStatusResponse(version: "1") },
                place: place,
                restoration: HomeRestoration(place, clock: SystemClock(), room: { nil }, restart: { _ in }),
                admission: RestoreAdmission(access: access, isEmpty: { false })))
        server = RPCServer(router: router)
    }

    private func client(isLocal: Bool) -> Hearth_V1_MaintenanceClient {
        let peer = Peer(address: "192.0.2.7:40122", isLocal: isLocal, isPrivate: true)
        return Hearth_V1_MaintenanceClient(
            RPCClient(transport: InProcessTransport(server: server, principal: .owner, peer: peer)))
    }

    @Test(arguments: [true, false]) func theFileComesWholeAndNothingStays(_ isLocal: Bool) async throws {
        var bytes = Data()
        var progress: Hearth_V1_BackupProgress?
        for try await piece in try await client(isLocal: isLocal).createBackup(.init(includesKeys: isLocal)) {
            switch piece.content {
            case .progress(let step):
                expect(bytes.isEmpty)
                progress = step
            case .data(let data):
                expect(data.count, isAtMost: 256 << 10)
                bytes += data
            case nil: Issue.record("an empty piece")
            }
        }
        expect(progress.map { $0.copiedBytes == $0.totalBytes && $0.totalBytes > 0 }, equals: true)
        let file = folder.file("copy")
        try bytes.write(to: URL(fileURLWithPath: file))
        let backup = try await HomeStore.inspectBackup(file)
        expect((backup.hubID, backup.structures, backup.hasKeys), are: (hub.id, 1, isLocal))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(!names.contains { $0.hasSuffix(".partial") })
        try await hub.shutdown()
    }

    @Test func keysAreBackedUpOnlyOnTheHubsMachine() async throws {
        let error = await expect(throws: RPCError.self) {
            for try await _ in try await client(isLocal: false).createBackup(.init(includesKeys: true)) {}
        }
        expect((error?.code, error?.message.contains("on the hub's own machine only")), are: (.permissionDenied, true))
        try await hub.shutdown()
        let ended = await expect(throws: RPCError.self) {
            for try await _ in try await client(isLocal: true).createBackup(.init()) {}
        }
        expect(ended?.code, equals: .unavailable)
    }

    @Test func theRecoveryKeyIsShownInPrivate() async throws {
        let here = client(isLocal: true)
        try await expect(here.getRecoveryKey(.init()).recoveryKey, equals: "")
        let key = try await here.setBackupEncryption(.init(isEncrypted: true)).recoveryKey
        expect(RecoveryKey(key) != nil)
        try await expect(client(isLocal: false).getRecoveryKey(.init()).recoveryKey, equals: key)
        let open = Peer(address: "192.0.2.7:40122", isLocal: false, isPrivate: false)
        let eavesdropped = Hearth_V1_MaintenanceClient(
            RPCClient(transport: InProcessTransport(server: server, principal: .owner, peer: open)))
        for call in [
            { _ = try await eavesdropped.getRecoveryKey(.init()) },
            { _ = try await eavesdropped.setBackupEncryption(.init()) },
        ] as [() async throws -> Void] {
            let error = await expect(throws: RPCError.self) { try await call() }
            expect(error?.code, equals: .failedPrecondition)
        }
        try await expect(here.setBackupEncryption(.init()).recoveryKey, equals: key)
        try await expect(here.setBackupEncryption(.init()).recoveryKey, equals: "")
        try await hub.shutdown()
    }
}
