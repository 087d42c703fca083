/// A home as one speaker sees it, with its names prepared for reading sentences.
package struct SpokenHome: Sendable {
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
        /// Whether it guards the home whatever its kind, such as a window with a motor, or is a scene that may open what does.
        package var opensGuarded: Bool
        /// The target temperatures that it takes, in °C; nil if unknown.
        package var temperatures: ClosedRange<Double>?
        /// The levels of an alarm system; none if it is only armed or not.
        package var armLevels: [ArmLevel]

        package init(
            id: String, endpoint: UInt16? = nil, names: [String], roomID: String? = nil, kinds: Set<ThingKind>,
            abilities: Set<Ability>, opensGuarded: Bool = false, temperatures: ClosedRange<Double>? = nil,
            armLevels: [ArmLevel] = []
        ) {
            self.id = id
            self.endpoint = endpoint
            self.names = names
            self.roomID = roomID
            self.kinds = kinds
            self.abilities = abilities
            self.opensGuarded = opensGuarded
            self.temperatures = temperatures
            self.armLevels = armLevels
        }

        /// Whether it guards the home or its people, so that a sentence opens it only with a yes.
        package var isGuarded: Bool { opensGuarded || !kinds.isDisjoint(with: Self.guarded) }

        func takes(_ value: SpokenValue?) -> Bool {
            switch value {
            case .degrees(let degrees)?: temperatures?.contains(degrees) ?? true
            case .level(let level)?: armLevels.contains(level)
            default: true
            }
        }

        private static let guarded: Set<ThingKind> = [.lock, .garageDoor, .gate, .door, .alarm, .valve]
    }

    /// A room, or a zone of rooms.
    package struct Place: Hashable, Sendable {
        package var id: String
        /// Its name, and others that mean it.
        package var names: [String]
        /// The rooms of a zone; its own id for a room.
        package var roomIDs: Set<String>

        package init(id: String, names: [String], roomIDs: Set<String>) {
            self.id = id
            self.names = names
            self.roomIDs = roomIDs
        }

        package var name: String { names.first ?? "" }
        package var isRoom: Bool { roomIDs == [id] }
    }

    /// A name for several things.
    package struct Group: Hashable, Sendable {
        package var name: String
        /// Indices of ``SpokenHome/things``.
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
            for name in place.names { names.add(name, .place(index), in: language, mayBeMisspelled: true) }
        }
        for name in homeNames { names.add(name, .home, in: language, mayBeMisspelled: true) }
        self.names = names
        var byKind: [ThingKind: [Int]] = [:]
        for (index, thing) in things.enumerated() {
            for kind in thing.kinds { byKind[kind, default: []].append(index) }
        }
        self.byKind = byKind
    }

    /// A room by its id; nil if the speaker sees none.
    package func room(_ id: String) -> Place? { places.first { $0.id == id && $0.isRoom } }
}
