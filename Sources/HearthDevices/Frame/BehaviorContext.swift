internal import HearthBase
internal import HearthMessage
internal import HearthTraitCore

/// Input and output of a behaviour during one call, besides its attributes.
struct BehaviorContext {
    /// An event.
    struct Occurrence {
        /// The event's fields.
        enum Content {
            case payload(any Message)
            case fields(StructureValue)
        }

        let traitID: UInt32
        let eventID: UInt32
        let content: Content
    }

    /// Time since a fixed moment.
    let now: Duration
    /// Time since 1970.
    let sinceEpoch: Duration
    /// The local UTC offset in seconds; positive in the east.
    let secondsEastOfUTC: Int
    /// The cause of the changes in this call.
    var cause: ChangeCause = .device
    /// The state of the endpoint's OnOff; nil if it has none.
    var isOn: Bool?
    var signals: [EndpointSignal] = []
    var events: [Occurrence] = []
    /// Messages for a log: skipped actions, with the reason.
    var notices: [String] = []

    init(now: Duration, sinceEpoch: Duration, secondsEastOfUTC: Int = 0, cause: ChangeCause = .device) {
        self.now = now
        self.sinceEpoch = sinceEpoch
        self.secondsEastOfUTC = secondsEastOfUTC
        self.cause = cause
    }

    /// The local time of day in hours, from 0 to 24.
    var hour: Double {
        let second = (sinceEpoch.components.seconds &+ Int64(secondsEastOfUTC)) % 86_400
        return Double(second < 0 ? second + 86_400 : second) / 3_600
    }

    /// Reports an event.
    mutating func emit<E: Event>(_ type: E.Type, _ payload: E.Payload) {
        events.append(Occurrence(traitID: E.traitID, eventID: E.eventID, content: .payload(payload)))
    }

    /// Reports an event of a trait without Swift types here.
    mutating func emit(_ traitID: UInt32, _ eventID: UInt32, _ fields: StructureValue) {
        events.append(Occurrence(traitID: traitID, eventID: eventID, content: .fields(fields)))
    }

    /// Sends a signal to the endpoint's other traits.
    mutating func send(_ signal: EndpointSignal) {
        signals.append(signal)
    }

    /// The current time as Matter's epoch-s: seconds since 2000; 0 before.
    var matterSeconds: UInt32 {
        UInt32(clamping: sinceEpoch.components.seconds - 946_684_800)
    }

    /// The current time as Matter's epoch-us: microseconds since 2000; 0 before.
    var matterMicroseconds: UInt64 {
        let (seconds, attoseconds) = sinceEpoch.wholeAndRest
        let whole = UInt64(clamping: seconds - 946_684_800)
        return whole &* 1_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000_000)
    }
}
