internal import Foundation

/// The kind of arrival or departure.
public enum HMPresenceEventType: UInt, Hashable, Sendable {
    /// Each arrival.
    case everyEntry = 1
    /// Each departure.
    case everyExit = 2
    /// The first arrival at an empty home.
    case firstEntry = 3
    /// The last departure, which leaves the home empty.
    case lastExit = 4

    /// In a predicate: someone is at home.
    public static let atHome = HMPresenceEventType.firstEntry
    /// In a predicate: no one is at home.
    public static let notAtHome = HMPresenceEventType.lastExit
}

/// The users whose presence counts.
public enum HMPresenceEventUserType: UInt, Hashable, Sendable {
    /// The current user.
    case currentUser = 1
    /// All users of the home.
    case homeUsers = 2
    /// Selected users.
    case customUsers = 3
}

/// A person who shares their presence with the home arrives or leaves. The person's app reports it with
/// `Hearth.UserStructure`, or a client that manages the home does. An app can't select the
/// ``HMPresenceEventUserType/customUsers``.
public class HMPresenceEvent: HMEvent, @unchecked Sendable {
    /// Creates an event.
    public init(presenceEventType: HMPresenceEventType, presenceUserType: HMPresenceEventUserType) {
        super.init(EventCore(Self.event(presenceEventType, presenceUserType)))
    }

    override init(_ core: EventCore) { super.init(core) }

    /// The kind of arrival or departure.
    public internal(set) var presenceEventType: HMPresenceEventType {
        get { presence.flatMap { HMPresenceEventType(rawValue: $0.type) } ?? .firstEntry }
        set { core.event = .success(Self.event(newValue, presenceUserType, presence?.personID)) }
    }

    /// The users whose presence counts.
    public internal(set) var presenceUserType: HMPresenceEventUserType {
        get { presence.flatMap { HMPresenceEventUserType(rawValue: $0.users) } ?? .homeUsers }
        set { core.event = .success(Self.event(presenceEventType, newValue)) }
    }

    var presence: TriggerEvent.Presence? {
        guard case .success(.presence(let presence)) = core.event else { return nil }
        return presence
    }

    private static func event(
        _ type: HMPresenceEventType, _ users: HMPresenceEventUserType, _ personID: String? = nil
    ) -> TriggerEvent {
        .presence(.init(type: type.rawValue, users: users.rawValue, personID: personID))
    }
}

/// A ``HMPresenceEvent`` that can be changed.
public class HMMutablePresenceEvent: HMPresenceEvent, @unchecked Sendable {
    /// The kind of arrival or departure.
    public override var presenceEventType: HMPresenceEventType {
        get { super.presenceEventType }
        set { super.presenceEventType = newValue }
    }

    /// The users whose presence counts.
    public override var presenceUserType: HMPresenceEventUserType {
        get { super.presenceUserType }
        set { super.presenceUserType = newValue }
    }
}
