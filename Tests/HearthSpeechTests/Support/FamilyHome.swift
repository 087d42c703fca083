@testable internal import HearthSpeech

/// The home of the held-out sentences, with the names of each language. Some are easy to mistake: a room is named as a
/// scene, lamps as words of a command.
enum FamilyHome {
    static func home(_ language: Language) -> SpokenHome {
        let own = codes.firstIndex(of: language.code) ?? 0
        let places = rooms.map { SpokenHome.Place(id: $0.0, names: [$0.1[own]], roomIDs: [$0.0]) }
        let zones = zones.map { SpokenHome.Place(id: $0.0, names: [$0.1[own]], roomIDs: $0.2) }
        let things = things.map { id, names, room, domain, kind in
            let (kinds, abilities) = SampledSentences.parts(domain, kind)
            return SpokenHome.Thing(
                id: id, names: [names[own]], roomID: room.isEmpty ? nil : room, kinds: kinds,
                abilities: abilities, temperatures: kinds.contains(.thermostat) ? 5...30 : nil,
                armLevels: kinds.contains(.alarm) ? ArmLevel.allCases : [])
        }
        let corner = things.indices.filter { ["floor", "lamp1"].contains(things[$0].id) }
        return SpokenHome(
            things: things, places: places + zones,
            groups: [SpokenHome.Group(name: corners[own], members: corner)],
            homeNames: ["Cottage"], in: language)
    }

    /// The languages of the names, in their order.
    private static let codes = ["en", "de", "fr", "es"]
    private static let corners = ["Reading Corner", "Leseecke", "Coin lecture", "Rincón de lectura"]

    private static let rooms: [(String, [String])] = [
        ("kitchen", ["Kitchen", "Küche", "Cuisine", "Cocina"]),
        ("living-room", ["Living Room", "Wohnzimmer", "Salon", "Salón"]), ("bath", ["Bath", "Bad", "Bain", "Baño"]),
        ("bathroom", ["Bathroom", "Badezimmer", "Salle de bain", "Baño grande"]),
        ("kids-room", ["Kids Room", "Kinderzimmer", "Chambre des enfants", "Cuarto de los niños"]),
        ("bedroom", ["Bedroom", "Schlafzimmer", "Chambre", "Dormitorio"]),
        ("office", ["Office", "Büro", "Bureau", "Despacho"]), ("hall", ["Hall", "Flur", "Entrée", "Pasillo"]),
        ("garage", ["Garage", "Garage", "Garage", "Garaje"]), ("garden", ["Garden", "Garten", "Jardin", "Jardín"]),
        ("cinema", ["Cinema", "Kino", "Cinéma", "Cine"]),
    ]

    private static let zones: [(String, [String], Set<String>)] = [
        ("upstairs", ["Upstairs", "Oben", "Étage", "Arriba"], ["bath", "bathroom", "kids-room", "bedroom"]),
        (
            "downstairs", ["Downstairs", "Unten", "Rez-de-chaussée", "Abajo"],
            ["kitchen", "living-room", "hall", "cinema"]
        ),
        ("outside", ["Outside", "Draußen", "Extérieur", "Exterior"], ["garage", "garden"]),
    ]

