internal import HearthBase
internal import HearthCalendar
internal import HearthEntities

/// A kind of entity: how its messages become an `Entity` and its values, and how a command becomes a message.
protocol EntityModel: Sendable {
    associatedtype Listing: ListingMessage

    /// The first part of the keys of such entities.
    static var word: String { get }
    /// The messages with states or events; nil if the kind has none.
    static var stateType: (any EntityMessage.Type)? { get }
    /// What commands may set.
    static var settable: Set<EntityProperty> { get }
    static var actions: Set<EntityCommand.Action> { get }

    var listing: Listing { get }
    var kind: EntityKind { get }
    var isAssumed: Bool { get }
    /// A further entity that the same messages describe; nil for most.
    var part: EntityPart? { get }

    init(_ listing: Listing, _ session: EntityContext)

    /// Reads a state or event.
    mutating func take(_ bytes: [UInt8], _ session: EntityContext) throws(WireFailure) -> EntityChange

    /// The message for a command, whose properties and action this kind has.
    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage

    /// The message for a command to the ``part``.
    func partRequest(for command: EntityCommand) throws(ESPHomeError) -> any WireMessage
}

extension EntityModel {
    static var stateType: (any EntityMessage.Type)? { nil }
    static var settable: Set<EntityProperty> { [] }
    static var actions: Set<EntityCommand.Action> { settable.isEmpty ? [] : [.set] }
    var isAssumed: Bool { false }
    var part: EntityPart? { nil }

    mutating func take(_ bytes: [UInt8], _ session: EntityContext) throws(WireFailure) -> EntityChange {
        EntityChange()
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        throw .unsupported("an entity of this kind", "takes no commands")
    }

    func partRequest(for command: EntityCommand) throws(ESPHomeError) -> any WireMessage {
        throw .unsupported("an entity of this kind", "takes no commands")
    }
}

/// A kind whose entities report states.
protocol ReportingModel: EntityModel {
    associatedtype State: EntityMessage

    /// The values that a state says.
    mutating func values(of state: State, _ session: EntityContext) -> [EntityProperty: EntityValue]
}

extension ReportingModel {
    static var stateType: (any EntityMessage.Type)? { State.self }

    mutating func take(_ bytes: [UInt8], _ session: EntityContext) throws(WireFailure) -> EntityChange {
        EntityChange(values: values(of: try State(reading: bytes), session))
    }
}

/// What the meaning of messages depends on besides the messages.
struct EntityContext: Sendable {
    /// The minor version of the device's API.
    var minor: UInt32 = 0
    /// The home's time zone.
    var zone = ZoneRules.utc
}

/// An entity beside the main one.
struct EntityPart: Hashable, Sendable {
    /// Follows the key of the main entity.
    var suffix: String
    /// Follows its name.
    var name: String
    var kind: EntityKind
    var settable: Set<EntityProperty>
}

/// What a message of an entity says.
struct EntityChange: Hashable, Sendable {
    var values: [EntityProperty: EntityValue] = [:]
    /// The values of the ``EntityModel/part``.
    var partValues: [EntityProperty: EntityValue] = [:]
    var event: String?
}

extension ESPHomeError {
    static func unsupported(_ what: String, _ why: String) -> ESPHomeError {
        ESPHomeError(.unsupportedCommand, "\(what) \(why)")
    }
}
