internal import HearthPostgreSQL
internal import HearthStore
internal import HearthTraitDescriptors

/// Reads a home from its tables.
enum HomeRows {
    /// The queries, in the order of ``home(in:_:)``.
    static func statements(home: Int64) -> [PostgresStatement] {
        queries.map { PostgresStatement($0, [.integer(home)]) }
    }

    private static let deviceColumns =
        "id, structure_id, room_id, name, is_name_given, description, provider_id, bridge_id"
    /// The columns that ``run(_:)`` reads.
    static let runColumns = "automation_id, id, revision, is_ended, started_at, is_dull, content"

    private static let queries = [
        "SELECT id, epoch, had_structures FROM home WHERE home = $1",
        """
        SELECT id, name, sequence, event_number, time_zone, latitude, longitude, households FROM structure
        WHERE home = $1 ORDER BY number
        """,
        "SELECT id, structure_id, name, aliases FROM room WHERE home = $1 ORDER BY number",
        "SELECT zone_id, room_id FROM zone_room WHERE home = $1 ORDER BY zone_id, place",
        "SELECT id, structure_id, name, aliases FROM zone WHERE home = $1 ORDER BY number",
        """
        SELECT group_id, device_id, endpoint, type, part FROM group_service WHERE home = $1 ORDER BY group_id, place
        """,
        "SELECT id, structure_id, name FROM service_group WHERE home = $1 ORDER BY number",
        "SELECT \(deviceColumns) FROM device WHERE home = $1 AND removed_at IS NULL ORDER BY number",
        """
        SELECT \(deviceColumns), removed_at FROM device WHERE home = $1 AND removed_at IS NOT NULL
        ORDER BY removed_at, number
        """,
        "SELECT device_id, endpoint, trait_id, attributes, observed_at FROM trait_state WHERE home = $1",
        "SELECT device_id, key, value FROM memory WHERE home = $1",
        """
        SELECT structure_id, number, device_id, endpoint, trait_id, event_id, time, payload FROM event WHERE home = $1
        ORDER BY structure_id, number
        """,
        "SELECT trait_id, schema, provider_id FROM trait_schema WHERE home = $1 ORDER BY trait_id",
        "SELECT id, principal FROM provider WHERE home = $1",
        "SELECT provider_id, run_id, taken FROM provider_run WHERE home = $1 ORDER BY number",
        "SELECT id FROM removed_device WHERE home = $1",
        """
        SELECT structure.id, former_epoch.epoch, former_epoch.last FROM former_epoch
        JOIN structure ON structure.home = former_epoch.home AND structure.number = former_epoch.structure
        WHERE former_epoch.home = $1
        """,
        "SELECT structure_id, kind, object_id, app_id FROM unreported WHERE home = $1",
        """
        SELECT number, caller, request_key, households, begun, code, message, content FROM answer WHERE home = $1
        ORDER BY number
        """,
        """
        SELECT id, structure_id, identity, name, role, access_grant FROM person WHERE home = $1 ORDER BY number
        """,
        "SELECT identity, structure_id FROM primary_structure WHERE home = $1",
        """
        SELECT id, structure_id, name, details, is_active, automation.revision, other_changes, aliases, saved_by, program,
            memory
        FROM automation JOIN automation_program ON automation_program.home = automation.home
            AND automation_id = id AND automation_program.revision = automation.revision
        WHERE automation.home = $1 ORDER BY number
        """,
        """
        SELECT automation_id, automation_program.revision, program
        FROM automation_program JOIN automation ON automation_program.home = automation.home
            AND automation_id = id AND automation_program.revision <> automation.revision
        WHERE automation.home = $1 ORDER BY automation_id, automation_program.revision
        """,
        "SELECT \(runColumns) FROM automation_run WHERE home = $1 AND NOT is_ended ORDER BY id, automation_id",
        "SELECT structure_id, last FROM automation_last_run WHERE home = $1",
    ]

