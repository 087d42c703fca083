public import Foundation
internal import HearthTraitCore
internal import Synchronization

/// An event that sets off an event trigger or ends its effect. The subclasses are the kinds of events.
///
/// Unchecked, because Swift allows no Sendable class with subclasses; all mutable state of this one and its subclasses
/// is in `core`.
public class HMEvent: NSObject, @unchecked Sendable {
    let core: EventCore

    init(_ core: EventCore) { self.core = core }

    /// Identifies the event; it is the same in all programs once its trigger is in a home.
    public var uniqueIdentifier: UUID { core.uniqueIdentifier }

    /// A one-line description, such as `HMSignificantTimeEvent(sunset)`.
    public override var description: String { line(core.words) }

    /// The class without its generic parameter, and the text of the event.
    func line(_ words: String) -> String { "\("\(Self.self)".prefix { $0 != "<" })(\(words))" }

    /// Whether triggers of a home support such events.
    public class func isSupported(for home: HMHome) -> Bool { true }

    public override func isEqual(_ object: Any?) -> Bool { (object as? HMEvent)?.core === core }
    public override var hash: Int { ObjectIdentifier(core).hashValue }
}

/// An event at a time.
public class HMTimeEvent: HMEvent, @unchecked Sendable {}

/// The mutable state of an event.
final class EventCore: Sendable {
    private struct State: Sendable {
        var event: Result<TriggerEvent, HMError>
        var trigger: UUID?
    }

    private let state: Mutex<State>
    private let ownID = UUID()

    init(_ event: Result<TriggerEvent, HMError>) { state = Mutex(State(event: event)) }

    convenience init(_ event: TriggerEvent) { self.init(.success(event)) }

    /// The event, or the error in its arguments.
    var event: Result<TriggerEvent, HMError> {
        get { state.withLock { $0.event } }
        set { state.withLock { $0.event = newValue } }
    }

    /// The identifier of the trigger that it belongs to.
    var trigger: UUID? {
        get { state.withLock { $0.trigger } }
        set { state.withLock { $0.trigger = newValue } }
    }

    var uniqueIdentifier: UUID {
        guard let trigger, case .success(let event) = event else { return ownID }
        return UUID(hubID: "\(trigger.uuidString)/\(event)", kind: "event")
    }
}

extension EventCore {
    /// The event as text.
    fileprivate var words: String {
        switch event {
        case .failure: "can't happen"
        case .success(.calendar(let time)): time.words
        case .success(.significantTime(let moment)):
            (moment.isSunrise ? "sunrise" : "sunset") + (moment.offset == 0 ? "" : ", \(moment.offset) s after it")
        case .success(.presence(let presence)):
            [
                HMPresenceEventType(rawValue: presence.type).map { "\($0)" },
                HMPresenceEventUserType(rawValue: presence.users).map { "\($0)" },
            ].compactMap { $0 }.joined(separator: ", ")
        case .success(.location(let circle)): quoted(circle.identifier)
        case .success(.duration(let seconds)): "\(seconds) s"
        // The classes of these events describe their characteristic.
        case .success(.characteristic), .success(.threshold): ""
        }
    }
}

extension CalendarTime {
    fileprivate var words: String {
        let parts = [("month", month), ("day", day), ("hour", hour), ("minute", minute)]
        return parts.compactMap { name, value in value.map { "\(name) \($0)" } }.joined(separator: ", ")
    }
}

extension HMEvent {
    /// Creates the object of an event read from the hub; nil if its accessory was removed.
    static func object(of event: TriggerEvent, _ model: HomeKitModel) -> HMEvent? {
        let core = EventCore(event)
        switch event {
        case .characteristic(let reference, _):
            return model.characteristic(reference).map { HMCharacteristicEvent<any NSCopying>(core, $0) }
        case .threshold(let reference, _):
            return model.characteristic(reference).map { HMCharacteristicThresholdRangeEvent(core, $0) }
        case .calendar: return HMCalendarEvent(core)
        case .significantTime: return HMSignificantTimeEvent(core)
        case .presence: return HMPresenceEvent(core)
        case .location: return HMLocationEvent(core)
        case .duration: return HMDurationEvent(core)
        }
    }
}
