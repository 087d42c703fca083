struct ListEntitiesMediaPlayerResponse: ListingMessage {
    static let id: UInt16 = 63
    static let name = "ListEntitiesMediaPlayerResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 10),
        flag(8, "supports_pause", \.canPause),
        number(11, "feature_flags", \.features))
    var head = ListingHead()
    var canPause = false
    var features: UInt32 = 0
}

struct MediaPlayerStateResponse: EntityMessage {
    static let id: UInt16 = 64
    static let name = "MediaPlayerStateResponse"
    static let fields = table(
        address(device: 5),
        choice(2, "state", \.state),
        real(3, "volume", \.volume),
        flag(4, "muted", \.isMuted))
    var address = EntityAddress()
    var state: UInt32 = 0
    var volume: Float = 0
    var isMuted = false
}

struct MediaPlayerCommandRequest: EntityMessage {
    static let id: UInt16 = 65
    static let name = "MediaPlayerCommandRequest"
    static let fields = table(
        address(device: 10),
        flag(2, "has_command", \.command.isSet),
        choice(3, "command", \.command.orZero),
        flag(4, "has_volume", \.volume.isSet),
        real(5, "volume", \.volume.orZero))
    var address = EntityAddress()
    var command: UInt32?
    var volume: Float?
}

struct ListEntitiesAlarmControlPanelResponse: ListingMessage {
    static let id: UInt16 = 94
    static let name = "ListEntitiesAlarmControlPanelResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 11),
        number(8, "supported_features", \.features),
        flag(9, "requires_code", \.needsCode),
        flag(10, "requires_code_to_arm", \.needsCodeToArm))
    var head = ListingHead()
    var features: UInt32 = 0
    var needsCode = false
    var needsCodeToArm = false
}

struct AlarmControlPanelStateResponse: EntityMessage {
    static let id: UInt16 = 95
    static let name = "AlarmControlPanelStateResponse"
    static let fields = table(
        address(device: 3),
        choice(2, "state", \.state))
    var address = EntityAddress()
    var state: UInt32 = 0
}

struct AlarmControlPanelCommandRequest: EntityMessage {
    static let id: UInt16 = 96
    static let name = "AlarmControlPanelCommandRequest"
    static let fields = table(
        address(device: 4),
        choice(2, "command", \.command),
        text(3, "code", \.code))
    var address = EntityAddress()
    var command: UInt32 = 0
    var code = ""
}

struct ListEntitiesUpdateResponse: ListingMessage {
    static let id: UInt16 = 116
    static let name = "ListEntitiesUpdateResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 9),
        text(8, "device_class", \.deviceClass))
    var head = ListingHead()
    var deviceClass = ""
}

struct UpdateStateResponse: EntityMessage {
    static let id: UInt16 = 117
    static let name = "UpdateStateResponse"
    static let fields = table(
        address(device: 11),
        flag(2, "missing_state", \.isMissing),
        flag(3, "in_progress", \.isInProgress),
        flag(4, "has_progress", \.hasProgress),
        real(5, "progress", \.progress),
        text(6, "current_version", \.currentVersion),
        text(7, "latest_version", \.latestVersion))
    var address = EntityAddress()
    var isMissing = false
    var isInProgress = false
    var hasProgress = false
    var progress: Float = 0
    var currentVersion = ""
    var latestVersion = ""
}

struct UpdateCommandRequest: EntityMessage {
    static let id: UInt16 = 118
    static let name = "UpdateCommandRequest"
    static let fields = table(
        address(device: 3),
        choice(2, "command", \.command))
    var address = EntityAddress()
    var command: UInt32 = 0
}
