internal import HearthAccessControl
internal import HearthBase
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import Expectations
internal import Testing
@testable internal import Hearth

/// A client that can't connect learns why at once, and nothing is left of the attempt.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct ConnectFaultTests {
    @Test func missingHubIsReported() async throws {
        let hub = try await ServedHub.start()
        let address = hub.address
        try await hub.stop()
        let error = await failure { try await Home.connect(to: address) }
        expect((error?.code, error?.message.contains(address)), are: (.unavailable, true))
    }

    @Test func anotherKeyThanThePinnedOne() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let pin = [UInt8](repeating: 0xAB, count: 32)
        let tls = try hub.tls(pin: pin)
        let error = await failure { try await Home.connect(to: hub.address, tls: tls) }
        expect(error?.code, equals: .unavailable)
        // Both keys are in the error, so that a person can compare them.
        expect(error?.message.contains(hex(pin)), equals: true)
        expect(error?.message.contains(hex(try require(hub.access).identity.publicKeySHA256)), equals: true)
    }

    @Test func aKeyThatTheHubDoesNotKnow() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        for own in [nil, try TLSIdentity.make(names: [])] {
            let tls = try hub.tls(own: own)
            let error = await failure { try await Home.connect(to: hub.address, tls: tls) }
            expect(error?.code, equals: .unauthenticated)
            expect(error?.message.contains("pair first"), equals: true, "\(error as Any)")
        }
    }

    @Test func aTokenThatIsWrongExpiredOrRevoked() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let access = try require(hub.access)
        let expired = try await access.control.makeToken(.owner, name: "old", life: 1).token
        let revoked = try await access.control.makeToken(.owner, name: "gone", life: nil)
        _ = try await access.control.revoke(revoked.credential.id)
        await access.clock.advance(by: .seconds(2))
        let tls = try hub.tls()
        for (token, word) in [(expired, "expired"), (revoked.token, "revoked"), ("hth_slip", "token")] {
            let error = await failure { try await Home.connect(to: hub.address, tls: tls, token: token) }
            expect(error?.code, equals: .unauthenticated)
            expect(error?.message.contains(word), equals: true, "\(error as Any)")
            expect(error?.message.contains(token), equals: false)
        }
    }

    @Test func aProviderMayNotSeeTheHome() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let token = try await hub.access?.control.makeToken(.provider, name: "acme", life: nil).token
        let tls = try hub.tls()
        let error = await failure { try await Home.connect(to: hub.address, tls: tls, token: token) }
        expect(error?.code, equals: .permissionDenied)
    }

    /// When the home's credential ends, its publishers and calls fail, and the client does not reconnect.
    @Test(arguments: [true, false]) func aTokenThatEndsWhileTheHomeIsConnected(isRevoked: Bool) async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let access = try require(hub.access)
        let made = try await access.control.makeToken(.owner, name: "script", life: 3600)
        let home = try await Home.connect(to: hub.address, tls: try hub.tls(), token: made.token)
        let devices = Recorder(home.devices().batched())
        await expect(devices.next().value?.count, equals: TestHouse.all.count)
        let device = try require(try await home.devices().list().first)
        if isRevoked {
            _ = try await access.control.revoke(made.credential.id)
        } else {
            await access.clock.advance(by: .seconds(3_700))
        }
        var event = await devices.next()
        while event.value != nil { event = await devices.next() }
        expect(event.error?.code, equals: .unauthenticated, "\(event)")
        await expect(failure { try await device.setName("x") }?.code, equals: .unauthenticated)
        await expect(failure { try await home.devices().list() }?.code, equals: .unauthenticated)
    }

    @Test func tlsToAClearTextHubIsReported() async throws {
        let hub = try await ServedHub.start()
        let tls = try hub.tls(pin: [UInt8](repeating: 1, count: 32))
        let error = await failure { try await Home.connect(to: hub.address, tls: tls) }
        expect(error?.code, equals: .unavailable)
        expect(error?.message.contains("speak TLS"), equals: true, "\(error as Any)")
    }

    @Test func clearTextWhereThereIsTLS() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        await expect(failure { try await Home.connect(to: hub.address) }?.code, equals: .unauthenticated)
    }

    @Test(arguments: ["HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", "220 mail.example ESMTP\r\n"])
    func otherProtocolsAreReported(_ greeting: String) async throws {
        let other = try await NoHub.start(saying: greeting)
        let tls = try ClientTLS(trust: .pinned(publicKeySHA256: [UInt8](repeating: 1, count: 32)))
        for tls in [nil, tls] {
            let error = await failure { try await Home.connect(to: other.address, tls: tls) }
            expect(error?.code, equals: .unavailable, "\(error as Any)")
            expect(error?.message.contains(other.address), equals: true, "\(error as Any)")
        }
        await other.stop()
    }

    /// Only the connect timeout ends the wait for a silent peer.
    @Test func silentPeerTimesOut() async throws {
        let other = try await NoHub.start(saying: nil)
        let configuration = HomeClientConfiguration(connectTimeout: .milliseconds(100))
        let error = await failure { try await Home.connect(to: other.address, configuration: configuration) }
        expect(error?.code, equals: .deadlineExceeded)
        expect(error?.message.contains("0.1 seconds"), equals: true, "\(error as Any)")
        await other.stop()
    }

    @Test func failedConnectionIsReleased() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let address = hub.address
        weak var left: HomeConnection?
        do {
            let transport = try HTTP2Transport(connectingTo: address)
            let connection = HomeConnection(
                calls: RPCClient(transport: transport), ownsCalls: true, configuration: HomeClientConfiguration(),
                clock: SystemClock())
            left = connection
            await expect(failure { try await connection.open() }?.code, equals: .unauthenticated)
        }
        while left != nil { try await Task.sleep(for: .milliseconds(1)) }
    }
}
