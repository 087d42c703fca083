internal import Foundation
internal import HearthBase
internal import HearthCameraMedia
internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import Synchronization

/// A provider of cameras in the hub's process; the test sends their pictures.
final class TestCamera: DeviceProvider, CameraSource, CameraSpeakers {
    static let trait = Matter.CameraAvStreamManagementTrait.descriptor
    private static let recordingPrivacy: UInt32 = 19
    private static let livePrivacy: UInt32 = 20
    private static let hardPrivacy: UInt32 = 21
    static let speakerMuted: UInt32 = 25

    private let devices: TestProvider
    private let relays = Mutex<[CameraRequest: CameraRelay]>([:])
    private let answers: Bool
    private let sessions = Mutex<[UUID: OneShot<(any Error)?>]>([:])
    private let connecting = Mutex<@Sendable () -> Void>({})
    let talks = TestTalks()
    /// What its loudspeaker plays; empty for a camera without one.
    let plays: [AudioFormat]
    private let opened = Mutex<[TestSpeaker]>([])
    /// Its loudspeaker, each time that it was opened.
    var speakers: [TestSpeaker] { opened.withLock(\.self) }
    /// Opened when `open` may return.
    let mayOpen: Latch?
    /// Opened when commands may return.
    private let mayAnswer: Latch?

    /// - Parameters:
    ///   - answers: whether it has live views over WebRTC.
    ///   - plays: the formats of its loudspeaker.
    init(
        _ ids: [String] = ["camera"], room: String? = nil, mayOpen: Latch? = nil, mayAnswer: Latch? = nil,
        answers: Bool = false, plays: [AudioFormat] = []
    ) {
        self.answers = answers
        self.plays = plays
        self.mayAnswer = mayAnswer
        devices = TestProvider(ids.map { Self.description($0, room: room) })
        self.mayOpen = mayOpen
    }

    static func description(_ id: String, room: String? = nil) -> DeviceDescription {
        DeviceDescription(
            id: id, name: "Porch", suggestedRoom: room,
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: 0x142, revision: 1, isPrimary: true)],
                    traits: [TraitInstance(descriptor: trait, attributes: attributes)]),
                EndpointDescription(
                    id: 2, parent: 0, deviceTypes: [.init(id: 0x107, revision: 1, isPrimary: true)],
                    traits: [
                        TraitInstance(
                            descriptor: Matter.OccupancySensingTrait.descriptor,
                            attributes: [0: .unsigned(0), 1: .unsigned(0), 2: .unsigned(1)])
                    ]),
            ], isMatterDevice: false)
    }

    static let attributes: StructureValue = [
        6: .unsigned(1), 11: .unsigned(1), 14: .list([.unsigned(3)]), 18: .list([.unsigned(3)]),
        recordingPrivacy: .bool(false), livePrivacy: .bool(false), hardPrivacy: .bool(false),
        0xFFF9: .list([.unsigned(12)]), 0xFFFC: .unsigned(8), 0xFFFD: .unsigned(2),
    ]

    static func path(_ id: String = "camera") -> TraitPath {
        TraitPath(TraitTarget(deviceID: id, endpoint: 1), trait.id)
    }

    static func request(
        _ id: String = "camera", _ quality: Hearth_V1_CameraQuality = .main, withoutAudio: Bool = false
    ) -> Hearth_V1_OpenLiveViewRequest {
        Hearth_V1_OpenLiveViewRequest(
            target: Hearth_V1_Target(deviceID: id, endpoint: 1), quality: quality, withoutAudio: withoutAudio)
    }

    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        try await devices.start(hub: hub, stored: stored)
    }

    /// The answer to CaptureSnapshot, which is the only command.
    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        await mayAnswer?.wait()
        return [0: .octets(Self.jpeg), 1: .unsigned(0), 2: .structure([0: .unsigned(640), 1: .unsigned(360)])]
    }

    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]

    func write(_ update: AttributeUpdate) async throws { try await devices.write(update) }
    func stop() async { await devices.stop() }

    func open(_ request: CameraRequest) async throws -> CameraViewer {
        await mayOpen?.wait()
        return relay(request.device, request.quality).join()
    }

    func connect(_ request: CameraRequest, offer: String) async throws -> CameraSession? {
        guard answers else { return nil }
        connecting.withLock { $0 }()
        let (id, ended) = (UUID(), OneShot<(any Error)?>())
        sessions.withLock { $0[id] = ended }
        return CameraSession(
            answer: "answer to \(offer)", ended: ended, talk: { [talks] isOn in try await talks.set(isOn) }
        ) {
            _ = self.sessions.withLock { $0.removeValue(forKey: id) }
        }
    }

    func speakerFormats(of request: CameraRequest) -> [AudioFormat] { plays }

    func openSpeaker(of request: CameraRequest, _ format: AudioFormat) async throws -> any CameraSpeaker {
        try await talks.set(true)
        let speaker = TestSpeaker()
        opened.withLock { $0.append(speaker) }
        return speaker
    }

    /// Sets what happens while a session is being opened.
    func onConnect(_ body: @escaping @Sendable () -> Void) { connecting.withLock { $0 = body } }

    /// The sessions that go on.
    var sessionCount: Int { sessions.withLock { $0.count } }

    /// Ends all sessions, as when their clients are gone.
    ///
    /// - Parameter error: why they broke; nil if their clients have left.
    func endSessions(_ error: (any Error)? = nil) {
        for ended in sessions.withLock({ Array($0.values) }) { ended.set(error) }
    }

    func relay(_ id: String = "camera", _ quality: CameraQuality = .main) -> CameraRelay {
        let request = CameraRequest(device: id, endpoint: 1, quality: quality)
        return relays.withLock { relays in
            if let relay = relays[request] { return relay }
            let relay = CameraRelay()
            relay.send(
                .format(
                    CameraFormat(
                        video: VideoFormat(codec: "avc1.42C01E"), audio: AudioFormat(codec: "opus", sampleRate: 48_000))
                ))
            relay.send(.unit(CameraUnit(isKey: true, time: 0, bytes: [1])))
            relays[request] = relay
            return relay
        }
    }

    /// Moves the privacy switch on the device.
    func setHardPrivacy(_ isOn: Bool) {
        devices.report(Self.path(), [Self.hardPrivacy: .bool(isOn)])
    }

    func setRecordingPrivacy(_ isOn: Bool) {
        devices.report(Self.path(), [Self.recordingPrivacy: .bool(isOn)])
    }

    /// Motion in front of the camera, which is over at once.
    func move(_ id: String = "camera") {
        let path = TraitPath(
            TraitTarget(deviceID: id, endpoint: 2), Matter.OccupancySensingTrait.descriptor.id)
        for value: UInt64 in [1, 0] { devices.report(path, [0: .unsigned(value)]) }
    }

    /// The provider takes the camera out of the home, as if it were gone for good.
    func withdraw() async throws { try await devices.remove(["camera"]) }

    func comeBack() async throws { try await devices.bring([Self.description("camera")]) }

    func muteSpeaker(_ isOn: Bool) { devices.report(Self.path(), [Self.speakerMuted: .bool(isOn)]) }

    func setLivePrivacy(_ isOn: Bool) {
        devices.report(Self.path(), [Self.livePrivacy: .bool(isOn)])
    }
}

