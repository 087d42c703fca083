internal import Foundation
@testable internal import HearthServer
@testable internal import HearthTerminal
internal import HearthAccessControl
internal import HearthRPC
internal import HearthSQL
internal import HearthStore
internal import HearthTraitCore
internal import HearthHub
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Synchronization
internal import Testing

/// Backups that a client sends to a hub, whose home they are to replace.
@Suite(.timeLimit(.minutes(5)))
struct RestoreServiceTests {
    private let folder: TemporaryFolder
    private let place: StorePlace
    private let hub: Hub
    private let access: AccessControl
    private let clock = ManualClock()
    private let hasDevices = Flag()
    /// The sizes of the files of a restore when the hub last looked whether it has devices.
    private let sizes = Sizes()
    private let restarts = Restarts()
    private let server: RPCServer
    /// A backup of another home, in a file.
    private let backup: String

    private final class Flag: Sendable { let isSet = Mutex(false) }
    private final class Sizes: Sendable { let all = Mutex<[Int]>([]) }
    private final class Room: Sendable { let bytes = Mutex<Int?>(nil) }
    private final class Restarts: Sendable { let stores = Mutex<[PreparedStore]>([]) }
    private let room = Room()

    init() async throws {
        folder = try TemporaryFolder()
        place = StorePlace(folder.file("home.db"))
        backup = folder.file("other.backup")
        let other = try await HomeStore.open(path: folder.file("other.db"))
        _ = try await other.backUp(to: backup, now: .seconds(1_800_000_000), keys: [])
        try await other.close(clean: true)
        let store = try await HomeStore.open(path: place.path)
        hub = Hub(
            store: store, traits: [Matter.OnOffTrait.descriptor],
            information: Hub.Information(version: "1", schemaFingerprint: ""))
        try await hub.start()
        access = try await AccessControl.open(store: store, notice: { _ in })
        let (place, restarts, room, hasDevices, sizes) = (place, restarts, room, hasDevices, sizes)
        var router = RPCRouter()
        router.register(
            MaintenanceServiceHandler(
                backup: HubBackup(hub: hub, store: store), status: { Hearth_V1_GetStatusResponse() }, place: place,
                restoration: HomeRestoration(
                    place, clock: clock, room: { room.bytes.withLock { $0 } },
                    restart: { store in restarts.stores.withLock { $0.append(store) } }),
                admission: RestoreAdmission(
                    access: access,
                    isEmpty: {
                        // Also asked last, when the received file has become a store.
                        sizes.all.withLock { $0 = place.unfinished.map { DatabaseFile.size($0) ?? -1 } }
                        return !hasDevices.isSet.withLock { $0 }
                    })))
        server = RPCServer(router: router)
    }

    /// A caller on the hub's machine who owns it, or a stranger from the network.
    private func client(isOwner: Bool = true, isPrivate: Bool = true) -> Hearth_V1_MaintenanceClient {
        var owner = Principal.owner
        owner.person = Principal.hubOwner
        let peer = Peer(address: "192.0.2.7:40122", isLocal: isOwner, isPrivate: isPrivate)
        let principal = isOwner ? owner : .anonymous(.public)
        return Hearth_V1_MaintenanceClient(
            RPCClient(transport: InProcessTransport(server: server, principal: principal, peer: peer)))
    }

