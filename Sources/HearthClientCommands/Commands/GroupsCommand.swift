internal import Hearth
internal import HearthHomeKitMapping
package import HearthTerminal
internal import HearthTraitCore

/// `hearth groups`: lists, adds, renames and removes service groups, and puts devices' services into them.
package enum GroupsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        let (group, rest) = (words.dropFirst().first, Array(words.dropFirst(2)))
        switch (words.first ?? "list", group, rest.count) {
        case ("list", nil, _): try await list(arguments)
        case ("add", let name?, 0): try await add(name, arguments)
        case ("rename", let group?, 1): try await rename(group, rest[0], arguments)
        case ("put", let group?, 1...): try await change(group, adding: rest, arguments)
        case ("take", let group?, 1...): try await change(group, removing: rest, arguments)
        case ("remove", let group?, 0): try await remove(group, arguments)
        default:
            throw CommandError(
                .usage, "say list, add NAME, rename GROUP NAME, put GROUP DEVICE…, take GROUP DEVICE… or remove GROUP")
        }
    }

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let listing = try await Connection.open(arguments).listing()
        if arguments.has("json") {
            let list = listing.serviceGroups.map { group in
                JSON.object([
                    ("id", .string(group.id)), ("name", .string(group.name)),
                    ("structure", .string(listing.structureName(group.structureID))),
                    (
                        "services",
                        .array(
                            group.services.map { service in
                                .object([
                                    ("device", .string(service.deviceID)), ("endpoint", .number(service.endpoint)),
                                    ("type", .string(service.type)),
                                ])
                            })
                    ),
                ])
            }
            return try printLine(JSON.array(list).text)
        }
        guard !listing.serviceGroups.isEmpty else { return try printLine("There are no service groups.") }
        var table = Table(["STRUCTURE", "GROUP", "SERVICES"])
        for group in listing.serviceGroups {
            table.add([listing.structureName(group.structureID), group.name, text(group.services, listing)])
        }
        try printLine(table.text(columns: Screen(arguments).columns))
    }

    /// The names of the services' devices, each with its kind of service.
    private static func text(_ services: [ServiceReference], _ listing: HomeListing) -> String {
        let names = services.map { service in
            let device = listing.devices.first { $0.id == service.deviceID }?.name ?? service.deviceID
            let type = HAPUUID(service.type).map { "\(ServiceType($0))" } ?? service.type
            return "\(device) (\(type))"
        }
        return names.joined(separator: ", ")
    }

    private static func add(_ name: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let structure = try await hub.listing().structure(arguments["structure"])
        let new = try await CommandError.ofHome(changing: name) {
            try await structure.createServiceGroup(name: name)
        }.name
        try tell([("group", new)], "\(new): a service group of \(structure.name) now", arguments)
    }

    private static func rename(_ word: String, _ name: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        try await RenameCommand.rename(.serviceGroup(try await hub.listing().serviceGroup(word)), name, arguments)
    }

    private static func change(
        _ word: String, adding joining: [String] = [], removing leaving: [String] = [], _ arguments: Arguments
    ) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let group = try listing.serviceGroup(word)
        let endpoint = try Connection.endpoint(arguments)
        var (added, removed): ([ServiceReference], [ServiceReference]) = ([], [])
        for word in joining { added.append(try service(of: listing.device(word), endpoint)) }
        for word in leaving {
            let device = try listing.device(word)
            removed += group.services.filter { service in
                service.deviceID == device.id && endpoint.map { $0 == service.endpoint } ?? true
            }
        }
        if !leaving.isEmpty, removed.isEmpty {
            throw CommandError(.refused, "\(group.name) has no service of \(leaving.joined(separator: ", "))")
        }
        let new = try await CommandError.ofHome(changing: group.name) { [added, removed] in
            try await group.update(adding: added, removing: removed)
        }
        let services = text(new.services, listing)
        try tell(
            [("group", group.name), ("services", services)],
            "\(group.name): it has \(services.isEmpty ? "no services" : services) now", arguments)
    }

    /// The main service of a device, or the service of its endpoint.
    private static func service(
        of device: HomeListing.Device, _ endpoint: UInt16?
    ) throws(CommandError) -> ServiceReference {
        let snapshot = DeviceSnapshot(
            id: device.id, name: device.name,
            endpoints: device.endpoints.map { endpoint in
                EndpointSnapshot(
                    number: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id),
                    traits: endpoint.traits.map {
                        TraitSnapshot(id: $0.descriptor.id, attributes: $0.values, descriptor: $0.descriptor)
                    })
            })
        let services = AccessoryView(snapshot).accessory().services
            .filter { ServiceCatalogue.definition(of: $0.type)?.isUserInteractive ?? true }
        let found = services.first { service in
            endpoint.map { service.key.endpoint == $0 } ?? service.isPrimary
        }
        guard let key = (found ?? (endpoint == nil ? services.first : nil))?.key else {
            throw CommandError(
                .refused,
                "\(quoted(device.name)) has no service that can join a group"
                    + (endpoint.map { " on endpoint \($0)" } ?? ""))
        }
        return ServiceReference(
            deviceID: device.id, endpoint: key.endpoint, type: key.type.uuid.description, part: key.part)
    }

    private static func remove(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let group = try listing.serviceGroup(word)
        try Confirmation.ask(
            "Remove the service group \(quoted(group.name))? Its devices stay.", else: "\(group.name) stays", arguments)
        let structure = try listing.structure(withID: group.structureID)
        try await CommandError.ofHome(changing: group.name) { try await structure.deleteServiceGroup(id: group.id) }
        try tell([("removed", group.id)], "\(group.name) is removed", arguments)
    }

    /// Prints a result as text or as JSON.
    static func tell(
        _ facts: [(String, String)], _ text: String, _ arguments: Arguments
    ) throws(CommandError) {
        try printLine(arguments.has("json") ? JSON.object(facts.map { ($0.0, .string($0.1)) }).text : text)
    }
}