    /// Reads the results of the queries.
    static func home(in results: [PostgresRows], _ start: HomeLink.Start) throws -> StoredHome {
        var rest = results[...]
        func next() -> PostgresRows? { rest.popFirst() }
        func rows<Value>(_ read: (PostgresRow) throws -> Value) throws -> [Value] { try next()?.map(read) ?? [] }
        guard let hub = next()?.first else {
            throw StoreError(.damaged, "the row of the home is missing; restore a backup of the database")
        }
        var home = StoredHome(
            hubID: try hub.text(0), epoch: UInt64(clamping: try hub.integer(1)), isContinuation: start.isContinuation,
            findings: start.findings, hasHadStructures: try hub.truth(2))
        home.structures = try rows(structure)
        home.rooms = try rows { row in
            RoomRecord(
                id: try row.text(0), structureID: try row.text(1), name: try row.text(2),
                aliases: lines(try row.text(3)))
        }
        let members = Dictionary(
            grouping: try rows { (zone: try $0.text(0), room: try $0.text(1)) }, by: \.zone)
        home.zones = try rows { row in
            let id = try row.text(0)
            return ZoneRecord(
                id: id, structureID: try row.text(1), name: try row.text(2), roomIDs: (members[id] ?? []).map(\.room),
                aliases: lines(try row.text(3)))
        }
        let services = Dictionary(grouping: try rows(service), by: \.group)
        home.serviceGroups = try rows { row in
            let id = try row.text(0)
            return StoredServiceGroup(
                id: id, structureID: try row.text(1), name: try row.text(2),
                services: (services[id] ?? []).map(\.service))
        }
        home.devices = try rows(device)
        home.formerDevices = try rows { row in
            FormerDevice(device: try device(row), removedAt: .nanoseconds(try row.integer(8)))
        }
        home.states = try rows { row in
            StoredTraitState(
                path: try path(row, at: 0), attributes: try row.bytes(3), observedAt: .nanoseconds(try row.integer(4)))
        }
        home.memories = try rows { row in
            StoredMemory(deviceID: try row.text(0), key: try row.text(1), value: try row.bytes(2))
        }
        home.events = try rows { row in
            StoredEvent(
                structureID: try row.text(0), number: UInt64(clamping: try row.integer(1)), path: try path(row, at: 2),
                eventID: UInt32(clamping: try row.integer(5)), time: .nanoseconds(try row.integer(6)),
                payload: try row.bytes(7))
        }
        home.schemas = try rows { row in
            StoredSchema(
                traitID: UInt32(clamping: try row.integer(0)), schema: try row.bytes(1),
                providerID: try row.textOrNil(2))
        }
        home.providers = try texts(next())
        home.runs = try rows { row in
            StoredRun(
                providerID: try row.text(0), runID: try row.text(1), taken: UInt64(bitPattern: try row.integer(2)))
        }
        home.removedDevices = Set(try rows { try $0.text(0) })
        home.formerEpochs = try rows { row in
            FormerEpoch(
                structureID: try row.text(0), epoch: UInt64(clamping: try row.integer(1)),
                last: UInt64(clamping: try row.integer(2)))
        }
        home.unreported = try rows(unreported).compactMap(\.self)
        home.answers = try rows(answer).compactMap(\.self)
        home.people = try rows { row in
            StoredPerson(
                id: try row.text(0), structureID: try row.text(1), identity: try row.text(2), name: try row.text(3),
                role: try row.integer(4), grant: try row.bytes(5))
        }
        home.primaries = try texts(next())
        home.automations = try rows(automation)
        home.formerPrograms = try rows { row in
            StoredProgram(
                automationID: try row.text(0), revision: UInt64(clamping: try row.integer(1)),
                program: try row.bytes(2))
        }
        home.automationRuns = try rows(run)
        let last = try rows { (try $0.text(0), UInt64(clamping: try $0.integer(1))) }
        home.lastAutomationRuns = Dictionary(last) { $1 }
        return home
    }

    // MARK: Rows

    private static func texts(_ rows: PostgresRows?) throws -> [String: String] {
        Dictionary(try (rows ?? PostgresRows()).map { (try $0.text(0), try $0.text(1)) }) { $1 }
    }

    /// The names that a column has as lines.
    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map { String($0) } }

    private static func path(_ row: PostgresRow, at column: Int) throws -> TraitPath {
        let endpoint = UInt16(clamping: try row.integer(column + 1))
        return TraitPath(
            TraitTarget(deviceID: try row.text(column), endpoint: endpoint),
            UInt32(clamping: try row.integer(column + 2)))
    }

    private static func structure(_ row: PostgresRow) throws -> StoredStructure {
        var location: StoredLocation?
        if let latitude = try row.realOrNil(5), let longitude = try row.realOrNil(6) {
            location = StoredLocation(latitude: latitude, longitude: longitude)
        }
        return StoredStructure(
            id: try row.text(0), name: try row.text(1), sequence: UInt64(clamping: try row.integer(2)),
            eventNumber: UInt64(clamping: try row.integer(3)), timeZone: try row.text(4), location: location,
            households: Set(lines(try row.text(7))))
    }

    private static func service(_ row: PostgresRow) throws -> (group: String, service: StoredService) {
        let service = StoredService(
            deviceID: try row.text(1), endpoint: UInt16(clamping: try row.integer(2)), type: try row.text(3),
            part: UInt32(clamping: try row.integer(4)))
        return (try row.text(0), service)
    }

    private static func device(_ row: PostgresRow) throws -> StoredDevice {
        StoredDevice(
            id: try row.text(0), structureID: try row.text(1), roomID: try row.textOrNil(2), name: try row.text(3),
            isNameGiven: try row.truth(4), description: try row.bytes(5), providerID: try row.text(6),
            bridgeID: try row.textOrNil(7))
    }

    private static func unreported(_ row: PostgresRow) throws -> UnreportedObject? {
        guard let kind = ObjectKey.Kind(rawValue: try row.integer(1)) else { return nil }
        return UnreportedObject(
            structureID: try row.text(0), object: ObjectKey(kind, try row.text(2), appID: try row.text(3)))
    }

    private static func answer(_ row: PostgresRow) throws -> StoredAnswer? {
        guard let key = RequestKey(try row.bytes(2)) else { return nil }
        var answer = StoredAnswer(
            number: try row.integer(0), caller: try row.text(1), key: key, households: lines(try row.text(3)),
            begun: .nanoseconds(try row.integer(4)))
        if let code = try row.integerOrNil(5) {
            let content = try row.bytes(7)
            answer.outcome =
                code == 0
                ? .response(content)
                : .failure(code: UInt8(clamping: code), message: try row.text(6), details: content)
        }
        return answer
    }

    private static func automation(_ row: PostgresRow) throws -> StoredAutomation {
        StoredAutomation(
            id: try row.text(0), structureID: try row.text(1), name: try row.text(2), details: try row.text(3),
            isActive: try row.truth(4), revision: UInt64(clamping: try row.integer(5)),
            otherChanges: UInt64(clamping: try row.integer(6)), aliases: lines(try row.text(7)),
            savedBy: try row.text(8), program: try row.bytes(9), memory: try row.bytes(10))
    }

    static func run(_ row: PostgresRow) throws -> StoredAutomationRun {
        StoredAutomationRun(
            automationID: try row.text(0), id: UInt64(clamping: try row.integer(1)),
            revision: UInt64(clamping: try row.integer(2)), isEnded: try row.truth(3),
            startedAt: .nanoseconds(try row.integer(4)), isUneventful: try row.truth(5), content: try row.bytes(6))
    }
}
