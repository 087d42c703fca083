internal import Expectations
internal import HearthEventLoop
internal import HearthMQTT
internal import HearthRPCTestSupport
internal import HearthTLS
internal import MQTTTestSupport
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// The client against mosquitto.
@Suite(.enabled(if: Mosquitto.isInstalled, Mosquitto.whyMissing), .timeLimit(.minutes(5)))
struct LiveTests {
    /// A client that is connected.
    private func client(_ settings: MQTTSettings, _ diary: Diary = Diary()) async throws -> (MQTTClient, Diary) {
        let client = try MQTTClient(settings)
        client.start(receiver: diary)
        try await until { diary.now.connections > 0 }
        return (client, diary)
    }

    private func text(_ topic: String, _ text: String, qos: UInt8 = 0, isRetained: Bool = false) -> MQTTMessage {
        MQTTMessage(topic: topic, payload: Array(text.utf8), qos: qos, isRetained: isRetained)
    }

    @Test func messagesOfAllQualitiesArrive() async throws {
        let broker = try await Mosquitto()
        let (listener, diary) = try await client(broker.settings())
        let filters = try (0...2).map { try MQTTFilter("q/\($0)/+", qos: UInt8($0)) }
        let results = try await listener.subscribe(filters)
        expect(results, equals: filters.map { MQTTSubscription($0, .granted($0.qos)) })
        let (speaker, _) = try await client(broker.settings())
        for round in 0..<30 {
            for qos in 0...2 {
                try await speaker.publish(text("q/\(qos)/x", "\(round)", qos: UInt8(qos)))
            }
        }
        try await until { diary.now.messages.count >= 90 }
        for qos in UInt8(0)...2 {
            let found = diary.now.messages.filter { $0.topic == "q/\(qos)/x" }
            let expected = (0..<30).map { text("q/\(qos)/x", "\($0)", qos: qos) }
            expect(found, equals: expected)
        }
        try await listener.unsubscribe([filters[0]])
        try await speaker.publish(text("q/0/x", "unheard"))
        try await speaker.publish(text("q/1/x", "heard", qos: 1))
        try await until { diary.now.messages.last == text("q/1/x", "heard", qos: 1) }
        expect(diary.now.messages.count, equals: 91)
        await speaker.stop()
        await listener.stop()
    }

    @Test("A kept message is told from a live one that is kept too")
    func retainedMessagesAreMarked() async throws {
        let broker = try await Mosquitto()
        let (speaker, _) = try await client(broker.settings())
        try await speaker.publish(text("a", "old", qos: 1, isRetained: true))
        let (listener, diary) = try await client(broker.settings())
        try await listener.subscribe([MQTTFilter("a")])
        try await until { diary.now.messages.count == 1 }
        try await speaker.publish(text("a", "new", qos: 1, isRetained: true))
        try await until { diary.now.messages.count == 2 }
        expect(diary.now.messages, equals: [text("a", "old", isRetained: true), text("a", "new")])
    }

    @Test func ownMessagesAreLeftOutIfAsked() async throws {
        let broker = try await Mosquitto()
        let (both, diary) = try await client(broker.settings())
        try await both.subscribe([MQTTFilter("own", isNoLocal: true), MQTTFilter("all")])
        try await both.publish(text("own", "1"))
        try await both.publish(text("all", "2"))
        try await until { !diary.now.messages.isEmpty }
        expect(diary.now.messages, equals: [text("all", "2")])
    }

    @Test("A message that several filters match arrives once, and a kept one for each subscription")
    func overlappingFiltersBringOneCopy() async throws {
        let broker = try await Mosquitto()
        let (speaker, _) = try await client(broker.settings())
        let (listener, diary) = try await client(broker.settings())
        try await listener.subscribe(["a/b", "a/+", "a/#", "+/b"].map { try MQTTFilter($0, qos: 1) })
        for round in 0..<5 { try await speaker.publish(text("a/b", "\(round)", qos: 1)) }
        try await listener.unsubscribe([MQTTFilter("a/b")])
        for round in 5..<10 { try await speaker.publish(text("a/b", "\(round)", qos: 1)) }
        try await speaker.publish(text("a/end", "", qos: 1))
        try await until { diary.now.messages.last?.topic == "a/end" }
        expect(
            diary.now.messages,
            equals: (0..<10).map { text("a/b", "\($0)", qos: 1) } + [text("a/end", "", qos: 1)])
    }

