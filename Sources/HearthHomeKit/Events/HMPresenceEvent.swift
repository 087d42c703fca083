internal import Foundation

/// Who comes or goes.
public enum HMPresenceEventType: UInt, Hashable, Sendable {
    /// Each who comes.
    case everyEntry = 1
    /// Each who leaves.
    case everyExit = 2
    /// The first who comes.
    case firstEntry = 3
    /// The last who leaves.
    case lastExit = 4

    /// In a predicate: somebody is at home.
    public static let atHome = HMPresenceEventType.firstEntry
    /// In a predicate: nobody is at home.
    public static let notAtHome = HMPresenceEventType.lastExit
}

/// Whose coming and going counts.
public enum HMPresenceEventUserType: UInt, Hashable, Sendable {
    /// The current user's.
    case currentUser = 1
    /// That of all users of the home.
    case homeUsers = 2
    /// That of some users.
    case customUsers = 3
}

/// Somebody comes home or leaves, of those who share it with the home: apps say it, by `Hearth.UserStructure` or as a
/// program of the home does. An app can't say which ``HMPresenceEventUserType/customUsers`` it means.
public class HMPresenceEvent: HMEvent, @unchecked Sendable {
    /// Creates an event.
    public init(presenceEventType: HMPresenceEventType, presenceUserType: HMPresenceEventUserType) {
        super.init(EventCore(Self.event(presenceEventType, presenceUserType)))
    }

    override init(_ core: EventCore) { super.init(core) }

    /// Who comes or goes.
    public internal(set) var presenceEventType: HMPresenceEventType {
        get { presence.flatMap { HMPresenceEventType(rawValue: $0.type) } ?? .firstEntry }
        set { core.event = .success(Self.event(newValue, presenceUserType, presence?.personID)) }
    }

    /// Whose coming and going counts.
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
    /// Who comes or goes.
    public override var presenceEventType: HMPresenceEventType {
        get { super.presenceEventType }
        set { super.presenceEventType = newValue }
    }

    /// Whose coming and going counts.
    public override var presenceUserType: HMPresenceEventUserType {
        get { super.presenceUserType }
        set { super.presenceUserType = newValue }
    }
}
