internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// A relay as a switch.
struct RelayPart: TasmotaPart {
    let entity: Entity
    private let power: PowerState

    /// - Parameter index: the place among the relays, from 0.
    init(_ index: Int, _ config: TasmotaConfig, isOnly: Bool) {
        power = PowerState(index + 1, config)
        entity = Entity(
            key: "relay:\(index + 1)", name: config.relayName(index) ?? (isOnly ? "" : "Relay \(index + 1)"),
            kind: .toggle(deviceClass: ""))
    }

    func values(in message: JSONValue) -> [EntityProperty: EntityValue] {
        power.value(in: message).map { [.on: $0] } ?? [:]
    }

    func orders(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder] {
        switch (command.action, command.values[.on]) {
        case (.toggle, _): [power.toggle]
        case (.set, .bool(let isOn)): [power.order(isOn)]
        default: throw refusal(command)
        }
    }
}