    @Test func manyFiltersAndMessagesComeInOrder() async throws {
        let broker = try await Mosquitto(["allow_anonymous true", "max_queued_messages 0"])
        let (speaker, _) = try await client(broker.settings())
        let payload = String(repeating: "x", count: 500)
        // At the same time, as one after the other each would wait for the tests that run beside this one.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1_500 {
                group.addTask { try await speaker.publish(text("t/\(number)", payload, isRetained: true)) }
            }
            try await group.waitForAll()
        }
        // A receiver that is slower than the broker, and room for few messages.
        var settings = broker.settings()
        settings.mostUndeliveredBytes = 10_000
        let listener = try MQTTClient(settings)
        let waiting = try await listener.subscribe((0..<1_500).map { try MQTTFilter("t/\($0)") })
        expect(waiting.allSatisfy { $0.outcome == .waiting })
        let diary = Diary(slowness: .microseconds(100))
        listener.start(receiver: diary)
        try await until { diary.now.messages.count == 1_500 && !diary.now.subscribed.isEmpty }
        expect(Set(diary.now.messages.map(\.topic)).count, equals: 1_500)
        expect(diary.now.messages.allSatisfy { $0.isRetained && $0.payload.count == 500 })
        expect(diary.now.subscribed.map(\.count), equals: [1_500])
        expect(diary.now.subscribed.joined().allSatisfy { $0.outcome == .granted(0) })
    }

    @Test func largeMessagesPassThrough() async throws {
        let broker = try await Mosquitto()
        let (both, diary) = try await client(broker.settings())
        try await both.subscribe([MQTTFilter("large", qos: 1)])
        let large = MQTTMessage(topic: "large", payload: [UInt8](repeating: 7, count: 4 << 20), qos: 1)
        try await both.publish(large)
        try await until { !diary.now.messages.isEmpty }
        expect(diary.now.messages == [large])
    }

    /// Notes for each message whether it is received on a loop's thread.
    private final class Places: MQTTReceiver {
        private let loop: EventLoop
        private let places = Mutex<(isConnected: Bool, onLoop: [Bool])>((false, []))

        init(_ loop: EventLoop) { self.loop = loop }

        var isConnected: Bool { places.withLock(\.isConnected) }
        var onLoop: [Bool] { places.withLock(\.onLoop) }

        func connected(sessionPresent: Bool) async { places.withLock { $0.isConnected = true } }
        func subscribed(_ subscriptions: [MQTTSubscription]) async {}
        func disconnected(_ reason: MQTTError, retryAfter: Duration) async {}
        func received(_ messages: [MQTTMessage]) async {
            let isCurrent = loop.isCurrent
            places.withLock { $0.onLoop += messages.map { _ in isCurrent } }
        }
    }

    @Test("Messages are received on the loop's thread, but long ones elsewhere")
    func longMessagesLeaveTheLoopFree() async throws {
        let broker = try await Mosquitto()
        let loop = try EventLoop.start()
        let places = Places(loop)
        let client = try MQTTClient(broker.settings(), loop: loop)
        client.start(receiver: places)
        try await until { places.isConnected }
        try await client.subscribe([MQTTFilter("a")])
        for size in [10, 20_000, 10] {
            try await client.publish(text("a", String(repeating: "x", count: size), qos: 1))
        }
        try await until { places.onLoop.count == 3 }
        expect(places.onLoop, equals: [true, false, true])
        await client.stop()
        await loop.stop()
    }

    @Test func restartOfTheBrokerIsSurvived() async throws {
        let broker = try await Mosquitto()
        let (listener, diary) = try await client(broker.settings())
        try await listener.subscribe([MQTTFilter("a")])
        await broker.stop()
        try await until { !diary.now.reasons.isEmpty }
        let refused = await expect(throws: MQTTError.self) { try await listener.publish(text("a", "lost")) }
        expect(refused?.code, equals: .notConnected)
        try await broker.start()
        try await until { diary.now.connections == 2 && diary.now.subscribed.count == 1 }
        try await listener.publish(text("a", "found"))
        try await until { !diary.now.messages.isEmpty }
        expect(diary.now.messages, equals: [text("a", "found")])
    }

    @Test func willIsPublishedOnTakeoverAndStop() async throws {
        let broker = try await Mosquitto()
        let (watcher, seen) = try await client(broker.settings())
        try await watcher.subscribe([MQTTFilter("status", qos: 1)])
        var settings = broker.settings("hub")
        settings.will = text("status", "offline", qos: 1, isRetained: true)
        settings.birth = text("status", "online", qos: 1, isRetained: true)
        let (first, firstDiary) = try await client(settings)
        try await until { seen.now.messages.count == 1 }
        let (second, _) = try await client(settings)
        try await until { !firstDiary.now.reasons.isEmpty }
        await first.stop()
        // mosquitto 2.0.11 gives no reason.
        let reason = try require(firstDiary.now.reasons.first)
        expect(reason.code == .takenOver || reason.message.contains("use the client id \"hub\""), "\(reason)")
        // In whichever order the will of the first comes: at last the second says that it is there.
        try await until {
            seen.now.messages.count >= 3 && seen.now.messages.last == text("status", "online", qos: 1)
        }
        await second.stop()
        try await until { seen.now.messages.last == text("status", "offline", qos: 1) }
    }

    @Test func wrongPasswordIsSaidAndWaits() async throws {
        let folder = try TemporaryFolder()
        _ = try await ChildProcess.run("mosquitto_passwd", ["-c", "-b", folder.file("passwords"), "hub", "right"])
        let broker = try await Mosquitto(
            ["allow_anonymous false", "password_file \(folder.file("passwords"))"], in: folder)
        var settings = broker.settings()
        settings.user = "hub"
        settings.password = "wrong"
        let wrong = try MQTTClient(settings)
        let diary = Diary()
        wrong.start(receiver: diary)
        try await until { !diary.now.reasons.isEmpty }
        expect(diary.now.reasons.map(\.code), equals: [.notAuthorized])
        expect(diary.now.delays, equals: [.seconds(60)])
        expect(diary.now.reasons.first?.message.contains("check the user name and the password"), equals: true)
        await wrong.stop()
    }

    @Test func refusedPublishSaysSo() async throws {
        let folder = try TemporaryFolder()
        let rules = try folder.file("acl", "topic write allowed\n")
        let broker = try await Mosquitto(["allow_anonymous true", "acl_file \(rules)"], in: folder)
        let (speaker, _) = try await client(broker.settings())
        try await speaker.publish(text("allowed", "1", qos: 1))
        let error = await expect(throws: MQTTError.self) { try await speaker.publish(text("other", "1", qos: 1)) }
        expect(error?.code, equals: .notAuthorized)
        expect(error?.message.contains("\"other\""), equals: true)
    }

    @Test("A broker that knows only MQTT 3.1.1 is used with that")
    func oldBrokerIsUsed() async throws {
        let broker = try await Mosquitto()
        guard case .unix(let path) = broker.endpoint else { return expect(false) }
        // Refuses MQTT 5.0 as old brokers do, and passes MQTT 3.1.1 on.
        let proxy = try PythonProgram(
            lines: """
                import os, socket, sys, threading
                server = socket.socket(socket.AF_UNIX); server.bind(sys.argv[1]); server.listen()
                print("ready", flush=True)
                def copy(source, sink):
                    while data := source.recv(65536): sink.sendall(data)
                    sink.shutdown(socket.SHUT_WR)
                while True:
                    peer, _ = server.accept()
                    head = peer.recv(9, socket.MSG_WAITALL | socket.MSG_PEEK)
                    if head[8] == 5:
                        peer.recv(65536); peer.sendall(bytes([0x20, 2, 0, 1])); peer.close(); continue
                    broker = socket.socket(socket.AF_UNIX); broker.connect(sys.argv[2])
                    for pair in ((peer, broker), (broker, peer)):
                        threading.Thread(target=copy, args=pair, daemon=True).start()
                """
        ).start([broker.folder.file("old"), path])
        let ready = await proxy.line { $0 == "ready" }
        try require(ready != nil)
        var settings = MQTTSettings(endpoint: .unix(path: broker.folder.file("old")), clientID: "hub")
        settings.will = text("status", "offline", isRetained: true)
        let (old, diary) = try await client(settings)
        try await old.subscribe([MQTTFilter("#", qos: 2)])
        for qos in UInt8(0)...2 { try await old.publish(text("a", "\(qos)", qos: qos)) }
        try await until { diary.now.messages.count == 3 }
        expect(diary.now.messages, equals: (UInt8(0)...2).map { text("a", "\($0)", qos: $0) })
        let (watcher, seen) = try await client(broker.settings())
        try await watcher.subscribe([MQTTFilter("status")])
        await old.stop()
        try await until { !seen.now.messages.isEmpty }
        expect(seen.now.messages, equals: [text("status", "offline")])
        proxy.send(9)
    }

    @Test(.enabled(if: TestAuthority.isPossible, "skipped: openssl is not installed"))
    func privateAuthorityAndPinAreTrusted() async throws {
        let authority = try TestAuthority()
        let own = try authority.give("broker", names: "DNS:localhost")
        let broker = try await Mosquitto(
            ["allow_anonymous true", "certfile \(own.certificate)", "keyfile \(own.key)"], overTCP: true)
        var settings = broker.settings()
        settings.security = .tls(trust: .authorities(authority.file))
        let (both, diary) = try await client(settings)
        try await both.subscribe([MQTTFilter("a")])
        let large = MQTTMessage(topic: "a", payload: [UInt8](repeating: 7, count: 1 << 20))
        try await both.publish(large)
        try await until { !diary.now.messages.isEmpty }
        expect(diary.now.messages == [large])
        await both.stop()

        let identity = try TLSIdentity(certificateFile: own.certificate, keyFile: own.key)
        settings.security = .tls(trust: .pinned(publicKeySHA256: identity.publicKeySHA256))
        _ = try await client(settings)

        for (trust, name) in [
            (ClientTLS.Trust.authorities(authority.file), "other.example"), (.system, nil as String?),
            (.pinned(publicKeySHA256: [UInt8](repeating: 1, count: 32)), nil),
        ] {
            settings.security = .tls(trust: trust, serverName: name)
            let refused = try MQTTClient(settings)
            let diary = Diary()
            refused.start(receiver: diary)
            try await until { !diary.now.reasons.isEmpty }
            expect(diary.now.reasons.first?.code, equals: .insecure)
            await refused.stop()
        }
        // Clear text to the port of TLS.
        settings.security = .clearText
        let clear = try MQTTClient(settings)
        let clearDiary = Diary()
        clear.start(receiver: clearDiary)
        try await until { !clearDiary.now.reasons.isEmpty }
        expect(clearDiary.now.reasons.first?.message.contains("does it use TLS"), equals: true)
        await clear.stop()
    }

    @Test func nothingIsReportedAfterStop() async throws {
        let broker = try await Mosquitto()
        let (listener, diary) = try await client(broker.settings())
        try await listener.subscribe([MQTTFilter("a")])
        let (speaker, _) = try await client(broker.settings())
        await listener.stop()
        let before = diary.now
        try await speaker.publish(text("a", "1", qos: 1))
        await broker.stop()
        try await Task.sleep(for: .milliseconds(50))
        expect(diary.now.messages.count, equals: before.messages.count)
        expect(diary.now.reasons.count, equals: before.reasons.count)
        let error = await expect(throws: MQTTError.self) { try await listener.publish(text("a", "1")) }
        expect(error?.code, equals: .stopped)
    }

    @Test func unreachableBrokerIsSaid() async throws {
        let folder = try TemporaryFolder()
        let client = try MQTTClient(MQTTSettings(endpoint: .unix(path: folder.file("none")), clientID: "hub"))
        let diary = Diary()
        client.start(receiver: diary)
        try await until { diary.now.reasons.count >= 2 }
        expect(diary.now.reasons.first?.code, equals: .unreachable)
        await client.stop()
    }
}
