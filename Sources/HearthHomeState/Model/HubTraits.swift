internal import HearthAutomation
package import HearthTraitCore
package import HearthWire

/// The traits that the hub adds to those of a structure, since only the hub has their values and events. The numbers
/// are those of their schemas.
package enum HubTraits {
    package static let ids = [PresenceTraits.Area.id, PresenceTraits.People.id, Voice.id, Notices.id]

    /// The key of one of them in a structure.
    package static func key(_ traitID: UInt32) -> TraitKey { TraitKey(endpoint: 0, traitID: traitID) }

    /// Spoken phrases: Google's VoiceStarter.
    package enum Voice {
        package static let id: UInt32 = 0x6006_FC06
        package static let said: UInt32 = 0
        package static let words: UInt32 = 0
    }

    /// Messages from the home to its people: Hearth's Notices.
    package enum Notices {
        package static let id: UInt32 = 0xFFF0_FC07
        /// The attribute with the notices that are not dismissed.
        package static let list: UInt32 = 0
        /// The event, whose only field is the notice.
        static let raised: UInt32 = 0
        package static let notify: UInt32 = 0
        package static let dismiss: UInt32 = 1
    }
}

/// Whether a person is at home, as stated by a client. The raw values are the attributes of PeoplePresence that list
/// the people in each state.
package enum PersonPresence: UInt32, CaseIterable {
    case atHome = 0
    case away = 1
    case unknown = 2

    /// The people in this state.
    func people(_ attributes: StructureValue) -> [String] {
        guard case .list(let entries)? = attributes[rawValue] else { return [] }
        return entries.compactMap { entry in
            if case .string(let id) = entry { id } else { nil }
        }
    }

    package static func attributes(_ people: (PersonPresence) -> [String]) -> StructureValue {
        StructureValue(
            Dictionary(
                uniqueKeysWithValues: allCases.map {  // in range: cases differ
                    ($0.rawValue, .list(people($0).map { .string($0) }))
                }))
    }

    /// - Parameter presence: nil for those who do not share it.
    package static func message(_ presence: PersonPresence?) -> Hearth_V1_Presence {
        switch presence {
        case .atHome: .atHome
        case .away: .away
        case .unknown: .unknown
        case nil: .notShared
        }
    }

    /// The presence that a client states: an inner nil for a person who does not share it, nil for a value that this
    /// version does not know.
    package static func said(_ message: Hearth_V1_Presence) -> PersonPresence?? {
        switch message {
        case .atHome: .atHome
        case .away: .away
        case .unknown: .unknown
        case .notShared: .some(nil)
        default: nil
        }
    }
}
