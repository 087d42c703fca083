internal import HearthBase
internal import HearthEntities

private let operations = WordTable([0: "idle", 1: "opening", 2: "closing"])

struct CoverModel: ReportingModel {
    typealias State = CoverStateResponse
    static let word = "cover"
    static let settable: Set<EntityProperty> = [.position, .tilt]
    static let actions: Set<EntityCommand.Action> = [.set, .toggle, .stop, .open]

    let listing: ListEntitiesCoverResponse
    private let canStop: Bool
    private var position: Float = 0

    init(_ listing: ListEntitiesCoverResponse, _ session: EntityContext) {
        self.listing = listing
        // All covers could stop before API 1.8, which added the field.
        canStop = listing.canStop || session.minor < 8
    }

    var kind: EntityKind {
        .cover(
            EntityKind.Cover(
                deviceClass: listing.deviceClass, hasPosition: listing.hasPosition, hasTilt: listing.hasTilt,
                canStop: canStop))
    }

    var isAssumed: Bool { listing.isAssumed }

    mutating func values(of state: CoverStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        position = state.position
        var values: [EntityProperty: EntityValue] = [.action: .word(operations.word(state.operation))]
        // An assumed cover without positions echoes its last command, which the hub assumes by itself.
        if listing.hasPosition || !listing.isAssumed { values[.position] = .fraction(state.position) }
        if listing.hasTilt { values[.tilt] = .fraction(state.tilt) }
        return values
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = CoverCommandRequest(address: listing.head.address)
        switch command.action {
        case .stop:
            guard canStop else { throw .unsupported("the cover", "can't stop on its way") }
            request.stops = true
            request.stopsTilt = listing.canStopTilt
        case .toggle where listing.canToggle: request.toggles = true
        case .toggle: request.position = position > 0 ? 0 : 1
        case .open: request.position = 1
        default:
            request.position = try command.fraction(.position)
            if !listing.hasPosition { request.position?.round() }
            if let tilt = try command.fraction(.tilt) {
                guard listing.hasTilt else { throw .unsupported("the cover", "has no slats to tilt") }
                request.tilt = tilt
            }
        }
        return request
    }
}

struct ValveModel: ReportingModel {
    typealias State = ValveStateResponse
    static let word = "valve"
    static let settable: Set<EntityProperty> = [.position]
    static let actions: Set<EntityCommand.Action> = [.set, .toggle, .stop, .open]

    let listing: ListEntitiesValveResponse
    private var position: Float = 0
    init(_ listing: ListEntitiesValveResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind {
        .valve(hasPosition: listing.hasPosition, canStop: listing.canStop, deviceClass: listing.deviceClass)
    }

    var isAssumed: Bool { listing.isAssumed }

    mutating func values(of state: ValveStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        position = state.position
        return [.position: .fraction(state.position), .action: .word(operations.word(state.operation))]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = ValveCommandRequest(address: listing.head.address)
        switch command.action {
        case .stop:
            guard listing.canStop else { throw .unsupported("the valve", "can't stop on its way") }
            request.stops = true
        case .toggle: request.position = position > 0 ? 0 : 1
        case .open: request.position = 1
        default:
            request.position = try command.fraction(.position)
            if !listing.hasPosition { request.position?.round() }
        }
        return request
    }
}

struct LockModel: ReportingModel {
    typealias State = LockStateResponse
    static let word = "lock"
    static let actions: Set<EntityCommand.Action> = [.lock, .unlock, .open]
    private static let states = WordTable([
        1: "locked", 2: "unlocked", 3: "jammed", 4: "locking", 5: "unlocking", 6: "opening", 7: "open",
    ])

    let listing: ListEntitiesLockResponse
    init(_ listing: ListEntitiesLockResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind {
        .lock(canOpen: listing.canOpen, codeFormat: listing.needsCode ? listing.codeFormat.limited(to: 256) : nil)
    }

    var isAssumed: Bool { listing.isAssumed }

    func values(of state: LockStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        [.lockState: .word(Self.states.word(state.state))]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = LockCommandRequest(address: listing.head.address)
        switch command.action {
        case .lock: request.command = 1
        case .open:
            guard listing.canOpen else { throw .unsupported("the lock", "can't pull the latch") }
            request.command = 2
        default: request.command = 0
        }
        request.code = command.code
        return request
    }
}
