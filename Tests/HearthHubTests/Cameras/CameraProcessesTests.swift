internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthHub
internal import HearthRPC
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
                + "as the hub's user: hearth-cameras --hub here")
    }

    /// A maker's process may attach, but gets no password, whatever it says of itself.
    @Test func aMakersProcessGetsNoPassword() async throws {
        let test = try await TestHub(limits: .with { $0.heartbeat = .seconds(600) })
        let remote = try await TestRemote(test.client(Self.maker))
        _ = try await remote.hello(opensCameras: true)
        try await until { test.hub.providers.remotes["maker"]?.cameraOpening == .lacksRights }
        let error = await expect(throws: HomeError.self) { try await opener(test).open(Self.address) }
        expect(error?.message.contains("only to its owner's programs") ?? false)
        remote.writer.finish()
        while let content = try await remote.next() { expect("\(content)".contains("secret"), equals: false) }
    }

    @Test func theOwnersProgramOpensAStream() async throws {
        let test = try await TestHub(limits: .with { $0.heartbeat = .seconds(600) })
        // One that opens no cameras is not asked.
        let other = try await TestRemote(test.client())
        _ = try await other.hello("a")
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello("b", opensCameras: true)
        try await until { test.hub.providers.remotes["b"]?.cameraOpening == .opens }
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
}
