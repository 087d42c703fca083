internal import HearthBase
public import HearthMessage
public import HearthTraitCore

/// What a behaviour is handed with each call: the time, the cause, and the endpoint's other traits. It collects what
/// follows besides the attributes: events, signals to the other traits, and work for hardware.
public struct EndpointContext: Sendable {
    /// An event.
    struct Occurrence: Sendable {
        let traitID: UInt32
        let eventID: UInt32
        let content: TraitContent
    }

    /// Something for hardware to do.
    package struct HardwareTask: Sendable {
        /// The trait that it is for. A later task replaces one of the same trait that waits.
        package let traitID: UInt32
        package let action: @Sendable () async -> Void
    }

    /// Time since a fixed moment.
    public let now: Duration
    /// Time since 1970.
    public let sinceEpoch: Duration
    /// The local UTC offset in seconds; positive in the east.
    package let secondsEastOfUTC: Int
    /// The cause of the changes in this call.
    public package(set) var cause: ChangeCause = .device
    /// The endpoint's behaviours as they were before the call.
    var siblings: [any HostedBehavior] = []
    var signals: [EndpointSignal] = []
    var events: [Occurrence] = []
    package private(set) var hardwareTasks: [HardwareTask] = []
    package private(set) var notices: [String] = []
    /// The answer to the command of this call, if it takes time.
    package private(set) var laterAnswer: (@Sendable () async throws(TraitError) -> any Message)?

    /// Creates a context. Hosts of behaviours do.
    ///
    /// - Parameters:
    ///   - now: time since a fixed moment.
    ///   - sinceEpoch: time since 1970.
    ///   - secondsEastOfUTC: the local UTC offset in seconds; positive in the east.
    ///   - cause: the cause of the changes.
    package init(now: Duration, sinceEpoch: Duration, secondsEastOfUTC: Int = 0, cause: ChangeCause = .device) {
        self.now = now
        self.sinceEpoch = sinceEpoch
        self.secondsEastOfUTC = secondsEastOfUTC
        self.cause = cause
    }

    /// The attributes of another trait of the endpoint; nil if the endpoint has no behaviour for it.
    public func sibling<Sibling: Trait>(_ trait: Sibling.Type) -> Sibling.Attributes? {
        for sibling in siblings where sibling.descriptor.id == Sibling.descriptor.id {
            if let typed = sibling.core as? any TraitBehavior { return typed.attributes(as: Sibling.Attributes.self) }
        }
        return nil
    }

    /// The local time of day in hours, from 0 to 24.
    package var hour: Double {
        let second = (sinceEpoch.components.seconds &+ Int64(secondsEastOfUTC)) % 86_400
        return Double(second < 0 ? second + 86_400 : second) / 3_600
    }

    /// Reports an event.
    public mutating func emit<E: Event>(_ type: E.Type, _ payload: E.Payload) {
        events.append(Occurrence(traitID: E.traitID, eventID: E.eventID, content: .message(payload)))
    }

    /// Reports an event: `context.emit(Matter.SwitchTrait.InitialPressEvent.self) { $0.newPosition = 1 }`.
    public mutating func emit<E: Event>(_ type: E.Type, _ fill: (inout E.Payload) -> Void = { _ in }) {
        var payload = E.Payload()
        fill(&payload)
        emit(type, payload)
    }

    /// Reports an event of a trait without Swift types here.
    public mutating func emit(_ traitID: UInt32, _ eventID: UInt32, _ fields: StructureValue) {
        events.append(Occurrence(traitID: traitID, eventID: eventID, content: .values(fields)))
    }

    /// Sends a signal to the endpoint's other traits.
    public mutating func send(_ signal: EndpointSignal) {
        signals.append(signal)
    }

    /// Runs `action` when the changes of this call have been reported. Actions of an endpoint run one at a time, in
    /// order; a new one replaces one of the same trait that still waits for slow hardware.
    public mutating func operate<T: Trait>(_ trait: T.Type, _ action: @escaping @Sendable () async -> Void) {
        hardwareTasks.append(HardwareTask(traitID: T.descriptor.id, action: action))
    }

    /// Answers the command of this call later: for an answer that hardware has to supply, such as a picture. The
    /// behaviour may be called meanwhile.
    public mutating func answer(_ answer: @escaping @Sendable () async throws(TraitError) -> any Message) {
        laterAnswer = answer
    }

    /// Adds a message for a log: a skipped action, with the reason.
    package mutating func note(_ notice: String) {
        notices.append(notice)
    }

    /// The current time as Matter's epoch-s: seconds since 2000; 0 before.
    public var matterSeconds: UInt32 {
        UInt32(clamping: sinceEpoch.components.seconds - 946_684_800)
    }

    /// The current time as Matter's epoch-us: microseconds since 2000; 0 before.
    public var matterMicroseconds: UInt64 {
        let (seconds, attoseconds) = sinceEpoch.wholeAndRest
        let whole = UInt64(clamping: seconds - 946_684_800)
        return whole &* 1_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000_000)
    }
}
