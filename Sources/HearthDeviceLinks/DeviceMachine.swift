package import HearthEntities
package import HearthTraitCore

/// The course of a link to one machine on the network, without I/O. Each function is an event, and returns what
/// follows. Times are those of a clock that never jumps.
package protocol DeviceMachine: Sendable {
    /// The link's connections.
    associatedtype Wire: LinkWire
    typealias Action = LinkAction<Wire.Order>

    /// Whether a connection is wanted that has not described the devices yet.
    var isConnecting: Bool { get }
    /// When ``timePassed(now:)`` has something to do; nil if never.
    var deadline: Duration? { get }

    /// What the link had remembered before a restart of the hub. Called before the start; empty at first.
    mutating func recall(_ memory: [UInt8])
    mutating func start(now: Duration) -> [Action]
    /// The link is stopped. Commands end, and nothing follows.
    mutating func stop() -> [Action]
    /// The link may connect. Time in line is not the device's delay.
    mutating func turnCame(now: Duration) -> [Action]
    /// The device has announced itself on the network: an attempt that waits begins at once.
    mutating func wake(now: Duration) -> [Action]
    /// The connections report something.
    mutating func take(_ event: Wire.Event, now: Duration) -> [Action]
    /// The deadline has come.
    mutating func timePassed(now: Duration) -> [Action]
    /// Sends a command. An answer with its number follows.
    mutating func send(_ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration) -> [Action]
    /// What the other end has of a device and the machine describes no entity for; empty for an unknown device.
    func leftOut(of deviceID: String) -> [LeftOut]
}

/// What a machine wants to be done.
package enum LinkAction<Order: Sendable>: Sendable {
    /// Calls ``DeviceMachine/turnCame(now:)`` once the link may connect.
    case connect
    /// Something that the connections are to do.
    case order(Order)
    case call(ReceiverCall)
    /// Ends a command, with an error or successfully.
    case answer(UInt64, TraitError?)
}

/// The connections of a link, on their loop's thread only.
package protocol LinkWire: AnyObject {
    associatedtype Order: Sendable
    associatedtype Event: Sendable

    /// Reports all events to `sink` from now on.
    func begin(_ sink: AsyncStream<Event>.Continuation)
    func perform(_ order: Order)
    /// An event was taken, and the receiver has got what followed from it: more may be read.
    func taken(_ event: Event)
}
