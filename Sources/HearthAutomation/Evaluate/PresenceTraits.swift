package import HearthTraitDescriptors

/// The traits of a structure that tell who is at home. The numbers are those of their schemas.
package enum PresenceTraits {
    /// Whether anybody is at home: Google's AreaPresenceState.
    package enum Area {
        package static let id: UInt32 = 0x6006_FC0A
        package static let state: UInt32 = 0
        package static let unspecified = TraitValue.unsigned(0)
        package static let occupied = TraitValue.unsigned(1)
        package static let vacant = TraitValue.unsigned(2)
    }

    /// Which people who share the home are present, who arrived and who left: Hearth's PeoplePresence.
    package enum People {
        package static let id: UInt32 = 0xFFF0_FC06
        package static let atHome: UInt32 = 0
        package static let away: UInt32 = 1
        package static let unknown: UInt32 = 2
        /// Events.
        package static let arrived: UInt32 = 0
        package static let left: UInt32 = 1
        package static let personID: UInt32 = 0
    }
}
