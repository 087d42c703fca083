internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthSQL
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Bad input ends in one message that names it and the right form, and changes nothing.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct BadInputTests {
    /// Any client may send any bytes: the call ends with a status, and the hub keeps working.
    @Test func bytesThatAreNoMessage() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let read = MethodDescriptor(service: "hearth.v1.HomeService", method: "Read", kind: .unary)
        for (bytes, code) in [
            ([0x0A, 0xFF], .invalidArgument), ([0xFF, 0xFF, 0xFF], .invalidArgument),
            ([UInt8](repeating: 0, count: 5 << 20), .resourceExhausted),
        ] as [([UInt8], RPCError.Code)] {
            let error = await expect(throws: RPCError.self) {
                let options = CallOptions(timeout: .seconds(20))
                let _: Raw = try await client.unary(read, Raw(bytes: bytes), options: options)
            }
            expect((error?.code, error?.message.isEmpty), are: (code, false))
        }
        try await expect(hub.run("devices").status, equals: 0)
    }

    @Test func aHubThatCannotStart() async throws {
        let folder = try TemporaryFolder()
        let store = folder.file("home.db")
        let hub = try await HubUnderTest(store: store)
        let other = folder.file("other.db")
        try await expectFailure(
            ["serve", "--store", other, "--listen", hub.address], 75, "\(hub.address) is in use by")
        try await expectFailure(
            ["serve", "--store", store, "--listen", "127.0.0.1:0"], 75, "is open in another process, pid ")
        // An address that no interface has yet (RFC 5737).
        try await expectFailure(
            ["serve", "--store", other, "--listen", "192.0.2.1:4327"], 75, "cannot bind 192.0.2.1:4327")
        try await expectFailure(
            ["serve", "--store", other, "--tls-cert", "x"], 64, "--tls-cert and --tls-key go together")
        try await expectFailure(
            ["serve", "--store", other, "--tls-cert", "/no/c", "--tls-key", "/no/k"], 73, "/no/c cannot be")
        try await expectFailure(["serve", "--store", other, "--listen", "nowhere"], 64, "is not an address")
        for place in ["Berlin", "52.52", "91,0", "52.52,13.40,1", "nan,0"] {
            try await expectFailure(["serve", "--store", other, "--location", place], 64, "not \"\(place)\"")
        }
        try await expectFailure(
            ["serve", "--store", other, "--log-time", "soon"], 64, "--log-time takes a time of 1h to 100y")
        let nowhere = folder.file("no/home.db")
        try await expectFailure(
            ["serve", "--store", nowhere, "--listen", "127.0.0.1:0"], 73, "cannot be opened or created")
        let socket = "unix:" + folder.file("no/hub.sock")
        try await expectFailure(
            ["serve", "--store", other, "--listen", socket], 73, "cannot bind \(socket): its folder does not")
        let socketOfAnother = folder.file("other.sock")
        let another = try await HubUnderTest(store: folder.file("another.db"), ["--socket", socketOfAnother])
        for (path, status, message) in [
            (folder.file("no/hub.sock"), 73, "cannot bind unix:\(folder.file("no/hub.sock")): its folder does not"),
            (store, 73, "\(store) exists and is not a socket; choose another path"),
            (socketOfAnother, 75, "unix:\(socketOfAnother) is in use by another process"),
        ] as [(String, Int32, String)] {
            try await expectFailure(
                ["serve", "--store", other, "--listen", "127.0.0.1:0", "--socket", path], status, message)
        }
        await another.stop()
        try await expect(hub.run("devices").status, equals: 0)

        await hub.stop()
        // In SQLite's header, and in the middle of a page.
        try await refusesStore(changing: store, at: 63, "the database is damaged; restore a backup")
        try await refusesStore(changing: store, at: 6_000, "the database is damaged; restore a backup")
        let ownID: Int32 = 0x4852_5448
        for (id, versions, message) in [
            (ownID, 99, "was written by a newer version"), (7, 1, "belongs to another program"),
        ] {
            let path = folder.file("of-\(id).db")
            let schema = DatabaseSchema(applicationID: id, migrations: Array(repeating: "", count: versions))
            try Database(path: path, schema: schema).close()
            try await refusesStore(path, message)
        }
        let text = folder.file("notes.txt")
        try Data("Not a database at all, but a text that is long enough.".utf8).write(to: URL(fileURLWithPath: text))
        try await expectFailure(
            ["serve", "--store", text, "--listen", "127.0.0.1:0"], 73, "this is not a SQLite database")
        try expect(String(contentsOfFile: text, encoding: .utf8).hasPrefix("Not a database"))
    }

    private func refusesStore(changing store: String, at offset: Int, _ message: String) async throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: store))
        bytes[offset] += 1
        let changed = store + "-\(offset)"
        try bytes.write(to: URL(fileURLWithPath: changed))
        try await refusesStore(changed, message)
    }

    /// Expects an error and an unchanged file.
    private func refusesStore(_ path: String, _ message: String) async throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try await expectFailure(["serve", "--store", path, "--listen", "127.0.0.1:0"], 73, message)
        try expect(Data(contentsOf: URL(fileURLWithPath: path)), equals: bytes)
    }

    private func expectFailure(_ words: [String], _ status: Int32, _ message: String) async throws {
        let outcome = try await HearthProgram.run(words)
        expect(outcome.status, equals: status, "\(words)")
        expect(outcome.output, equals: "", "\(words)")
        expect(outcome.error.hasPrefix("hearth: "), "\(words)")
        expect(outcome.error.contains(message), "\(words): \(outcome.error)")
    }

    private struct Raw: RPCMessage {
        var bytes: [UInt8]
        init(bytes: [UInt8]) { self.bytes = bytes }
        /// No response message arrives.
        init(serialized: RawSpan) { bytes = [] }
        func serialized(reserving prefix: Int) -> [UInt8] { [UInt8](repeating: 0, count: prefix) + bytes }
    }
}
