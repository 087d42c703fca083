internal import Expectations
@testable internal import HearthESPHome
internal import HearthCalendar
internal import HearthEntities

/// The head of a description in tests: the entity "One", whose key ends with `one`.
let oneHead = ListingHead(key: 7, entityName: "One")
let oneAddress = EntityAddress(key: 7)

/// Entities of a device that was described.
struct KnownEntities {
    var catalog = EntityCatalog()
    var devices: [EntityDevice] = []

    init(_ listings: [any ListingMessage], info: DeviceInfoResponse = FakeDevice().info, minor: UInt32 = 19) throws {
        catalog.context = EntityContext(minor: minor, zone: ZoneRules { _ in 3_600 })
        for listing in listings { _ = try catalog.add(type(of: listing).id, listing.encoded) }
        devices = catalog.devices(of: info, "aabbcc001122")
    }

    var kinds: [EntityKind] { devices.flatMap(\.entities).map(\.kind) }
    var keys: [String] { devices.flatMap(\.entities).map(\.key) }

    /// The values of each entity after a state.
    mutating func values(_ state: any EntityMessage) throws -> [String: [EntityProperty: EntityValue]] {
        var reports: [EntityReport] = []
        try catalog.take(type(of: state).id, state.encoded, into: &reports)
        return Dictionary(reports.flatMap(\.states).map { ($0.entity, $0.values) }) { $1 }
    }

    /// The values of the first entity after a state.
    mutating func firstValues(_ state: any EntityMessage) throws -> [EntityProperty: EntityValue]? {
        try values(state)[keys[0]]
    }

    /// The message for a command to the first entity.
    func request(
        _ action: EntityCommand.Action = .set, _ values: [EntityProperty: EntityValue] = [:],
        transition: Duration? = nil, code: String? = nil, duration: Duration? = nil, part: Int = 0
    ) throws(ESPHomeError) -> any WireMessage {
        try catalog.request(
            for: EntityCommand(
                entity: keys[part], action: action, values: values, transition: transition, code: code,
                duration: duration), to: "aabbcc001122")
    }
}

/// Expects a command's message.
func expect<Message: WireMessage>(
    _ entities: KnownEntities, _ action: EntityCommand.Action = .set, _ values: [EntityProperty: EntityValue] = [:],
    transition: Duration? = nil, code: String? = nil, duration: Duration? = nil, part: Int = 0,
    sends message: Message, line: Int = #line, file: String = #filePath
) {
    do {
        let request = try entities.request(
            action, values, transition: transition, code: code, duration: duration, part: part)
        expect(request as? Message, equals: message, "line \(line)", filePath: file, line: line)
    } catch {
        expect("\(error)", equals: "no error", filePath: file, line: line)
    }
}

/// Expects a command to be refused.
func expectRefusal(
    _ entities: KnownEntities, _ action: EntityCommand.Action = .set, _ values: [EntityProperty: EntityValue] = [:],
    line: Int = #line, file: String = #filePath
) {
    let error = expect(throws: ESPHomeError.self, filePath: file, line: line) { try entities.request(action, values) }
    expect(error?.code, equals: .unsupportedCommand, filePath: file, line: line)
}