    private func send(_ bytes: [UInt8], _ client: Hearth_V1_MaintenanceClient) async throws -> (
        id: String, isEncrypted: Bool
    ) {
        let id = try await client.beginRestore(.init(bytes: UInt64(bytes.count))).restoreID
        var isEncrypted = false
        for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
            let piece = Array(bytes[start..<min(bytes.count, start + 1 << 20)])
            isEncrypted = try await client.sendRestorePiece(
                .init(restoreID: id, offset: UInt64(start), data: piece)
            ).isEncrypted
        }
        return (id, isEncrypted)
    }

    private func restore(_ bytes: [UInt8], key: String = "") async throws -> Hearth_V1_FinishRestoreResponse {
        let (id, _) = try await send(bytes, client())
        return try await client().finishRestore(.init(restoreID: id, recoveryKey: key))
    }

    private func bytes(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) }

    /// Files that a restore has left beside the store.
    private var left: [String] { place.unfinished }

    private func expectRefusal<Value>(
        _ code: RPCError.Code, _ words: String, at site: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Value
    ) async {
        let error = await expect(throws: RPCError.self, sourceLocation: site) { _ = try await body() }
        expect(error?.code, equals: code, sourceLocation: site)
        expect(error?.message.contains(words), equals: true, "\(error?.message ?? "")", sourceLocation: site)
        expect((restarts.stores.withLock(\.count), left), are: (0, []), sourceLocation: site)
    }

    @Test func aBackupBecomesTheHome() async throws {
        let found = try await HomeStore.inspectBackup(backup)
        let answer = try await restore(bytes(backup))
        expect((answer.includesKeys, answer.madeAt?.sinceEpoch), are: (true, .seconds(1_800_000_000)))
        let prepared = try require(restarts.stores.withLock(\.first))
        // Nothing is replaced while the hub runs.
        let early = await expect(throws: StoreError.self) {
            try await HomeStore.put(prepared, keepingFormerAs: ".former")
        }
        expect((early?.code, left), are: (.inUse, []))
        try await hub.shutdown()
        let again = try await HomeStore.prepare(backup, for: place.path, withKeys: true)
        let restored = try await HomeStore.put(again, keepingFormerAs: ".former")
        let hubID = try await HomeStore.inspectBackup(place.path).hubID
        expect(
            (restored.former, restored.backup.hubID, hubID), are: (place.path + ".former", found.hubID, found.hubID))
    }

    @Test func oneFileIsRestoredOnce() async throws {
        let (first, _) = try await send(bytes(backup), client())
        let (second, _) = try await send(bytes(backup), client())
        expect(left.count, equals: 1)
        let replaced = await expect(throws: RPCError.self) { try await client().finishRestore(.init(restoreID: first)) }
        expect(replaced?.code, equals: .notFound)
        _ = try await client().finishRestore(.init(restoreID: second))
        for again in [first, second] {
            let late = await expect(throws: RPCError.self) {
                try await client().finishRestore(.init(restoreID: again))
            }
            expect(late?.code, equals: .unavailable)
        }
        expect(restarts.stores.withLock(\.count), equals: 1)
        try await hub.shutdown()
    }

    @Test func unusableFilesReplaceNothing() async throws {
        let whole = try bytes(backup)
        let newer = folder.file("newer.db")
        try Database(
            path: newer,
            schema: DatabaseSchema(
                applicationID: 0x4852_5448, migrations: (0..<99).map { "CREATE TABLE t\($0)(x INTEGER)" })
        ).close()
        let foreign = folder.file("foreign.db")
        try Database(path: foreign, schema: DatabaseSchema(applicationID: 7, migrations: ["CREATE TABLE t(x)"])).close()
        var changed = whole
        changed[whole.count / 2] ^= 0xFF
        let before = try bytes(place.path)
        await expectRefusal(.unimplemented, "a newer version") { try await restore(bytes(newer)) }
        await expectRefusal(.invalidArgument, "is not a backup") { try await restore(bytes(foreign)) }
        await expectRefusal(.dataLoss, "damaged or incomplete") {
            try await restore(Array(whole.prefix(whole.count / 2)))
        }
        await expectRefusal(.dataLoss, "damaged or incomplete") { try await restore(changed) }
        await expectRefusal(.invalidArgument, "is not a backup") { try await restore(Array("a letter".utf8)) }
        await expectRefusal(.invalidArgument, "is not a backup") { try await restore([]) }
        try expect(bytes(place.path) == before)
        try await hub.shutdown()
    }

    /// The first piece of a gigabyte of zeros is also the last one.
    @Test func aGigabyteOfZerosIsRefusedAtOnce() async throws {
        let id = try await client().beginRestore(.init(bytes: 1 << 30)).restoreID
        await expectRefusal(.invalidArgument, "is not a backup") {
            try await client().sendRestorePiece(.init(restoreID: id, data: [UInt8](repeating: 0, count: 1 << 20)))
        }
        await expectRefusal(.notFound, "no longer receives") {
            try await client().sendRestorePiece(.init(restoreID: id, data: [UInt8](repeating: 0, count: 1 << 20)))
        }
        try await hub.shutdown()
    }

    @Test func aMissingPieceIsSaid() async throws {
        let whole = try bytes(backup)
        let id = try await client().beginRestore(.init(bytes: UInt64(whole.count))).restoreID
        _ = try await client().sendRestorePiece(.init(restoreID: id, data: Array(whole.prefix(4_096))))
        let early = await expect(throws: RPCError.self) { try await client().finishRestore(.init(restoreID: id)) }
        expect(early?.code, equals: .outOfRange)
        // The rest can still come.
        for start in stride(from: 4_096, to: whole.count, by: 1 << 20) {
            let piece = Array(whole[start..<min(whole.count, start + 1 << 20)])
            _ = try await client().sendRestorePiece(.init(restoreID: id, offset: UInt64(start), data: piece))
        }
        _ = try await client().finishRestore(.init(restoreID: id))
        expect(restarts.stores.withLock(\.count), equals: 1)
        try await hub.shutdown()
    }

    @Test func aFullDiskIsSaidFirst() async throws {
        room.bytes.withLock { $0 = 40 << 20 }
        await expectRefusal(.outOfRange, "free some space") {
            try await client().beginRestore(.init(bytes: 5 << 20))
        }
        _ = try await client().beginRestore(.init(bytes: 4 << 20))
        try await hub.shutdown()
    }

    @Test func anEncryptedBackupNeedsItsKey() async throws {
        let key = RecoveryKey { Array(repeating: 3, count: $0) }
        let sealed = folder.file("sealed.backup")
        try await SealedBackup(key).seal(backup, to: sealed)
        let (id, isEncrypted) = try await send(bytes(sealed), client())
        expect(isEncrypted)
        let other = RecoveryKey { Array(repeating: 4, count: $0) }
        for (typed, words) in [
            ("", "is encrypted"), ("secret", "25 letters and digits"), (other.text, "does not open"),
        ] {
            let error = await expect(throws: RPCError.self) {
                try await client().finishRestore(.init(restoreID: id, recoveryKey: typed))
            }
            expect(
                (error?.code, error?.message.contains(words), left.count), are: (.permissionDenied, true, 1),
                "\(typed)")
            expect(error?.message.contains(typed) == false || typed.isEmpty, "the key is repeated")
        }
        _ = try await client().finishRestore(.init(restoreID: id, recoveryKey: key.text.lowercased()))
        let hubID = try await HomeStore.inspectBackup(backup).hubID
        expect(restarts.stores.withLock { $0.map(\.backup.hubID) }, equals: [hubID])
        try await hub.shutdown()
    }

    /// The hub checks for the room of two files, so there must not be a third.
    @Test func aDecryptedBackupTakesTheRoomOfTheReceivedOne() async throws {
        let key = RecoveryKey { Array(repeating: 3, count: $0) }
        let sealed = folder.file("sealed.backup")
        try await SealedBackup(key).seal(backup, to: sealed)
        _ = try await restore(bytes(sealed), key: key.text)
        expect(sizes.all.withLock { $0.count { $0 == 0 } }, equals: 1)
        try await hub.shutdown()
    }

    @Test func aCutEncryptedBackupIsDamaged() async throws {
        let key = RecoveryKey { Array(repeating: 3, count: $0) }
        let sealed = folder.file("sealed.backup")
        try await SealedBackup(key).seal(backup, to: sealed)
        let whole = try bytes(sealed)
        await expectRefusal(.dataLoss, "damaged or incomplete") {
            try await restore(Array(whole.dropLast()), key: key.text)
        }
        try await hub.shutdown()
    }

    @Test func aSenderThatIsGoneLeavesNothing() async throws {
        let id = try await client().beginRestore(.init(bytes: 1 << 20)).restoreID
        expect(left.count, equals: 1)
        await clock.advance(by: RestoreUpload.patience)
        try await until("the file is removed") { left.isEmpty }
        await expectRefusal(.notFound, "begin again") { try await client().finishRestore(.init(restoreID: id)) }
        try await hub.shutdown()
    }

    @Test func theSenderIsKnownByTheRestoresID() async throws {
        let sender = RestoreSender()
        let callers = RestoreAuthenticator(access: access, sender: sender)
        let here = Peer(address: "192.0.2.7:40122", isLocal: false, isPrivate: true)
        let eavesdropped = Peer(address: "192.0.2.7:40122", isLocal: false, isPrivate: false)
        sender.set("one")
        try expect(
            callers.principal(authorization: "Bearer one", of: here), equals: Principal(id: "restore", rights: .public))
        for (text, peer) in [("Bearer two", here), ("one", here), ("Bearer one", eavesdropped)] {
            let error = expect(throws: RPCError.self) { try callers.principal(authorization: text, of: peer) }
            expect(error?.code, equals: .unauthenticated, "\(text)")
        }
        sender.set(nil)
        let late = expect(throws: RPCError.self) { try callers.principal(authorization: "Bearer one", of: here) }
        expect(late?.code, equals: .unauthenticated)
        try await hub.shutdown()
    }

    @Test func strangersNeedTheCode() async throws {
        let code = try await access.invite(.owner).code
        let guest = try await access.invite(.provider, name: "a maker").code
        let request = { (code: String) in Hearth_V1_BeginRestoreRequest(code: code, bytes: 100) }
        for wrong in ["", "nonsense", guest] {
            await expectRefusal(.permissionDenied, "wrong, used or expired") {
                try await client(isOwner: false).beginRestore(request(wrong))
            }
        }
        await expectRefusal(.failedPrecondition, "encrypted connection") {
            try await client(isOwner: false, isPrivate: false).beginRestore(request(code))
        }
        _ = try await client(isOwner: false).beginRestore(request(code))
        // The code stays.
        _ = try await client(isOwner: false).beginRestore(request(code))
        for _ in 0..<30 { _ = try? await client(isOwner: false).beginRestore(request("nonsense")) }
        let locked = await expect(throws: RPCError.self) {
            try await client(isOwner: false).beginRestore(request("nonsense"))
        }
        expect(locked?.code, equals: .resourceExhausted)
        // A right code is accepted from a locked network, too.
        _ = try await client(isOwner: false).beginRestore(request(code))
        try await hub.shutdown()
    }

    @Test func aHubWithAnOwnerOrDevicesKeepsItsHome() async throws {
        let (id, _) = try await send(bytes(backup), client())
        hasDevices.isSet.withLock { $0 = true }
        await expectRefusal(.failedPrecondition, "has devices") {
            try await client().finishRestore(.init(restoreID: id))
        }
        await expectRefusal(.failedPrecondition, "has devices") { try await client().beginRestore(.init(bytes: 1)) }
        hasDevices.isSet.withLock { $0 = false }
        let code = try await access.invite(.owner).code
        _ = try await access.claim(
            code: code, name: "Ada", key: [UInt8](repeating: 1, count: 32),
            from: Peer(address: "192.0.2.7:40122", isLocal: false, isPrivate: true))
        await expectRefusal(.failedPrecondition, "has an owner") { try await client().beginRestore(.init(bytes: 1)) }
        try await hub.shutdown()
    }
}
