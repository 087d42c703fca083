internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore

/// A device of some entities.
struct TestDevice {
    let device: EntityDevice

    init(_ entities: [Entity], id: String = "d") { device = EntityDevice(id: id, name: "Device", entities: entities) }

    func machine() throws -> TestMachine { try TestMachine(device) }
}

/// A machine with one device, and the hub's side of it.
struct TestMachine {
    var machine = EntityMachine(prefix: "test-")
    let device: EntityDevice
    /// All values as reports have changed them.
    var values: [DeviceChange.TraitKey: StructureValue] = [:]
    private(set) var description: DeviceDescription
    private(set) var last = EntityMachine.Reported()

    init(_ device: EntityDevice) throws {
        self.device = device
        description = try require(machine.describe(device).description)
        for endpoint in description.endpoints {
            for trait in endpoint.traits {
                values[DeviceChange.TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)] = trait.attributes
            }
        }
    }

    /// Reports states of the device's entities.
    mutating func take(
        _ states: [String: [EntityProperty: EntityValue]], events: [EntityReport.Event] = [], isReplay: Bool = false
    ) {
        let list = states.sorted { $0.key < $1.key }.map { EntityState(entity: $0.key, values: $0.value) }
        last = machine.report(EntityReport(deviceID: device.id, states: list, events: events, isReplay: isReplay))
        for (key, changed) in last.change?.attributes ?? [:] {
            values[key, default: [:]].fields.merge(changed.fields) { $1 }
        }
    }

    /// The endpoint of the first part with a trait.
    func endpoint(of trait: TraitDescriptor) throws -> UInt16 {
        try require(values.keys.filter { $0.traitID == trait.id }.map(\.endpoint).min())
    }

    func value(of trait: TraitDescriptor, _ name: String, at endpoint: UInt16? = nil) throws -> TraitValue? {
        let place = try endpoint ?? self.endpoint(of: trait)
        let id = try require(trait.attribute(named: name)?.id)
        return values[DeviceChange.TraitKey(endpoint: place, traitID: trait.id)]?[id]
    }

    /// The commands of a command to the hub's device.
    mutating func invoke(
        _ trait: TraitDescriptor, _ name: String, _ arguments: [String: PlainValue] = [:], at endpoint: UInt16? = nil
    ) throws -> [EntityCommand] {
        let command = try require(trait.command(named: name))
        var values = StructureValue()
        for (name, value) in arguments {
            let field = try require(command.arguments.field(named: name))
            values[field.id] =
                switch (value, field.type) {
                case (.integer(let number), .signed): .signed(number)
                case (.integer(let number), _): .unsigned(UInt64(clamping: number))
                case (.bool(let value), _): .bool(value)
                case (.text(let text), .string): .string(text)
                case (.text(let text), _): .octets(Array(text.utf8))
                default: .null
                }
        }
        let path = try TraitPath(
            TraitTarget(deviceID: "test-\(device.id)", endpoint: endpoint ?? self.endpoint(of: trait)), trait.id)
        let complete = try trait.checkArguments(of: command, values, attributes: [:], fixedRulesOnly: true)
        return try machine.begin(
            CommandInvocation(path: path, command: command, arguments: complete, cause: .client("c"))
        ).commands
    }

    /// The commands of a write to the hub's device.
    mutating func write(
        _ trait: TraitDescriptor, _ named: [String: PlainValue], at endpoint: UInt16? = nil
    ) throws -> [EntityCommand] {
        let path = try TraitPath(
            TraitTarget(deviceID: "test-\(device.id)", endpoint: endpoint ?? self.endpoint(of: trait)), trait.id)
        return try machine.begin(
            AttributeUpdate(path: path, values: trait.attributes(named), cause: .client("c"))
        ).commands
    }

    /// Writes attributes that the hub keeps itself, and takes on their values.
    ///
    /// - Returns: the commands that the device gets for it.
    mutating func keep(_ trait: TraitDescriptor, _ named: [String: PlainValue]) throws -> [EntityCommand] {
        let path = try TraitPath(TraitTarget(deviceID: "test-\(device.id)", endpoint: endpoint(of: trait)), trait.id)
        let sending = try machine.begin(
            AttributeUpdate(path: path, values: trait.attributes(named), cause: .client("c")))
        for (key, changed) in machine.assume(sending, cause: .client("c"))?.attributes ?? [:] {
            values[key, default: [:]].fields.merge(changed.fields) { $1 }
        }
        return sending.commands
    }
}
