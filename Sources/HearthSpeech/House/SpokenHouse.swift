/// A home as one speaker sees it, with its names prepared for reading sentences.
package struct SpokenHouse: Sendable {
    /// A service of a device, or a scene.
    package struct Thing: Hashable, Sendable {
        /// ID of the device or the automation.
        package var id: String
        /// The Matter endpoint; nil for a scene.
        package var endpoint: UInt16?
        /// Its name, and others that mean it.
        package var names: [String]
        package var roomID: String?
        package var kinds: Set<ThingKind>
        package var abilities: Set<Ability>
        /// Whether it is a scene that may open what guards the home.
        package var opensGuarded: Bool

        package init(
            id: String, endpoint: UInt16? = nil, names: [String], roomID: String? = nil, kinds: Set<ThingKind>,
            abilities: Set<Ability>, opensGuarded: Bool = false
        ) {
            self.id = id
            self.endpoint = endpoint
            self.names = names
            self.roomID = roomID
            self.kinds = kinds
            self.abilities = abilities
            self.opensGuarded = opensGuarded
        }

        /// Whether it guards the home or its people, so that a sentence opens it only with a yes.
        package var isGuarded: Bool { opensGuarded || !kinds.isDisjoint(with: Self.guarded) }

        private static let guarded: Set<ThingKind> = [.lock, .garageDoor, .gate, .door, .alarm, .valve]
    }

    /// A room, or a zone of rooms.
    package struct Place: Hashable, Sendable {
        package var id: String
        package var name: String
        /// The rooms of a zone; its own id for a room.
        package var roomIDs: Set<String>

        package init(id: String, name: String, roomIDs: Set<String>) {
            self.id = id
            self.name = name
            self.roomIDs = roomIDs
        }
    }

    /// A name for several things.
    package struct Group: Hashable, Sendable {
        package var name: String
        /// Indices of ``SpokenHouse/things``.
        package var members: [Int]

        package init(name: String, members: [Int]) {
            self.name = name
            self.members = members
        }
    }

    package let things: [Thing]
    package let places: [Place]
    /// Names of the home.
    package let homeNames: [String]
    let names: NameTable
    /// Indices of ``things`` by kind.
    let byKind: [ThingKind: [Int]]

    /// - Parameter language: of the speaker.
    package init(
        things: [Thing], places: [Place], groups: [Group] = [], homeNames: [String] = [], in language: Language
    ) {
        self.things = things
        self.places = places
        self.homeNames = homeNames
        var names = NameTable()
        for (index, thing) in things.enumerated() {
            for name in thing.names {
                names.add(name, .things([index]), in: language, mayBeMisspelled: !thing.isGuarded)
            }
        }
        for group in groups {
            names.add(
                group.name, .things(group.members), in: language,
                mayBeMisspelled: !group.members.contains { things[$0].isGuarded })
        }
        for (index, place) in places.enumerated() {
            names.add(place.name, .place(index), in: language, mayBeMisspelled: true)
        }
        for name in homeNames { names.add(name, .home, in: language, mayBeMisspelled: true) }
        self.names = names
        var byKind: [ThingKind: [Int]] = [:]
        for (index, thing) in things.enumerated() {
            for kind in thing.kinds { byKind[kind, default: []].append(index) }
        }
        self.byKind = byKind
    }
}
