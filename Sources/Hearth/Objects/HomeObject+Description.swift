internal import HearthTraitCore

// Objects print themselves in a line: their kind, their name and their ID. What they hold besides is the home's cache.

extension Home: CustomStringConvertible, CustomDebugStringConvertible {
    /// The hub, and how much is there: `Home(hub 7f3a, 1 structure, 24 devices)`.
    public var description: String {
        let (structures, devices) = connection.withCache { ($0.state.structures.count, $0.state.devices.count) }
        return "Home(hub \(hubID), \(count(structures, "structure")), \(count(devices, "device")))"
    }

    public var debugDescription: String { description }
}

extension Structure: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { line("Structure", name, id) }
    public var debugDescription: String { description }
}

extension Room: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { line("Room", name, id) }
    public var debugDescription: String { description }
}

extension HomeDevice: CustomStringConvertible, CustomDebugStringConvertible {
    /// `HomeDevice("Floor Lamp", living-floor-lamp, online)`.
    public var description: String {
        line("HomeDevice", name, id, "\(sourceConnectivity.connectivityState)")
    }

    public var debugDescription: String { description }
}

extension HomeAutomation: CustomDebugStringConvertible {
    /// `HomeAutomation("Good night", 5cd0, active)`. ``description`` is what people wrote about it.
    public var debugDescription: String {
        line("HomeAutomation", name, id, isActive ? "active" : "not active")
    }
}

extension StructureMember: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { line("StructureMember", name, id, "\(role)") }
    public var debugDescription: String { description }
}

extension DeviceTypeController: CustomStringConvertible, CustomDebugStringConvertible {
    /// The types that it has at the moment: `DeviceTypeController(living-floor-lamp: DimmableLight)`.
    public var description: String {
        let types = endpoints.flatMap(\.deviceTypes).map { $0.name.isEmpty ? "type \($0.id)" : $0.name }
        return "DeviceTypeController(\(deviceID): \(types.joined(separator: ", ")))"
    }

    public var debugDescription: String { description }
}

private func count(_ number: Int, _ what: String) -> String { number == 1 ? "1 \(what)" : "\(number) \(what)s" }

private func line(_ kind: String, _ name: String, _ id: String, _ more: String...) -> String {
    "\(kind)(\"\(name)\", \(([id] + more).joined(separator: ", ")))"
}
