internal import HearthBase
internal import HearthEntities

struct FanModel: ReportingModel {
    typealias State = FanStateResponse
    static let word = "fan"
    static let settable: Set<EntityProperty> = [.on, .speed, .oscillating, .direction, .preset]
    static let actions: Set<EntityCommand.Action> = [.set, .toggle]
    private static let directions = WordTable([0: "forward", 1: "reverse"])

    let listing: ListEntitiesFanResponse
    private let presets: [String]
    private let speeds: Int
    private var isOn = false

    init(_ listing: ListEntitiesFanResponse, _ session: EntityContext) {
        self.listing = listing
        presets = unique(listing.presets)
        speeds = listing.hasSpeed ? min(max(Int(listing.speeds), 0), 100) : 0
    }

    var kind: EntityKind {
        .fan(
            EntityKind.Fan(
                speeds: speeds, oscillates: listing.oscillates, hasDirection: listing.hasDirection, presets: presets))
    }

    mutating func values(of state: FanStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        isOn = state.isOn
        var values: [EntityProperty: EntityValue] = [.on: .bool(state.isOn)]
        if speeds > 0 {
            let level = min(max(Int(state.level), 0), speeds)
            values[.speed] = .number(Double(level) / Double(speeds))
        }
        if listing.oscillates { values[.oscillating] = .bool(state.isOscillating) }
        if listing.hasDirection { values[.direction] = .word(Self.directions.word(state.direction)) }
        if !presets.isEmpty { values[.preset] = .word(state.preset) }
        return values
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = FanCommandRequest(address: listing.head.address)
        request.isOn = command.action == .toggle ? !isOn : try command.flag(.on)
        if let speed = try command.number(.speed) {
            guard speeds > 0 else { throw .unsupported("the fan", "has no speeds") }
            // Less than a millionth of a step is an error of rounding.
            let level = (min(max(speed, 0), 1) * Double(speeds) - 1e-6).rounded(.up)
            if level < 1 { request.isOn = false } else { request.level = Int32(nearest: level) }
        }
        if let oscillating = try command.flag(.oscillating) {
            guard listing.oscillates else { throw .unsupported("the fan", "does not oscillate") }
            request.isOscillating = oscillating
        }
        if let direction = try command.word(.direction, of: ["forward", "reverse"]) {
            guard listing.hasDirection else { throw .unsupported("the fan", "has one direction") }
            request.direction = Self.directions.number(direction)
        }
        request.preset = try command.word(.preset, of: presets)
        return request
    }
}
