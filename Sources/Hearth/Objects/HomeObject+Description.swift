internal import HearthBase
internal import HearthTraitCore

// Objects describe themselves in one line: their kind, their name and their ID. Objects without a name use the ID of
// the device or structure that they belong to. Cached state is not included.

extension Home: CustomStringConvertible, CustomDebugStringConvertible {
    /// The hub, with the number of structures and devices: `Home(hub 7f3a, 1 structure, 24 devices)`.
    public var description: String {
        let (structures, devices) = connection.withCache { ($0.state.structures.count, $0.state.devices.count) }
        return "Home(hub \(hubID), \(counted(structures, "structure")), \(counted(devices, "device")))"
    }

    public var debugDescription: String { description }
}

extension Structure: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { oneLine("Structure", name, id) }
    public var debugDescription: String { description }
}

extension Room: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { oneLine("Room", name, id) }
    public var debugDescription: String { description }
}

extension HomeDevice: CustomStringConvertible, CustomDebugStringConvertible {
    /// `HomeDevice("Floor Lamp", living-floor-lamp, online)`.
    public var description: String {
        oneLine("HomeDevice", name, id, "\(sourceConnectivity.connectivityState)")
    }

    public var debugDescription: String { description }
}

extension HomeAutomation: CustomDebugStringConvertible {
    /// `HomeAutomation("Good night", 5cd0, active)`. ``description`` is the author's text.
    public var debugDescription: String {
        oneLine("HomeAutomation", name, id, isActive ? "active" : "not active")
    }
}

extension StructureMember: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { oneLine("StructureMember", name, id, "\(role)") }
    public var debugDescription: String { description }
}

extension DeviceTypeController: CustomStringConvertible, CustomDebugStringConvertible {
    /// The current types of the device: `DeviceTypeController(living-floor-lamp: type 0x0101)`.
    public var description: String { "DeviceTypeController(\(deviceID): \(typeNames(of: endpoints)))" }

    public var debugDescription: String { description }
}

extension DeviceTypeCollection: CustomStringConvertible, CustomDebugStringConvertible {
    /// The types in the collection: `DeviceTypeCollection(type 0x0101)`.
    public var description: String { "DeviceTypeCollection(\(typeNames(of: parts)))" }
    public var debugDescription: String { description }
}

extension UserStructure: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "UserStructure(\(structureID))" }
    public var debugDescription: String { description }
}

extension CustomAppData: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "CustomAppData(\(objectID))" }
    public var debugDescription: String { description }
}

extension HistoryController: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "HistoryController(\(structureID))" }
    public var debugDescription: String { description }
}

extension HistoryQuery: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "HistoryQuery(\(structureID))" }
    public var debugDescription: String { description }
}

extension PagedHistoryStream: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "PagedHistoryStream(\(query.structureID))" }
    public var debugDescription: String { description }
}

extension HistoryItem: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { oneLine("HistoryItem", source.deviceName, id) }
    public var debugDescription: String { description }
}

extension StructureTraitController: CustomStringConvertible, CustomDebugStringConvertible {
    var description: String { "TraitController(\(structureID))" }
    var debugDescription: String { description }
}

extension HomeQuery: CustomStringConvertible, CustomDebugStringConvertible {
    /// The type of its elements: `Query<HomeDevice>`.
    var description: String { "Query<\(Element.self)>" }
    var debugDescription: String { description }
}

extension ConnectionReference: CustomStringConvertible {
    var description: String { "hub \(connection.hubID ?? "")" }
}

/// The device types, in the order of the endpoints: makers' types by name, Matter's by number.
private func typeNames(of endpoints: [DeviceEndpoint]) -> String {
    endpoints.flatMap(\.deviceTypes).map { $0.name.isEmpty ? "type 0x\(hex($0.id, digits: 4))" : $0.name }
        .joined(separator: ", ")
}

/// A number of things: "1 device", "3 devices".
func counted(_ number: Int, _ what: String) -> String { number == 1 ? "1 \(what)" : "\(number) \(what)s" }

/// A line with the beginnings of a name and an ID, which may be long.
func oneLine(_ kind: String, _ name: String, _ id: String, _ more: String...) -> String {
    "\(kind)(\(quotedBeginning(name)), \(([String(id.prefix(100))] + more).joined(separator: ", ")))"
}
