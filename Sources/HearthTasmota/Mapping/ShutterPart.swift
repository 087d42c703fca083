internal import HearthBase
internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// A shutter, which two relays move (Tasmota's documentation, "Blinds and Shutters").
struct ShutterPart: TasmotaPart {
    let entity: Entity
    private let number: Int
    private let isInverted: Bool
    /// What the device calls closed and open; nil if it doesn't tilt.
    private let tilt: (closed: Double, open: Double)?

    /// - Parameter index: the place among the shutters, from 0.
    init(_ index: Int, _ config: TasmotaConfig, isOnly: Bool) {
        number = index + 1
        let options = config.shutterOptions
        isInverted = options.indices.contains(index) && options[index] & 1 == 1
        let tilts = config.tilts.indices.contains(index) ? config.tilts[index] : []
        tilt =
            tilts.count == 3 && tilts.allSatisfy { (-360...360).contains($0) } && tilts[2] != 0 && tilts[0] != tilts[1]
            ? (Double(tilts[0]), Double(tilts[1])) : nil
        entity = Entity(
            key: "shutter:\(index + 1)", name: isOnly ? "" : "Shutter \(index + 1)",
            kind: .cover(EntityKind.Cover(deviceClass: "shutter", hasPosition: true, hasTilt: tilt != nil)))
    }

    func values(in message: JSONValue) -> [EntityProperty: EntityValue] {
        guard let shutter = message["Shutter\(number)"] else { return [:] }
        var values: [EntityProperty: EntityValue] = [:]
        // 100 is open.
        if let position = (shutter["Position"] ?? shutter).number {
            let share = min(max(position, 0), 100) / 100
            values[.position] = .number(isInverted ? 1 - share : share)
        }
        if let direction = shutter["Direction"]?.number {
            let upwards = isInverted ? -direction : direction
            values[.action] = .text(upwards > 0 ? "opening" : upwards < 0 ? "closing" : "idle")
        }
        if let tilt, let angle = shutter["Tilt"]?.number {
            values[.tilt] = .number(min(max((angle - tilt.closed) / (tilt.open - tilt.closed), 0), 1))
        }
        return values
    }

    func orders(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder] {
        if command.action == .stop { return [TasmotaOrder("ShutterStop\(number)", "")] }
        guard command.action == .set else { throw refusal(command) }
        var orders: [TasmotaOrder] = []
        if let share = try number(.position, command) {
            let position = percent(share)
            orders.append(TasmotaOrder("ShutterPosition\(number)", String(isInverted ? 100 - position : position)))
        }
        if let tilt, let share = try number(.tilt, command) {
            let angle = tilt.closed + (tilt.open - tilt.closed) * min(max(share, 0), 1)
            orders.append(TasmotaOrder("ShutterTilt\(number)", String(Int(exactly: angle.rounded()) ?? 0)))
        }
        guard !orders.isEmpty else { throw refusal(command) }
        return orders
    }
}
