internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// The fan of an iFan, with three speeds.
struct FanPart: TasmotaPart {
    let entity = Entity(key: "fan", name: "Fan", kind: .fan(EntityKind.Fan(speeds: 3)))

    func values(in message: JSONValue) -> [EntityProperty: EntityValue] {
        guard let speed = message["FanSpeed"]?.number, (0...3).contains(speed) else { return [:] }
        return [.on: .bool(speed > 0), .speed: .number(speed / 3)]
    }

    func orders(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder] {
        guard command.action == .set else { throw refusal(command) }
        let speed: Double
        if command.values[.on] == .bool(false) {
            speed = 0
        } else if let share = try number(.speed, command) {
            speed = (min(max(share, 0), 1) * 3).rounded(.up)
        } else if command.values[.on] == .bool(true) {
            // A fan that is off has forgotten its speed.
            if case .number(let share)? = known[.speed], share > 0 { return [] }
            speed = 2
        } else {
            throw refusal(command)
        }
        return [TasmotaOrder("FanSpeed", String(Int(exactly: speed) ?? 0))]
    }
}
