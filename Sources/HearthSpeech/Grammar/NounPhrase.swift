/// Words of a sentence that mean things together: "the lights in the kitchen".
struct NounPhrase: Hashable {
    /// Indices of things, with how exactly their name was said.
    var names: [(things: [Int], exactness: NameTable.Exactness)] = []
    var kinds: Set<ThingKind> = []
    /// Rooms of the places that were said; nil for none.
    var rooms: Set<String>?
    var placeNames: [String] = []
    /// Whether the home was said.
    var isHome = false
    /// Whether the place is where the speaker is.
    var isHere = false

    var saysThings: Bool { !names.isEmpty || !kinds.isEmpty }
    var saysPlace: Bool { rooms != nil || isHome || isHere }
    var isEmpty: Bool { !saysThings && !saysPlace }

    static func == (one: Self, other: Self) -> Bool {
        one.names.map(\.things) == other.names.map(\.things) && one.kinds == other.kinds && one.rooms == other.rooms
            && one.isHome == other.isHome && one.isHere == other.isHere
    }

    func hash(into hasher: inout Hasher) { hasher.combine(kinds) }

    /// Narrows it down to a place; a second place is the part that both have.
    mutating func add(_ place: SpokenHome.Place) {
        rooms = rooms.map { $0.intersection(place.roomIDs) } ?? place.roomIDs
        placeNames.append(place.name)
    }
}
