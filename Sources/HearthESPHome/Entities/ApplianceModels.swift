internal import HearthBase
internal import HearthEntities

struct MediaPlayerModel: ReportingModel {
    typealias State = MediaPlayerStateResponse
    static let word = "media_player"
    static let settable: Set<EntityProperty> = [.on, .volume, .isMuted]
    static let actions: Set<EntityCommand.Action> = [.set, .toggle, .play, .pause, .stop]
    /// An announcement is played.
    private static let states = WordTable([1: "idle", 2: "playing", 3: "paused", 4: "playing", 5: "off", 6: "on"])
    /// The features that commands of ESPHome can use, by their bits (Home Assistant, MediaPlayerEntityFeature).
    private static let features = WordTable([
        1: "pause", 4: "volume_set", 8: "volume_mute", 128: "turn_on", 256: "turn_off", 4_096: "stop", 16_384: "play",
    ])

    let listing: ListEntitiesMediaPlayerResponse
    init(_ listing: ListEntitiesMediaPlayerResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind {
        // Firmware without the flags can play, stop and change the volume.
        let bits = listing.features != 0 ? listing.features : 4 | 8 | 4_096 | 16_384 | (listing.canPause ? 1 : 0)
        return .mediaPlayer(features: Self.features.words((0..<32).map { bits & 1 << $0 }.filter { $0 != 0 }))
    }

    func values(of state: MediaPlayerStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        let word = Self.states.word(state.state)
        return [
            .activity: .word(word), .on: word.map { .bool($0 != "off") } ?? .unknown,
            .volume: .fraction(state.volume), .isMuted: .bool(state.isMuted),
        ]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = MediaPlayerCommandRequest(address: listing.head.address)
        switch command.action {
        case .play: request.command = 0
        case .pause: request.command = 1
        case .stop: request.command = 2
        case .toggle: request.command = 5
        default:
            if let isMuted = try command.flag(.isMuted) { request.command = isMuted ? 3 : 4 }
            if let isOn = try command.flag(.on) { request.command = isOn ? 12 : 13 }
        }
        request.volume = try command.fraction(.volume)
        return request
    }
}

struct AlarmModel: ReportingModel {
    typealias State = AlarmControlPanelStateResponse
    static let word = "alarm_control_panel"
    static let settable: Set<EntityProperty> = [.alarmState]
    private static let states = WordTable([
        0: "disarmed", 1: "armed_home", 2: "armed_away", 3: "armed_night", 4: "armed_vacation",
        5: "armed_custom_bypass", 6: "pending", 7: "arming", 8: "disarming", 9: "triggered",
    ])
    /// The states that a panel can be brought to, by the bits of its features.
    private static let features = WordTable([
        1: "armed_home", 2: "armed_away", 4: "armed_night", 32: "armed_vacation", 16: "armed_custom_bypass",
        8: "triggered",
    ])
    private static let commands = WordTable([
        0: "disarmed", 1: "armed_away", 2: "armed_home", 3: "armed_night", 4: "armed_vacation",
        5: "armed_custom_bypass", 6: "triggered",
    ])

    let listing: ListEntitiesAlarmControlPanelResponse
    private let modes: [String]

    init(_ listing: ListEntitiesAlarmControlPanelResponse, _ session: EntityContext) {
        self.listing = listing
        modes = Self.features.words([1, 2, 4, 32, 16, 8].filter { listing.features & $0 != 0 })
    }

    var kind: EntityKind {
        .alarmPanel(modes: modes, needsCode: listing.needsCode, needsCodeToArm: listing.needsCodeToArm)
    }

    func values(of state: AlarmControlPanelStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        [.alarmState: .word(Self.states.word(state.state))]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        guard let word = try command.word(.alarmState, of: ["disarmed"] + modes), let number = Self.commands.number(word)
        else { throw .unsupported("the alarm panel", "needs the state to go to") }
        return AlarmControlPanelCommandRequest(
            address: listing.head.address, command: number, code: command.code ?? "")
    }
}

struct UpdateModel: ReportingModel {
    typealias State = UpdateStateResponse
    static let word = "update"
    static let actions: Set<EntityCommand.Action> = [.install]

    let listing: ListEntitiesUpdateResponse
    init(_ listing: ListEntitiesUpdateResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind { .update(canInstall: true) }

    func values(of state: UpdateStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        guard !state.isMissing else {
            return [.installedVersion: .unknown, .latestVersion: .unknown, .isInProgress: .unknown, .progress: .unknown]
        }
        return [
            .installedVersion: .word(state.currentVersion), .latestVersion: .word(state.latestVersion),
            .isInProgress: .bool(state.isInProgress),
            .progress: state.hasProgress ? .fraction(state.progress / 100) : .unknown,
        ]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        UpdateCommandRequest(address: listing.head.address, command: 1)
    }
}
