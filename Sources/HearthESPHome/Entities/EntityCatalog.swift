internal import HearthBase
internal import HearthEntities

/// The entities of a session: their descriptions, states and commands.
struct EntityCatalog: Sendable {
    /// The most entities of a device.
    static let mostEntities = 2_000
    /// The most bytes of their descriptions.
    static let mostBytes = 2 << 20

    /// The place of an entity among the devices that are reported.
    private struct Place: Sendable {
        var deviceID = ""
        var key = ""
        /// The key of the model's further entity; empty if it has none.
        var partKey = ""
    }

    private struct Known: Sendable {
        var model: any EntityModel
        var place = Place()
        var hasReported = false
    }

    private struct StateKey: Hashable, Sendable {
        var type: UInt16
        var address: EntityAddress
    }

    private struct CommandKey: Hashable, Sendable {
        var deviceID: String
        var key: String
    }

    private struct Target: Sendable {
        var index: Int
        var isPart: Bool
    }

    var context = EntityContext()
    private(set) var leftOut = 0
    private(set) var actions = ActionCatalog()
    private var known: [Known] = []
    private var bytes = 0
    private var byState: [StateKey: Int] = [:]
    private var byCommand: [CommandKey: Target] = [:]
    /// The number to try next after a key that is taken, so that equal names cost no search from the start.
    private var nextNumbers: [CommandKey: Int] = [:]

    // MARK: Descriptions

    /// Adds an entity. Another description of a known one is dropped.
    ///
    /// - Returns: false if messages of this type describe no entity that the hub knows.
    mutating func add(_ type: UInt16, _ message: [UInt8]) throws(WireFailure) -> Bool {
        if type == ListEntitiesServicesResponse.id { return try addAction(message) }
        guard let kind = EntityKinds.byListing[type] else { return false }
        guard known.count < Self.mostEntities, bytes + message.count <= Self.mostBytes else {
            leftOut += 1
            return true
        }
        let model = try kind.make(reading: message, context)
        bytes += message.count
        // Kinds without states have a place of their own.
        let key = StateKey(type: kind.stateType?.id ?? type, address: model.head.address)
        guard byState[key] == nil else { return true }
        byState[key] = known.count
        known.append(Known(model: model))
        return true
    }

    private mutating func addAction(_ message: [UInt8]) throws(WireFailure) -> Bool {
        guard bytes + message.count <= Self.mostBytes, actions.add(try ListEntitiesServicesResponse(reading: message))
        else {
            leftOut += 1
            return true
        }
        bytes += message.count
        return true
    }

    /// The devices with their entities, after the last description.
    mutating func devices(of info: DeviceInfoResponse, _ mac: String) -> [EntityDevice] {
        var devices = info.devices(mac)
        for index in known.indices {
            let model = known[index].model
            let position = devices.firstIndex { $0.number == model.head.deviceID } ?? 0
            let entity = self.entity(model, in: devices[position].device, position == 0 ? info : nil)
            place(index, entity, isPart: false, in: &devices[position].device)
            guard let part = model.part else { continue }
            var other = entity
            other.key = known[index].place.key + "." + part.suffix
            other.name = entity.name.isEmpty ? part.name : entity.name + " " + part.name
            other.kind = part.kind
            place(index, other, isPart: true, in: &devices[position].device)
        }
        if let entity = actions.entity, !devices.isEmpty { devices[0].device.entities.append(entity) }
        return devices.filter { $0.number == 0 || !$0.device.entities.isEmpty }.map(\.device)
    }

    /// - Parameter info: the device's own description; nil for an entity of a sub-device.
    private func entity(_ model: any EntityModel, in device: EntityDevice, _ info: DeviceInfoResponse?) -> Entity {
        let head = model.head
        let name = head.entityName.isEmpty ? info.map(\.shownName) ?? device.name : head.entityName
        let id = head.objectID.isEmpty ? objectID(of: name) : head.objectID
        return Entity(
            key: "\(type(of: model).word).\(id.limited(to: 128))", name: head.entityName.limited(to: 128),
            category: head.category == 1 ? .setting : head.category == 2 ? .diagnostic : .main,
            isOffByDefault: head.isDisabledByDefault, isAssumed: model.isAssumed, kind: model.kind)
    }

