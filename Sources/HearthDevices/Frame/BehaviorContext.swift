internal import HearthMessage
internal import HearthTraitCore

/// What a behaviour knows of the world during one call, and what it gives out besides attributes.
struct BehaviorContext {
    /// An event with its fields still typed.
    struct Occurrence {
        let traitID: UInt32
        let eventID: UInt32
        let payload: any Message
    }

    /// Time since some fixed moment.
    let now: Duration
    /// Time since 1970.
    let sinceEpoch: Duration
    /// What the endpoint's OnOff says; nil where it has none.
    var isOn: Bool?
    var signals: [EndpointSignal] = []
    var events: [Occurrence] = []
    /// For the log of whoever runs the device: what it did not do, and why.
    var notices: [String] = []

    init(now: Duration, sinceEpoch: Duration) {
        self.now = now
        self.sinceEpoch = sinceEpoch
    }

    /// Reports an event.
    mutating func emit<E: Event>(_ type: E.Type, _ payload: E.Payload) {
        events.append(Occurrence(traitID: E.traitID, eventID: E.eventID, payload: payload))
    }

    /// Tells the endpoint's other traits.
    mutating func send(_ signal: EndpointSignal) {
        signals.append(signal)
    }

    /// Now in Matter's epoch-s: seconds since 2000; 0 before.
    var matterSeconds: UInt32 {
        UInt32(clamping: sinceEpoch.components.seconds - 946_684_800)
    }

    /// Now in Matter's epoch-us: microseconds since 2000; 0 before.
    var matterMicroseconds: UInt64 {
        let (seconds, attoseconds) = sinceEpoch.components
        let whole = UInt64(clamping: seconds - 946_684_800)
        return whole &* 1_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000_000)
    }
}
