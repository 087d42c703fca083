internal import Expectations
internal import HearthCalendar
internal import HearthEventLoop
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// First keys of ESPHome devices.
@Suite(.timeLimit(.minutes(5))) struct ESPHomeKeyTests {
    /// A device with firmware of 2025 without a key, in clear text only. It prints its port, and each key that it gets.
    private static let device = PythonProgram(
        lines: """
            import socket, sys
            def varint(number):
                return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)
            def text(field, value):
                return varint(field << 3 | 2) + varint(len(value)) + value.encode()
            def number(field, value):
                return varint(field << 3) + varint(value)
            def read(stream):
                value, shift = 0, 0
                while True:
                    byte = stream.read(1)[0]
                    value |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        return value
            encrypts, key = sys.argv[1] == "encrypts", ""
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            while True:
                client, _ = listener.accept()
                stream, is_first = client.makefile("rb"), True
                try:
                    while True:
                        kind = stream.read(1)
                        if kind == b"":
                            break
                        if key and is_first:
                            client.sendall(b"\\x01\\x00\\x13\\x01Bad indicator byte")
                            break
                        if kind == b"\\x01":
                            client.sendall(b"\\x00Bad indicator byte")
                            break
                        is_first = False
                        size, message = read(stream), read(stream)
                        body = stream.read(size)
                        answers = {
                            1: (2, number(1, 1) + number(2, 10) + text(4, "lamp")), 3: (4, b""),
                            9: (10, text(2, "lamp") + text(3, "AA:BB:CC:00:11:22") + (number(19, 1) if encrypts else b"")),
                            11: (19, b""), 124: (125, number(1, 1)), 5: (6, b"")}
                        if message in answers:
                            kind, answer = answers[message]
                            client.sendall(b"\\x00" + varint(len(answer)) + varint(kind) + answer)
                        if message == 124:
                            key = body[2:].decode()
                            print("key", key, flush=True)
                except (IndexError, OSError):
                    pass
                stream.close()
                client.close()
            """)
    private static let text = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    private func kind(notice: @escaping @Sendable (String) -> Void = { _ in }) throws -> ESPHomeKind {
        ESPHomeKind(
            loop: try EventLoop.shared.get(), clock: SystemClock(), zone: .utc, makeKey: { Array(0..<32) },
            notice: notice)
    }

    private func settings(
        _ port: String, gives: Bool = true, key: String? = nil, of kind: ESPHomeKind
    ) throws -> IntegrationSettings {
        try IntegrationSettings(
            values: ["host": "127.0.0.1", "port": port, "give-key": gives ? "yes" : "no"],
            secrets: key.map { ["key": StoredSecret($0)] } ?? [:]
        ).checked(for: kind)
    }

    @Test(.enabled(if: device.isInstalled, "skipped: Python is not installed"))
    func aKeylessDeviceGetsItsKeyAfterTheProbe() async throws {
        let notices = Mutex<[String]>([])
        let kind = try kind { notice in notices.withLock { $0.append(notice) } }
        let program = try Self.device.start(["encrypts"])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        let found = try await kind.probe(settings(port, of: kind)) { _ in }
        expect(
            found,
            equals: ProbedDevices(
                identity: "aabbcc001122", name: "lamp", deviceNames: ["lamp"],
                secrets: ["key": StoredSecret(Self.text)]))
        // Neither the probe nor an addition that gives no key changes the device.
        try await kind.claim(settings(port, gives: false, key: Self.text, of: kind), identity: found.identity)
        expect(try await kind.probe(settings(port, gives: false, of: kind)) { _ in }.secrets, equals: [:])
        expect(notices.withLock { $0 }, equals: [])
        // A key of the person's is taken, too.
        let own = String(Self.text.reversed().drop { $0 == "=" }) + "="
        expect(try await kind.probe(settings(port, key: own, of: kind)) { _ in }.secrets, equals: [:])

        let stored = try settings(port, key: Self.text, of: kind)
        try await kind.claim(stored, identity: found.identity)
        let line = await program.line { $0.hasPrefix("key") }.map { String($0) }
        expect(line, equals: "key \(Self.text)")
        expect(
            notices.withLock { $0 }, equals: ["gave the ESPHome device at 127.0.0.1 its first encryption key"])
        // A device that has a key is left as it is.
        try await kind.claim(stored, identity: found.identity)
        expect(notices.withLock { $0.count }, equals: 1)
        let error = await expect(throws: IntegrationFailure.self) {
            _ = try await kind.probe(settings(port, of: kind)) { _ in }
        }
        expect(error?.fields, equals: ["key"])
        withExtendedLifetime(program) {}
    }

    @Test(.enabled(if: device.isInstalled, "skipped: Python is not installed"))
    func firmwareWithoutEncryptionTakesNoKey() async throws {
        let kind = try kind()
        let program = try Self.device.start(["plain"])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        let error = await expect(throws: IntegrationFailure.self) {
            _ = try await kind.probe(settings(port, of: kind)) { _ in }
        }
        expect(error?.fields, equals: ["give-key"])
        let refusal = await expect(throws: IntegrationFailure.self) {
            try await kind.claim(settings(port, key: Self.text, of: kind), identity: "aabbcc001122")
        }
        expect(refusal?.reason, equals: .secretRefused)
        withExtendedLifetime(program) {}
    }
}
