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
    @Test func wordsThatAreWrongWithoutAHub() async throws {
        let cases: [([String], Int32, String)] = [
            (["frobnicate"], 64, "there is no command \"frobnicate\"; hearth help lists them"),
            (["devcies"], 64, "there is no command \"devcies\"; did you mean \"devices\"?"),
            (["devices", "--jsno"], 64, "unknown option --jsno; did you mean --json?"),
            (["show"], 64, "DEVICE|PART is missing"),
            (["devices", "--hub", "nowhere"], 64, "\"nowhere\" is not an address; write HOST:PORT"),
            (["devices", "--hub", "127.0.0.1:1"], 69, "is a hub running? hearth serve --demo starts one"),
            (["watch", "--hub", "unix:/no/such/socket"], 69, "cannot connect to unix:/no/such/socket"),
            (["dim", "x", "bright", "--hub", "127.0.0.1:1"], 64, "\"bright\" is not a percentage"),
            (["devices", "--color", "pink"], 64, "--color takes auto, always or never"),
            (
                ["set", "a", "OnOff.onTime"], 64,
                "\"OnOff.onTime\" is not TRAIT.ATTRIBUTE=VALUE, as in OnOff.onTime=300"
            ),
        ]
        for (words, status, message) in cases { try await expectFailure(words, status, message) }
    }

    @Test func missingOrRefusedThingsAreReported() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let cases: [([String], Int32, String)] = [
            (["show", "Flor Lamp"], 1, "there is no device \"Flor Lamp\"; did you mean \"Floor Lamp\""),
            (["show", "Hallway"], 1, "\"Hallway\" could be \"Hallway Light\", "),
            (["send", "floor", "Foo.bar"], 1, "\"Floor Lamp\" has no trait \"Foo\"; it has BasicInformation, "),
            (["send", "floor", "OnOff.tggle"], 1, "OnOff has no command \"tggle\"; did you mean \"toggle\"?"),
            (
                ["send", "floor", "LevelControl.moveToLevel"], 64,
                "argument level is missing; it is given as level=50%, "
            ),
            (["send", "floor", "tggle"], 1, "\"Floor Lamp\" has no command \"tggle\"; did you mean \"toggle\"?"),
            (["remove", "floor"], 64, "Not a terminal; pass --yes to confirm"),
            (
                ["send", "floor", "LevelControl.moveToLevel", "level=x"], 64,
                "level must be a whole number of 0 to 255, not \"x\""
            ),
            (
                ["send", "floor", "LevelControl.moveToLevel", "level=255", "transitionTime=0"], 1,
                "argument level is 255, which breaks the rule max = 254"
            ),
            (
                ["send", "floor", "LevelControl.moveToClosestFrequency", "frequency=3"], 1,
                "Floor Lamp does not take LevelControl.moveToClosestFrequency; it takes moveToLevel, "
            ),
            (["send", "floor", "OnOff.toggle", "--endpoint", "9"], 1, "has no OnOff on endpoint 9; it has it on 1"),
            (["send", "glow", "OnOff.toggle"], 64, "say which with --endpoint N"),
            (["send", "front", "DoorLock.unlockDoor", "pinCode=00"], 1, "Front Door: the PIN code is wrong"),
            (["set", "floor", "OnOff.onOff=true"], 1, "OnOff.onOff is read-only; writable: onTime, "),
            (["set", "floor", "OnOff.bogus=1"], 64, "\"bogus\" is no attribute of OnOff; known: onOff, "),
            (["set", "floor", "OnOff.onTime=70000"], 1, "OnOff.onTime is 70000, which breaks the rule max = 65535"),
            (
                ["set", "floor", "OnOff.onTime=9", "LevelControl.onLevel=9"], 64,
                "OnOff and LevelControl are two traits"
            ),
            (
                ["set", "floor", "LevelControl.onLevel=9", "LevelControl.onTransitionTime=70000"], 1,
                "LevelControl.onTransitionTime is 70000, which breaks the rule max = 65534"
            ),
        ]
        for (words, status, message) in cases {
            try await expectFailure(words + ["--hub", hub.address], status, message)
        }
        // The demo house changes meanwhile; the refused commands have changed nothing.
        try await expect(!hub.run("log", "floor", "--json").output.contains(#""cause":"hearth-"#))
        _ = try await hub.run("on", "floor")
        _ = try await hub.run("off", "floor")
        try await expect(hub.run("log", "floor", "--json").output.contains(#""cause":"hearth-"#))
    }

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
            expect(error?.code, equals: code)
            expect(error?.message.isEmpty, equals: false)
        }
        try await expect(hub.run("devices").status, equals: 0)
    }

    @Test func aHubThatCannotStart() async throws {
        let folder = try TemporaryFolder()
        let store = folder.file("home.db")
        let hub = try await HubUnderTest(store: store)
        let other = folder.file("other.db")
        try await expectFailure(
            ["serve", "--store", other, "--listen", hub.address], 73, "\(hub.address) is in use by")
        try await expectFailure(
            ["serve", "--store", store, "--listen", "127.0.0.1:0"], 73, "is open in another process, pid ")
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
        try await expect(hub.run("devices").status, equals: 0)

        hub.program.send(SIGTERM)
        await expect(hub.program.wait().status, equals: 0)
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
