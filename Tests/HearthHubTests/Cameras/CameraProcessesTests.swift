internal import Expectations
internal import HearthAccessControl
internal import HearthCameraMedia
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Testing

/// The hub's own cameras, whose streams the program `hearth-cameras` opens.
@Suite(.timeLimit(.minutes(2)))
struct CameraProcessesTests {
    private static let maker = Principal(id: "maker", rights: [.public, .provide], credential: "key of maker")
    private static let address = CameraAddress(url: "rtsp://192.0.2.1/main", user: "admin", password: "secret")

    private func opener(_ test: TestHub) -> any CameraOpener { test.hub.cameraOpener { "hearth-cameras --hub here" } }

    @Test func theProgramThatIsMissingIsNamed() async throws {
        let test = try await TestHub()
        let error = await expect(throws: HomeError.self) { try await opener(test).open(Self.address) }
        expect(error?.code, equals: .failedPrecondition)
        expect(
            error?.message,
            equals: "there is no picture, as the program hearth-cameras is not running; start it on the hub's machine, "
                + "as the hub's user and without a token: hearth-cameras --hub here")
    }

    /// A process that attaches, whatever it says of itself.
    struct Attaching: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let principal: Principal
        let peer: Peer
        let outcome: String

        init(_ name: String, _ principal: Principal, at peer: Peer, _ outcome: String) {
            (testDescription, self.principal, self.peer, self.outcome) = (name, principal, peer, outcome)
        }
    }

    private static let own = Peer.User.ofThisProcess
    private static let other = Peer.User(id: own.id &+ 1_000, groupIDs: own.groupIDs)
    private static func socket(_ user: Peer.User) -> Peer {
        Peer(address: "unix:/run/hub.sock", isLocal: true, isPrivate: true, user: user)
    }
    private static func loopback(_ user: Peer.User?) -> Peer {
        Peer(
            address: "127.0.0.1:40122", isLocal: true, isPrivate: true, user: user.map { Peer.User(id: $0.id) })
    }
    private static let remote = Peer(address: "192.0.2.9:40122", isLocal: false, isPrivate: true)
    private static let ownerWithToken = Principal(id: "owner/1", rights: .all, credential: "1")
    private static var programWithToken: Principal {
        var program = Principal.camerasProgram
        program.credential = "3"
        return program
    }
    private static let member = Principal(
        id: "member/2", rights: [.public, .view, .operate, .manage], credential: "2", person: "somebody")

    private static let table = [
        Attaching("the hub's user by socket", .owner, at: socket(own), "gets"),
        Attaching("the hub's user by loopback", .owner, at: loopback(own), "gets"),
        Attaching("root by socket", .owner, at: socket(Peer.User(id: 0, groupIDs: [0])), "gets"),
        Attaching("the user of the cameras' program by socket", .camerasProgram, at: socket(other), "gets"),
        Attaching("the user of the cameras' program by loopback", .camerasProgram, at: loopback(other), "gets"),
        Attaching("the cameras' program elsewhere", .camerasProgram, at: remote, "is refused"),
        Attaching("a token of the cameras' program by socket", programWithToken, at: socket(other), "is refused"),
        Attaching("an owner who is another user, by socket", .owner, at: socket(other), "is refused"),
        Attaching("an owner who is another user, by loopback", .owner, at: loopback(other), "is refused"),
        Attaching("an owner whose user is not known", .owner, at: loopback(nil), "is refused"),
        Attaching("an owner elsewhere without a token", .owner, at: remote, "is refused"),
        Attaching("a token of the owner by TCP", ownerWithToken, at: remote, "is refused"),
        Attaching("a token of the owner by loopback", ownerWithToken, at: loopback(own), "is refused"),
        Attaching("a token of the owner by socket", ownerWithToken, at: socket(own), "is refused"),
        Attaching("a maker's token", maker, at: socket(own), "is refused"),
        Attaching("a person's key", member, at: socket(own), "can't attach"),
        Attaching("a stranger", .anonymous(.public), at: socket(other), "can't attach"),
    ]

    @Test("Only a process that could read the store gets passwords of cameras", arguments: table)
    func passwordsStayOnTheMachine(_ attaching: Attaching) async throws {
        let test = try await TestHub(limits: .with { $0.heartbeat = .seconds(600) })
        let transport = InProcessTransport(server: test.server, principal: attaching.principal, peer: attaching.peer)
        let remote = try await TestRemote(RPCClient(transport: transport))
        do {
            _ = try await remote.hello(opensCameras: true)
        } catch let error as RPCError {
            // A call that is over before its first message has the reason at its end.
            let code = await remote.end()?.code ?? error.code
            expect([.permissionDenied, .unauthenticated].contains(code), "\(code)")
            return expect("can't attach", equals: attaching.outcome)
        }
        let providers = test.hub.providers
        try await until { providers.cameraOpener != nil || providers.remotes["maker"]?.isRefusedPasswords ?? false }
        guard attaching.outcome == "gets" else {
            let error = await expect(throws: HomeError.self) { try await opener(test).open(Self.address) }
            expect(error?.message.contains("gets no passwords") ?? false)
            expect(error?.message.hasSuffix("without a token: hearth-cameras --hub here") ?? false)
            remote.writer.finish()
            while let content = try await remote.next() { expect("\(content)".contains("secret"), equals: false) }
            return try await expect(Self.rows(test), equals: [])
        }
        let opening = Task { try await opener(test).open(Self.address) }
        guard case .openFeed(let asked)? = try await remote.next() else {
            return expect(false, "no stream is asked for")
        }
        expect(asked.address?.password, equals: "secret")
        opening.cancel()
        try await expect(Self.rows(test), equals: ["started \"maker\", which gets the passwords of the hub's cameras"])
        expect(
            test.notices.all,
            equals: ["\"maker\" opens the streams of the hub's cameras, and gets their passwords for that"])
    }

    /// What the audit log says of processes.
    private static func rows(_ test: TestHub) async throws -> [String] {
        try await test.store.audit(AuditRequest()).map(\.what).filter { $0.hasPrefix("started") }
    }

    @Test func theUserOfTheProgramIsNamed() async throws {
        let test = try await TestHub()
        let opener = test.hub.cameraOpener(user: "the user cameras") { "sudo -u cameras hearth-cameras" }
        let error = await expect(throws: HomeError.self) { try await opener.open(Self.address) }
        expect(
            error?.message,
            equals: "there is no picture, as the program hearth-cameras is not running; start it on the hub's machine, "
                + "as the user cameras and without a token: sudo -u cameras hearth-cameras")
    }

    @Test func theFirstProcessOpensUntilItEnds() async throws {
        let test = try await TestHub(limits: .with { $0.heartbeat = .seconds(600) })
        let providers = test.hub.providers
        let first = try await TestRemote(test.client())
        _ = try await first.hello("z", opensCameras: true)
        try await until { providers.cameraOpener != nil }
        let second = try await TestRemote(test.client())
        _ = try await second.hello("0", opensCameras: true)
        try await until { test.notices.all.count == 2 }
        for (remote, id) in [(first, "z"), (second, "0")] {
            try await until { providers.cameraOpener === providers.remotes[id] }
            let opening = Task { try await opener(test).open(Self.address) }
            guard case .openFeed? = try await remote.next() else { return expect(false, "no stream is asked for") }
            opening.cancel()
            remote.writer.finish()
        }
    }

    @Test func theOwnersProgramOpensAStream() async throws {
        let test = try await TestHub(limits: .with { $0.heartbeat = .seconds(600) })
        // One that opens no cameras is not asked.
        let other = try await TestRemote(test.client())
        _ = try await other.hello("a")
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello("b", opensCameras: true)
        try await until { test.hub.providers.cameraOpener != nil }
        async let opening = opener(test).open(Self.address)
        guard case .openFeed(let asked)? = try await remote.next() else {
            return expect(false, "no stream is asked for")
        }
        expect(
            asked.address,
            equals: Hearth_V1_CameraAddress(url: "rtsp://192.0.2.1/main", user: "admin", password: "secret"))
        expectNil(asked.target)
        let (writer, reader) = try await Hearth_V1_ProviderClient(test.client()).feed()
        func send(_ content: Hearth_V1_FeedRequest.OneOf_Content) async throws {
            try await writer.write(Hearth_V1_FeedRequest(content: content))
        }
        try await send(.hello(.init(providerID: "b", feedID: asked.feedID)))
        try await send(.format(.init(video: .init(codec: "jpeg", width: 64, height: 64))))
        try await send(.unit(.init(isKey: true, data: [9])))
        writer.finish()
        let viewer = try await opening
        _ = try await viewer.next()
        // What was sent before the end of the call is there.
        try await expect(viewer.next(), equals: .unit(CameraUnit(isKey: true, time: 0, bytes: [9])))
        withExtendedLifetime((other, reader)) {}
    }

    @Test func anOfferReachesTheProgramWithTheAddress() async throws {
        let test = try await TestHub(limits: .with { $0.heartbeat = .seconds(600) })
        let missing = await expect(throws: HomeError.self) { try await opener(test).connect(Self.address, offer: "o") }
        expect(missing?.message.contains("hearth-cameras is not running") ?? false)
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello("b", opensCameras: true)
        try await until { test.hub.providers.cameraOpener != nil }
        async let connecting = opener(test).connect(Self.address, offer: "offer")
        guard case .openFeed(let asked)? = try await remote.next() else {
            return expect(false, "no stream is asked for")
        }
        expect(
            asked,
            equals: Hearth_V1_OpenFeed(
                feedID: asked.feedID,
                address: Hearth_V1_CameraAddress(url: "rtsp://192.0.2.1/main", user: "admin", password: "secret"),
                offerSdp: "offer"))
        let (writer, reader) = try await Hearth_V1_ProviderClient(test.client()).feed()
        let hello = Hearth_V1_FeedHello(providerID: "b", feedID: asked.feedID)
        try await writer.write(Hearth_V1_FeedRequest(content: .hello(hello)))
        try await writer.write(Hearth_V1_FeedRequest(content: .answerSdp("answer")))
        let session = try await require(connecting)
        expect(session.answer, equals: "answer")
        session.end()
        try await expect(reader.next() == nil)
    }
}