/// What a camera is asked to play, in order.
final class TestTalks: Sendable {
    private let wishes = Mutex<[Bool]>([])
    private let opening = Mutex<@Sendable () async throws -> Void>({})

    var all: [Bool] { wishes.withLock(\.self) }

    /// Sets what happens while the camera opens its loudspeaker.
    func onOpening(_ body: @escaping @Sendable () async throws -> Void) { opening.withLock { $0 = body } }

    func set(_ isOn: Bool) async throws {
        wishes.withLock { $0.append(isOn) }
        if isOn { try await opening.withLock(\.self)() }
    }
}

/// A camera's loudspeaker.
final class TestSpeaker: CameraSpeaker {
    private let state = Mutex<(played: [SpokenPacket], isOver: Bool)>(([], false))

    var played: [SpokenPacket] { state.withLock { $0.played } }
    var isOver: Bool { state.withLock { $0.isOver } }
    func play(_ packet: SpokenPacket) { state.withLock { $0.played.append(packet) } }
    func end() { state.withLock { $0.isOver = true } }
}

/// A client's live view.
struct TestView {
    let reader: RPCReader<Hearth_V1_OpenLiveViewResponse>

    /// Opens a view and reads up to its first picture.
    init(_ client: RPCClient, _ request: Hearth_V1_OpenLiveViewRequest = TestCamera.request()) async throws {
        reader = try await Hearth_V1_CameraClient(client).openLiveView(request)
    }

    /// The next part in short: "opened", "format", or the unit's time.
    func next() async throws(RPCError) -> String? {
        guard let message = try await reader.next() else { return nil }
        return switch message.part {
        case .opened: "opened"
        case .format(let format): format.audio == nil ? "format" : "format with sound"
        case .unit(let unit): "\(unit.isAudio ? "sound" : "picture") \(unit.time)"
        case nil: "nothing"
        }
    }

    /// The error that ends it; nil for OK.
    func end() async -> RPCError? {
        do {
            while try await reader.next() != nil {}
            return nil
        } catch {
            return error
        }
    }
}
