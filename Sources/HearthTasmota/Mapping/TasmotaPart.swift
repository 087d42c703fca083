internal import HearthBase
package import HearthEntities
package import HearthJSON
package import HearthTraitCore

/// A part of a Tasmota device: an entity, with the way between the device's messages and the entity's values.
package protocol TasmotaPart: Sendable {
    var entity: Entity { get }

    /// What a message says of the entity; empty if it does not mention it.
    func values(in message: JSONValue) -> [EntityProperty: EntityValue]

    /// The event that a message reports; nil if it reports none of this entity.
    func event(in message: JSONValue) -> String?

    /// The device's commands for a command of the entity, in their order.
    ///
    /// - Parameter known: the last values of the entity.
    /// - Throws: `TraitError` if the device has no such command, or a value does not fit.
    func orders(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder]
}

extension TasmotaPart {
    package func values(in message: JSONValue) -> [EntityProperty: EntityValue] { [:] }
    package func event(in message: JSONValue) -> String? { nil }
    package func orders(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder] { throw refusal(command) }

    /// The error of a command that the device does not have.
    func refusal(_ command: EntityCommand) -> TraitError {
        TraitError(.unsupportedCommand, "Tasmota has no command \(command.action) for \(quoted(entity.key))")
    }

    /// A finite number of a command; nil if it does not set the property.
    func number(_ property: EntityProperty, _ command: EntityCommand) throws(TraitError) -> Double? {
        switch command.values[property] {
        case nil: return nil
        case .number(let number) where number.isFinite: return number
        default: throw TraitError(.constraintError, "the \(property) of \(quoted(entity.key)) is a number")
        }
    }

    /// A share of 0 to 1 as a whole percentage.
    func percent(_ share: Double) -> Int { Int(exactly: (min(max(share, 0), 1) * 100).rounded()) ?? 0 }
}

/// A command of a device: `cmnd/TOPIC/NAME` with its payload (Tasmota's documentation, "Commands").
package struct TasmotaOrder: Hashable, Sendable {
    package var name: String
    package var payload: String

    package init(_ name: String, _ payload: String) {
        self.name = name
        self.payload = payload
    }
}

/// The state of a relay in messages: `POWER` with its number, which a device with only one leaves out.
struct PowerState: Hashable, Sendable {
    let number: Int
    let on: String
    let off: String

    init(_ number: Int, _ config: TasmotaConfig) {
        self.number = number
        (off, on) = (config.words[0], config.words[1])
    }

    func value(in message: JSONValue) -> EntityValue? {
        guard let state = message["POWER\(number)"] ?? (number == 1 ? message["POWER"] : nil) else { return nil }
        return state.string == on ? .bool(true) : state.string == off ? .bool(false) : .unknown
    }

    /// The command; its words are understood in all languages and with any words for states.
    func order(_ isOn: Bool) -> TasmotaOrder { TasmotaOrder("POWER\(number)", isOn ? "ON" : "OFF") }

    var toggle: TasmotaOrder { TasmotaOrder("POWER\(number)", "TOGGLE") }
}