    /// ID, names by language, room, domain, class.
    private static let things: [(String, [String], String, String, String)] = [
        ("kceil", ["Ceiling", "Decke", "Plafonnier", "Techo"], "kitchen", "light", ""),
        ("counter", ["Counter", "Arbeitsplatte", "Plan de travail", "Encimera"], "kitchen", "light", ""),
        ("coffee", ["Coffee Machine", "Kaffeemaschine", "Machine à café", "Cafetera"], "kitchen", "switch", ""),
        ("radio", ["Radio", "Radio", "Radio", "Radio"], "kitchen", "media_player", ""),
        ("kblind", ["Blind", "Rollo", "Store", "Estor"], "kitchen", "cover", "blind"),
        ("bdoor", ["Back Door", "Hintertür", "Porte de derrière", "Puerta trasera"], "kitchen", "lock", ""),
        ("lceil", ["Ceiling", "Decke", "Plafonnier", "Techo"], "living-room", "light", ""),
        ("floor", ["Floor Lamp", "Stehlampe", "Lampadaire", "Lámpara de pie"], "living-room", "light", ""),
        ("lamp1", ["Lamp 1", "Lampe 1", "Lampe 1", "Lámpara 1"], "living-room", "light", ""),
        ("lamp11", ["Lamp 11", "Lampe 11", "Lampe 11", "Lámpara 11"], "living-room", "light", ""),
        ("tv", ["Television", "Fernseher", "Télévision", "Televisor"], "living-room", "media_player", "tv"),
        (
            "lblind", ["Left Blind", "Linkes Rollo", "Store gauche", "Persiana izquierda"], "living-room", "cover",
            "blind"
        ),
        (
            "rblind", ["Right Blind", "Rechtes Rollo", "Store droit", "Persiana derecha"], "living-room", "cover",
            "blind"
        ),
        ("lthermo", ["Thermostat", "Thermostat", "Thermostat", "Termostato"], "living-room", "climate", ""),
        (
            "cfan", ["Ceiling Fan", "Deckenventilator", "Ventilateur de plafond", "Ventilador de techo"], "living-room",
            "fan", ""
        ),
        ("mirror", ["Mirror", "Spiegel", "Miroir", "Espejo"], "bath", "light", ""),
        ("shower", ["Shower Light", "Duschlicht", "Lumière de douche", "Luz de ducha"], "bathroom", "light", ""),
        ("towel", ["Towel Rail", "Handtuchheizung", "Sèche-serviettes", "Toallero"], "bathroom", "switch", ""),
        ("night", ["Night Light", "Nachtlicht", "Veilleuse", "Luz de noche"], "kids-room", "light", ""),
        ("moon", ["Moon", "Mond", "Lune", "Luna"], "kids-room", "light", ""),
        ("kcurtain", ["Curtain", "Vorhang", "Rideau", "Cortina"], "kids-room", "cover", "curtain"),
        (
            "bedside", ["Bedside Lamp", "Nachttischlampe", "Lampe de chevet", "Lámpara de noche"], "bedroom", "light",
            ""
        ),
        ("anna", ["Anna's Lamp", "Annas Lampe", "Lampe d'Anna", "Lámpara de Ana"], "bedroom", "light", ""),
        ("bcurtain", ["Curtain", "Vorhang", "Rideau", "Cortina"], "bedroom", "cover", "curtain"),
        (
            "bthermo",
            ["Bedroom Thermostat", "Schlafzimmerthermostat", "Thermostat de la chambre", "Termostato del dormitorio"],
            "bedroom", "climate", ""
        ),
        (
            "desk", ["Desk Lamp", "Schreibtischlampe", "Lampe de bureau", "Lámpara de escritorio"], "office", "light",
            ""
        ),
        ("printer", ["Printer", "Drucker", "Imprimante", "Impresora"], "office", "switch", ""),
        ("ofan", ["Fan", "Ventilator", "Ventilateur", "Ventilador"], "office", "fan", ""),
        ("lamp-off", ["Off", "Aus", "Arrêt", "Apagado"], "hall", "light", ""),
        ("lamp-all", ["All", "Alle", "Tout", "Todo"], "hall", "light", ""),
        ("fdoor", ["Front Door", "Haustür", "Porte d'entrée", "Puerta de entrada"], "hall", "lock", ""),
        ("alarm", ["Alarm System", "Alarmanlage", "Alarme", "Alarma"], "hall", "alarm", ""),
        ("rover", ["Rover", "Rover", "Rover", "Rover"], "hall", "vacuum", ""),
        (
            "smoke", ["Smoke Detector", "Rauchmelder", "Détecteur de fumée", "Detector de humo"], "hall",
            "binary_sensor", "smoke"
        ),
        ("gdoor", ["Garage Door", "Garagentor", "Porte de garage", "Puerta del garaje"], "garage", "cover", "garage"),
        ("bench", ["Workbench", "Werkbank", "Établi", "Banco"], "garage", "light", ""),
        ("glights", ["Garden Lights", "Gartenlicht", "Lumières du jardin", "Luces del jardín"], "garden", "light", ""),
        ("gate", ["Gate", "Hoftor", "Portail", "Portón"], "garden", "cover", "gate"),
        ("sprinkler", ["Sprinkler", "Rasensprenger", "Arrosage", "Riego"], "garden", "valve", ""),
        ("sconce", ["Sconce", "Wandlampe", "Applique", "Aplique"], "cinema", "light", ""),
        ("movie", ["Movie Night", "Filmabend", "Soirée film", "Noche de cine"], "", "scene", ""),
        ("goodnight", ["Good Night", "Gute Nacht", "Bonne nuit", "Buenas noches"], "", "scene", ""),
        ("dinner", ["Dinner", "Abendessen", "Dîner", "Cena"], "", "scene", ""),
        ("cinema", ["Cinema", "Kino", "Cinéma", "Cine"], "", "scene", ""),
    ]
}