    /// Adds an entity to a device, under a key that is free.
    private mutating func place(_ index: Int, _ entity: Entity, isPart: Bool, in device: inout EntityDevice) {
        var entity = entity
        let first = CommandKey(deviceID: device.id, key: entity.key)
        var key = first
        if byCommand[first] != nil {
            var number = nextNumbers[first] ?? 2
            repeat {
                key.key = "\(entity.key).\(number)"
                number += 1
            } while byCommand[key] != nil
            nextNumbers[first] = number
        }
        entity.key = key.key
        byCommand[key] = Target(index: index, isPart: isPart)
        if isPart {
            known[index].place.partKey = key.key
        } else {
            known[index].place = Place(deviceID: device.id, key: key.key)
        }
        device.entities.append(entity)
    }

    // MARK: States

    /// Adds a state or event to the reports. It may join the last one.
    mutating func take(_ type: UInt16, _ message: [UInt8], into reports: inout [EntityReport]) throws(WireFailure) {
        guard let deviceField = EntityKinds.deviceFields[type],
            let index = byState[StateKey(type: type, address: try Self.address(message, deviceField))]
        else { return }
        let change = try known[index].model.take(message, context)
        let place = known[index].place
        // An event is never a repetition, as the device sends each once.
        let isReplay = !known[index].hasReported && change.event == nil
        known[index].hasReported = true
        if reports.last?.deviceID != place.deviceID || reports.last?.isReplay != isReplay {
            reports.append(EntityReport(deviceID: place.deviceID, isReplay: isReplay))
        }
        let last = reports.count - 1
        if !change.values.isEmpty { reports[last].states.append(EntityState(entity: place.key, values: change.values)) }
        if !change.partValues.isEmpty {
            reports[last].states.append(EntityState(entity: place.partKey, values: change.partValues))
        }
        if let event = change.event { reports[last].events.append(.init(entity: place.key, type: event)) }
        if reports[last].states.isEmpty, reports[last].events.isEmpty { reports.removeLast() }
    }

    /// The address in a state, whose key is field 1; the number of `device_id` differs between types.
    private static func address(_ message: [UInt8], _ deviceField: UInt32) throws(WireFailure) -> EntityAddress {
        var (address, position) = (EntityAddress(), 0)
        while position < message.count {
            let field = try message.span.bytes.wireField(at: &position, upTo: message.count)
            if field.number == 1, field.wire == 5 { address.key = UInt32(truncatingIfNeeded: field.value) }
            if field.number == deviceField, field.wire == 0 {
                address.deviceID = UInt32(truncatingIfNeeded: field.value)
            }
        }
        return address
    }

    // MARK: Commands

    /// The message for a command.
    func request(for command: EntityCommand, to deviceID: String) throws(ESPHomeError) -> any WireMessage {
        guard let target = byCommand[CommandKey(deviceID: deviceID, key: command.entity)] else {
            throw ESPHomeError(
                .unknownEntity,
                "the device has no entity \"\(command.entity.limited(to: 128))\"; its firmware may have changed")
        }
        let model = known[target.index].model
        let part = target.isPart ? model.part : nil
        let settable = part?.settable ?? type(of: model).settable
        let actions = part == nil ? type(of: model).actions : [.set]
        guard actions.contains(command.action) else {
            throw .unsupported("\"\(command.entity)\"", "can't \(command.action)")
        }
        if let property = command.values.keys.first(where: { !settable.contains($0) }) {
            throw .unsupported("\"\(command.entity)\"", "has no \(property) that can be set")
        }
        return part == nil ? try model.request(for: command, context) : try model.partRequest(for: command)
    }
}
