internal import HearthBase
internal import HearthEntities

struct SwitchModel: ReportingModel {
    typealias State = SwitchStateResponse
    static let word = "switch"
    static let settable: Set<EntityProperty> = [.on]
    static let actions: Set<EntityCommand.Action> = [.set, .toggle]

    let listing: ListEntitiesSwitchResponse
    private var isOn = false
    init(_ listing: ListEntitiesSwitchResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind { .toggle(deviceClass: listing.deviceClass) }
    var isAssumed: Bool { listing.isAssumed }

    mutating func values(of state: SwitchStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        isOn = state.isOn
        return [.on: state.isMissing ? .unknown : .bool(state.isOn)]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        let wanted = command.action == .toggle ? !isOn : try command.flag(.on)
        return SwitchCommandRequest(address: listing.head.address, isOn: wanted ?? isOn)
    }
}

struct SirenModel: ReportingModel {
    typealias State = SirenStateResponse
    static let word = "siren"
    static let settable: Set<EntityProperty> = [.on, .tone, .volume]
    static let actions: Set<EntityCommand.Action> = [.set, .toggle]

    let listing: ListEntitiesSirenResponse
    private let tones: [String]
    private var isOn = false

    init(_ listing: ListEntitiesSirenResponse, _ session: EntityContext) {
        self.listing = listing
        tones = unique(listing.tones)
    }

    var kind: EntityKind {
        .siren(tones: tones, hasVolume: listing.hasVolume, hasDuration: listing.hasDuration)
    }

    mutating func values(of state: SirenStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        isOn = state.isOn
        return [.on: .bool(state.isOn)]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = SirenCommandRequest(address: listing.head.address)
        request.isOn = command.action == .toggle ? !isOn : try command.flag(.on)
        request.tone = try command.word(.tone, of: tones)
        if listing.hasVolume { request.volume = try command.fraction(.volume) }
        if listing.hasDuration { request.duration = command.duration.map { UInt32(clamping: $0.wholeSeconds) } }
        return request
    }
}

struct ButtonModel: EntityModel {
    static let word = "button"
    static let actions: Set<EntityCommand.Action> = [.press]

    let listing: ListEntitiesButtonResponse
    init(_ listing: ListEntitiesButtonResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind { .press(deviceClass: listing.deviceClass) }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        ButtonCommandRequest(address: listing.head.address)
    }
}
