package import HearthEntities
package import HearthMQTT
package import HearthTraitCore

/// The course of a connection to one ecosystem behind a broker, without I/O. Each function is an event, and returns
/// what follows. Times are those of a clock that never jumps.
package protocol BrokerMachine: Sendable {
    /// Whether the connection to the broker stands.
    var isConnected: Bool { get }
    /// The filters that are subscribed to.
    var filters: [String] { get }
    /// The state of the ecosystem's own network; nil if people let no devices into one.
    var joining: JoinProgress? { get }
    /// When ``timePassed(now:)`` has something to do; nil if never.
    var deadline: Duration? { get }

    /// The connection to the broker stands. Everything is subscribed to again.
    mutating func connected(now: Duration) -> [BrokerAction]
    /// The connection to the broker is lost. Devices keep their values.
    mutating func disconnected(_ reason: String) -> [BrokerAction]
    /// A message arrived. A broker with several links gives each of them all messages.
    mutating func received(_ message: MQTTMessage, now: Duration) -> [BrokerAction]
    /// The deadline has come.
    mutating func timePassed(now: Duration) -> [BrokerAction]
    /// Sends a command. An answer with its number follows.
    mutating func send(_ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration) -> [BrokerAction]
    /// The broker has the message that a command or request waits for.
    mutating func published(_ number: UInt64, now: Duration) -> [BrokerAction]
    /// The broker refused the message that a command or request waits for.
    mutating func notPublished(_ number: UInt64, reason: String) -> [BrokerAction]
    /// Takes what ``BrokerAction/remember(_:)`` had last, also before a restart of the hub. Called before the first
    /// connection.
    mutating func restore(_ memory: [UInt8])
    /// Forgets the devices, as their receiver is gone.
    mutating func forgetDevices()
    /// What the ecosystem has of a device and the machine describes no entity for; empty for an unknown device.
    func leftOut(of deviceID: String) -> [LeftOut]
}

extension BrokerMachine {
    package var joining: JoinProgress? { nil }

    package mutating func restore(_ memory: [UInt8]) {}

    package func leftOut(of deviceID: String) -> [LeftOut] { [] }
}

/// What a machine of an ecosystem behind a broker wants to be done.
package enum BrokerAction: Hashable, Sendable {
    case subscribe([String])
    case unsubscribe([String])
    /// Publishes messages, one after the other. If a command or request waits for the last of them,
    /// ``BrokerMachine/published(_:now:)`` or ``BrokerMachine/notPublished(_:reason:)`` follows with its number.
    /// Messages of the same lane are sent in order; nil is the lane of the first message's topic.
    case publish([MQTTMessage], waiting: UInt64?, lane: String? = nil)
    case describe(EntityDevice)
    case remove(String)
    /// Removes all devices but these: once, after the first complete list.
    case keepOnly(Set<String>)
    case report(EntityReport)
    case reachable(String, Bool)
    /// Stores what the machine has to know after a restart of the hub.
    case remember([UInt8])
    /// Ends a command or request, with an error or successfully.
    case answer(UInt64, TraitError?)
    /// Something that a person should know.
    case notice(String)
}
