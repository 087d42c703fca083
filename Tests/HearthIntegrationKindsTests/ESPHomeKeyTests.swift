internal import Expectations
internal import HearthCalendar
internal import HearthEntities
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
    /// A device with firmware of 2025. It has no key at first, or that of its second argument, and takes a first key in
    /// clear text only. It prints its port, each key that it gets, and the count of passwords that it got.
    private static let device = PythonProgram(
        lines: """
            import base64, hashlib, hmac, socket, struct, sys
            from cryptography.exceptions import InvalidTag
            from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
            from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
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
            class Cipher:
                def __init__(self, key):
                    self.key, self.count = ChaCha20Poly1305(key), 0
                def nonce(self):
                    self.count += 1
                    return struct.pack("<IQ", 0, self.count - 1)
                def seal(self, data, more=b""):
                    return self.key.encrypt(self.nonce(), data, more)
                def open(self, data, more=b""):
                    return self.key.decrypt(self.nonce(), data, more)
            class Noise:
                # Noise_NNpsk0_25519_ChaChaPoly_SHA256, as the responder.
                def __init__(self, client, stream, key):
                    self.client, self.stream = client, stream
                    self.hash = self.chain = hashlib.sha256(b"Noise_NNpsk0_25519_ChaChaPoly_SHA256").digest()
                    self.mix(b"NoiseAPIInit\\0\\0" + self.frame(started=True))
                    self.send(b"\\x01lamp\\0aabbcc001122\\0")
                    hello = self.frame()
                    values = self.derive(base64.b64decode(key), 3)
                    self.mix(values[1])
                    self.cipher = Cipher(values[2])
                    other = hello[1:33]
                    self.mix(other)
                    self.derive(other, 2)
                    self.cipher.open(hello[33:], self.hash)
                    self.mix(hello[33:])
                    own = X25519PrivateKey.generate()
                    public = own.public_key().public_bytes_raw()
                    self.mix(public)
                    self.derive(public, 2)
                    self.derive(own.exchange(X25519PublicKey.from_public_bytes(other)), 2)
                    answer = public + self.cipher.seal(b"", self.hash)
                    keys = self.derive(b"", 2)
                    self.receiving, self.sending = Cipher(keys[0]), Cipher(keys[1])
                    self.send(b"\\0" + answer)
                def mix(self, data):
                    self.hash = hashlib.sha256(self.hash + data).digest()
                def derive(self, data, count):
                    key, values = hmac.digest(self.chain, data, "sha256"), [b""]
                    for index in range(count):
                        values.append(hmac.digest(key, values[-1] + bytes([index + 1]), "sha256"))
                    self.chain = values[1]
                    self.cipher = Cipher(values[2])
                    return values[1:]
                def frame(self, started=False):
                    head = self.stream.read(2 if started else 3)
                    return self.stream.read(struct.unpack(">H", head[-2:])[0])
                def send(self, data):
                    self.client.sendall(struct.pack(">BH", 1, len(data)) + data)
                def read(self):
                    message = self.receiving.open(self.frame())
                    return struct.unpack(">H", message[:2])[0], message[4:]
                def write(self, kind, body):
                    self.send(self.sending.seal(struct.pack(">HH", kind, len(body)) + body))
            class Plain:
                def __init__(self, client, stream):
                    self.client, self.stream, self.is_first = client, stream, True
                def read(self):
                    if not self.is_first:
                        self.stream.read(1)
                    self.is_first = False
                    size, kind = read(self.stream), read(self.stream)
                    return kind, self.stream.read(size)
                def write(self, kind, body):
                    self.client.sendall(b"\\0" + varint(len(body)) + varint(kind) + body)
            encrypts, key = sys.argv[1] == "encrypts", "".join(sys.argv[2:])
            locked, passwords = sys.argv[1] == "locked", 0
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            while True:
                client, _ = listener.accept()
                stream = client.makefile("rb")
                try:
                    encrypted = stream.read(1) == b"\\1"
                    if encrypted and not key:
                        client.sendall(b"\\0Bad indicator byte")
                        raise IndexError
                    if key and not encrypted:
                        client.sendall(b"\\1\\0\\x13\\1Bad indicator byte")
                        raise IndexError
                    wire = Noise(client, stream, key) if encrypted else Plain(client, stream)
                    while True:
                        message, body = wire.read()
                        answers = {
                            1: (2, number(1, 1) + number(2, 10) + text(4, "lamp")), 3: (4, b""),
                            9: (10, number(1, locked) + text(2, "lamp") + text(3, "AA:BB:CC:00:11:22") + (number(19, 1) if encrypts else b"")),
                            11: (19, b""), 124: (125, number(1, 1)), 5: (6, b"")}
                        if message in answers:
                            wire.write(*answers[message])
                        if message == 3 and len(body) > 2:
                            passwords += 1
                            print("password", passwords, flush=True)
                        if message == 124:
                            key = body[2:].decode()
                            print("key", key or "none", flush=True)
                except InvalidTag:
                    client.sendall(b"\\1\\0\\x16\\1Handshake MAC failure")
                except (IndexError, OSError, struct.error):
                    pass
                stream.close()
                client.close()
            """, needs: ["cryptography"])
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

    @Test(.enabled(if: device.isInstalled, "skipped: Python with cryptography is not installed"))
    func aKeylessDeviceGetsItsKeyAfterTheProbe() async throws {
        let notices = Mutex<[String]>([])
        let kind = try kind { notice in notices.withLock { $0.append(notice) } }
        let program = try Self.device.start(["encrypts"])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        let found = try await kind.probe(settings(port, of: kind), isAddition: true) { _ in }
        expect(
            found,
            equals: ProbedDevices(
                identity: "aabbcc001122", name: "lamp", deviceNames: ["lamp"],
                secrets: ["key": StoredSecret(Self.text)]))
        // Neither the probe nor an addition that gives no key changes the device.
        try await kind.claim(settings(port, gives: false, key: Self.text, of: kind), identity: found.identity)
        expect(
            try await kind.probe(settings(port, gives: false, of: kind), isAddition: true) { _ in }.secrets, equals: [:]
        )
        expect(notices.withLock { $0 }, equals: [])
        // A key of the person's is taken, too.
        let own = String(Self.text.reversed().drop { $0 == "=" }) + "="
        expect(try await kind.probe(settings(port, key: own, of: kind), isAddition: true) { _ in }.secrets, equals: [:])

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
            _ = try await kind.probe(settings(port, of: kind), isAddition: true) { _ in }
        }
        expect(error?.fields, equals: ["key"])
        withExtendedLifetime(program) {}
    }

    @Test(.enabled(if: device.isInstalled, "skipped: Python with cryptography is not installed"))
    func onlyAnAdditionTakesADeviceWithoutItsKey() async throws {
        let kind = try kind()
        let program = try Self.device.start(["encrypts"])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        let settings = try settings(port, key: Self.text, of: kind)
        let error = await expect(throws: IntegrationFailure.self) {
            _ = try await kind.probe(settings, isAddition: false) { _ in }
        }
        expect(error?.reason, equals: .secretRefused)
        _ = try await kind.probe(settings, isAddition: true) { _ in }
        withExtendedLifetime(program) {}
    }

    @Test(
        "What answers without the key that it should have gets no password",
        .enabled(if: device.isInstalled, "skipped: Python with cryptography is not installed"))
    func attemptsWithoutTheKeyHaveNoPassword() async throws {
        let kind = try kind()
        let program = try Self.device.start(["locked"])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        var settings = try settings(port, key: Self.text, of: kind)
        settings.secrets["password"] = StoredSecret("hunter22")
        let keyed = settings
        let error = await expect(throws: IntegrationFailure.self) {
            _ = try await kind.probe(keyed, isAddition: true) { _ in }
        }
        expect(error?.fields, equals: ["key"])
        settings.secrets["key"] = nil
        settings.values["give-key"] = "no"
        _ = try await kind.probe(settings, isAddition: true) { _ in }
        expect(await program.line { $0.hasPrefix("password") }.map { String($0) }, equals: "password 1")
        withExtendedLifetime(program) {}
    }

    @Test(
        "A key that the device has already is not the hub's to take away",
        .enabled(if: device.isInstalled, "skipped: Python with cryptography is not installed"))
    func aKeyOfAnotherClientStays() async throws {
        let kind = try kind()
        let program = try Self.device.start(["encrypts", Self.text])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        let given = try settings(port, key: Self.text, of: kind)
        let found = try await kind.probe(given, isAddition: true) { _ in }
        expect(found.settings, equals: ["give-key": "no"])
        expect(found.secrets, equals: [:])

        let changed = given.changed(by: IntegrationSettings(secrets: ["key": StoredSecret("another")]))
        expect(try kind.completed(changed, changing: given)["give-key"], equals: "no")
        let moved = given.changed(by: IntegrationSettings(values: ["host": "192.0.2.1"]))
        expect(try kind.completed(moved, changing: given), equals: moved)
        let kept = try settings(port, gives: false, key: Self.text, of: kind)
        let error = expect(throws: IntegrationFailure.self) { try kind.completed(given, changing: kept) }
        expect(error?.fields, equals: ["give-key"])

        // Its removal changes nothing; that of a device which the hub has given its key does.
        try await kind.makeLink(kept, identity: found.identity).withdraw()
        try await kind.makeLink(given, identity: found.identity).withdraw()
        let line = await program.line { $0.hasPrefix("key") }.map { String($0) }
        expect(line, equals: "key none")
        expect(
            try await kind.probe(settings(port, gives: false, of: kind), isAddition: false) { _ in }.name,
            equals: "lamp")
        withExtendedLifetime(program) {}
    }

    @Test(.enabled(if: device.isInstalled, "skipped: Python with cryptography is not installed"))
    func aRemovalSaysThatADeviceKeepsItsKey() async throws {
        let notices = Mutex<[String]>([])
        let kind = try kind { notice in notices.withLock { $0.append(notice) } }
        let program = try Self.device.start(["encrypts", String(Self.text.reversed().drop { $0 == "=" }) + "="])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        let link = try kind.makeLink(settings(port, key: Self.text, of: kind), identity: "aabbcc001122")
        await link.withdraw()
        expect(
            notices.withLock { $0.map { $0.hasPrefix("the ESPHome device at 127.0.0.1 may keep the encryption key") } },
            equals: [true])
        withExtendedLifetime(program) {}
    }

    @Test(.enabled(if: device.isInstalled, "skipped: Python with cryptography is not installed"))
    func firmwareWithoutEncryptionTakesNoKey() async throws {
        let kind = try kind()
        let program = try Self.device.start(["plain"])
        let port = try require(await program.line { UInt16($0) != nil }.map { String($0) })
        let error = await expect(throws: IntegrationFailure.self) {
            _ = try await kind.probe(settings(port, of: kind), isAddition: true) { _ in }
        }
        expect(error?.fields, equals: ["give-key"])
        let refusal = await expect(throws: IntegrationFailure.self) {
            try await kind.claim(settings(port, key: Self.text, of: kind), identity: "aabbcc001122")
        }
        expect(refusal?.reason, equals: .secretRefused)
        withExtendedLifetime(program) {}
    }
}
