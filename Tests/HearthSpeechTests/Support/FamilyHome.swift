@testable internal import HearthSpeech

/// The home of the held-out sentences, with the names of each language. Some are easy to mistake: a room is named as a
/// scene, lamps as words of a command.
enum FamilyHome {
    static func home(_ language: Language) -> SpokenHome {
        let german = language.code == "de"
        let places = rooms.map { SpokenHome.Place(id: $0.0, names: [german ? $0.2 : $0.1], roomIDs: [$0.0]) }
        let zones = zones.map { SpokenHome.Place(id: $0.0, names: [german ? $0.2 : $0.1], roomIDs: $0.3) }
        let things = things.map { id, english, named, room, domain, kind in
            let (kinds, abilities) = SampledSentences.parts(domain, kind)
            return SpokenHome.Thing(
                id: id, names: [german ? named : english], roomID: room.isEmpty ? nil : room, kinds: kinds,
                abilities: abilities, temperatures: kinds.contains(.thermostat) ? 5...30 : nil)
        }
        let corner = things.indices.filter { ["floor", "lamp1"].contains(things[$0].id) }
        return SpokenHome(
            things: things, places: places + zones,
            groups: [SpokenHome.Group(name: german ? "Leseecke" : "Reading Corner", members: corner)],
            homeNames: ["Cottage"], in: language)
    }

    private static let rooms: [(String, String, String)] = [
        ("kitchen", "Kitchen", "Küche"), ("living-room", "Living Room", "Wohnzimmer"), ("bath", "Bath", "Bad"),
        ("bathroom", "Bathroom", "Badezimmer"), ("kids-room", "Kids Room", "Kinderzimmer"),
        ("bedroom", "Bedroom", "Schlafzimmer"), ("office", "Office", "Büro"), ("hall", "Hall", "Flur"),
        ("garage", "Garage", "Garage"), ("garden", "Garden", "Garten"), ("cinema", "Cinema", "Kino"),
    ]

    private static let zones: [(String, String, String, Set<String>)] = [
        ("upstairs", "Upstairs", "Oben", ["bath", "bathroom", "kids-room", "bedroom"]),
        ("downstairs", "Downstairs", "Unten", ["kitchen", "living-room", "hall", "cinema"]),
        ("outside", "Outside", "Draußen", ["garage", "garden"]),
    ]

    /// ID, English and German names, room, domain, class.
    private static let things: [(String, String, String, String, String, String)] = [
        ("kceil", "Ceiling", "Decke", "kitchen", "light", ""),
        ("counter", "Counter", "Arbeitsplatte", "kitchen", "light", ""),
        ("coffee", "Coffee Machine", "Kaffeemaschine", "kitchen", "switch", ""),
        ("radio", "Radio", "Radio", "kitchen", "media_player", ""),
        ("kblind", "Blind", "Rollo", "kitchen", "cover", "blind"),
        ("bdoor", "Back Door", "Hintertür", "kitchen", "lock", ""),
        ("lceil", "Ceiling", "Decke", "living-room", "light", ""),
        ("floor", "Floor Lamp", "Stehlampe", "living-room", "light", ""),
        ("lamp1", "Lamp 1", "Lampe 1", "living-room", "light", ""),
        ("lamp11", "Lamp 11", "Lampe 11", "living-room", "light", ""),
        ("tv", "Television", "Fernseher", "living-room", "media_player", "tv"),
        ("lblind", "Left Blind", "Linkes Rollo", "living-room", "cover", "blind"),
        ("rblind", "Right Blind", "Rechtes Rollo", "living-room", "cover", "blind"),
        ("lthermo", "Thermostat", "Thermostat", "living-room", "climate", ""),
        ("cfan", "Ceiling Fan", "Deckenventilator", "living-room", "fan", ""),
        ("mirror", "Mirror", "Spiegel", "bath", "light", ""),
        ("shower", "Shower Light", "Duschlicht", "bathroom", "light", ""),
        ("towel", "Towel Rail", "Handtuchheizung", "bathroom", "switch", ""),
        ("night", "Night Light", "Nachtlicht", "kids-room", "light", ""),
        ("moon", "Moon", "Mond", "kids-room", "light", ""),
        ("kcurtain", "Curtain", "Vorhang", "kids-room", "cover", "curtain"),
        ("bedside", "Bedside Lamp", "Nachttischlampe", "bedroom", "light", ""),
        ("anna", "Anna's Lamp", "Annas Lampe", "bedroom", "light", ""),
        ("bcurtain", "Curtain", "Vorhang", "bedroom", "cover", "curtain"),
        ("bthermo", "Bedroom Thermostat", "Schlafzimmerthermostat", "bedroom", "climate", ""),
        ("desk", "Desk Lamp", "Schreibtischlampe", "office", "light", ""),
        ("printer", "Printer", "Drucker", "office", "switch", ""),
        ("ofan", "Fan", "Ventilator", "office", "fan", ""),
        ("lamp-off", "Off", "Aus", "hall", "light", ""),
        ("lamp-all", "All", "Alle", "hall", "light", ""),
        ("fdoor", "Front Door", "Haustür", "hall", "lock", ""),
        ("rover", "Rover", "Rover", "hall", "vacuum", ""),
        ("smoke", "Smoke Detector", "Rauchmelder", "hall", "binary_sensor", "smoke"),
        ("gdoor", "Garage Door", "Garagentor", "garage", "cover", "garage"),
        ("bench", "Workbench", "Werkbank", "garage", "light", ""),
        ("glights", "Garden Lights", "Gartenlicht", "garden", "light", ""),
        ("gate", "Gate", "Hoftor", "garden", "cover", "gate"),
        ("sprinkler", "Sprinkler", "Rasensprenger", "garden", "valve", ""),
        ("sconce", "Sconce", "Wandlampe", "cinema", "light", ""),
        ("movie", "Movie Night", "Filmabend", "", "scene", ""),
        ("goodnight", "Good Night", "Gute Nacht", "", "scene", ""),
        ("dinner", "Dinner", "Abendessen", "", "scene", ""), ("cinema", "Cinema", "Kino", "", "scene", ""),
    ]
}
