internal import Expectations
internal import Testing

@testable internal import HearthSpeech

/// Sentences about a home with names that are easy to mistake.
@Suite struct ReaderTests {
    private func read(_ text: String, _ code: String = "en", in room: String? = nil) throws -> String {
        let language = try require(Language.all[code])
        return SentenceReader(home: TestHome.home(language), language: language)
            .read(text, by: Speaker(roomID: room)).line
    }

    @Test(arguments: [
        ("turn on lamp 1", "on Lamp 1@Kitchen"), ("turn on lamp one", "on Lamp 1@Kitchen"),
        ("turn on lamp eleven", "on Lamp 11@Kitchen"), ("TURN ON LAMP 11!", "on Lamp 11@Kitchen"),
        ("turn on the mirorr", "on Mirror@Bath"),
        ("turn on the coffe maker", "on Coffee Maker@Kitchen"), ("turn on bucherregal", "on Bücherregal@Living Room"),
        ("turn on buecherregal", "on Bücherregal@Living Room"), ("turn off the bath lights", "off Mirror@Bath"),
        ("turn off the bathroom lights", "off Shower Light@Bathroom"), ("turn off off", "off Off@Hall"),
        ("turn all on", "on All@Hall"), ("movie night", "run Movie Night@"), ("start movie night", "run Movie Night@"),
        ("good night", "run Good Night@"),
        ("turn on the ceiling", "on Ceiling@Kitchen, Ceiling@Living Room"),
        ("turn on the ceiling in the kitchen", "on Ceiling@Kitchen"),
        ("set the mirror to 40 percent", "brightness percent(40.0) Mirror@Bath"),
        ("mirror 40%", "brightness percent(40.0) Mirror@Bath"), ("dim the mirror", "brightness less(nil) Mirror@Bath"),
        ("make the mirror blue", "color color(\"blue\") Mirror@Bath"),
        ("turn off the lights in the bath and the bathroom", "off Mirror@Bath, Shower Light@Bathroom"),
        ("turn off the bath and bathroom lights", "off Mirror@Bath, Shower Light@Bathroom"),
        (
            "turn on the mirror and turn off the shower light",
            "on Mirror@Bath + off Shower Light@Bathroom"
        ), ("turn the mirror on and the shower light off", "on Mirror@Bath + off Shower Light@Bathroom"),
        ("turn off all lights upstairs except the mirror", "off Shower Light@Bathroom"),
        ("set the temperature to twenty one point five degrees", "temperature degrees(21.5) Thermostat@Living Room"),
        ("which lights are on upstairs", "which on Mirror@Bath, Shower Light@Bathroom"),
        ("is the front door locked", "is locked Front Door@Hall"), ("what time is it", "time"),
        ("lock the front door", "lock Front Door@Hall"),
        ("lock all doors", "lock Back Door@Kitchen, Front Door@Hall"),
        ("unlock the front door", "unlock Front Door@Hall after a yes"),
        ("open the garage door", "open Garage Door@Garage after a yes"),
        ("close the blind all the way", "close Blind@Living Room"), ("shut the blind fully", "close Blind@Living Room"),
        ("lower the blind all the way", "close Blind@Living Room"),
        ("open the blind all the way", "open Blind@Living Room"),
        ("lower the blind to 30 percent", "position percent(30.0) Blind@Living Room"),
        ("put out the mirror", "off Mirror@Bath"),
        ("set the temperature at 21", "temperature degrees(21.0) Thermostat@Living Room"),
        ("turn the volume of the radio down by 8", "volume less(Optional(8.0)) Radio@Kitchen"),
        ("turn on sunset", "on Sunset@Hall"), ("sunset off", "off Sunset@Hall"),
        ("send rover home", "dock Rover@Hall"), ("return the vacuum", "dock Rover@Hall"),
        ("coming home", "run Coming Home@ after a yes"), ("turn on lamp twenty one", "on Lamp 21@Hall"),
        ("turn the fan off", "off Fan@Cinema"), ("make the mirror a bit brighter", "brightness more(nil) Mirror@Bath"),
        ("mute the television", "mute Television@Cinema"), ("turn the radio up", "volume more(nil) Radio@Kitchen"),
    ])
    func readsEnglish(text: String, expected: String) throws {
        try expect(read(text), equals: expected, Comment(rawValue: text))
    }

    @Test(arguments: [
        ("schalte lamp 1 ein", "on Lamp 1@Kitchen"),
        ("mach das Licht in der Küche an", "on Spüle@Küche, Theaterlampe@Küche"),
        ("Küchenlicht aus", "off Spüle@Küche, Theaterlampe@Küche"),
        ("dimme die Spüle auf zwanzig Prozent", "brightness percent(20.0) Spüle@Küche"),
        ("mach die Spuele blau", "color color(\"blue\") Spüle@Küche"),
        ("schließ die Front Door auf", "unlock Front Door@Hall after a yes"),
        ("schließ die Front Door ab", "lock Front Door@Hall"),
        ("stell Thermostat auf 21,5 Grad", "temperature degrees(21.5) Thermostat@Living Room"),
        ("stell Thermostat auf 21 Komma 5 Grad", "temperature degrees(21.5) Thermostat@Living Room"),
        ("fahr den Blind ganz runter", "close Blind@Living Room"),
        ("Spüle zu hell", "brightness less(nil) Spüle@Küche"),
        ("fahr den Blind hoch", "open Blind@Living Room"), ("wie spät ist es", "time"),
        ("mach alle Lichter in der Küche außer der Spüle aus", "off Theaterlampe@Küche"),
    ])
    func readsGerman(text: String, expected: String) throws {
        try expect(read(text, "de"), equals: expected, Comment(rawValue: text))
    }

    @Test(arguments: [
        ("allume la Lamp 1", "on Lamp 1@Kitchen"), ("allume l'Off", "on Off@Hall"),
        ("éteins les lumières de la Küche", "off Spüle@Küche, Theaterlampe@Küche"),
        ("Ferme le Blind", "close Blind@Living Room"), ("ferme la lumière du Bath", "off Mirror@Bath"),
        ("règle le Mirror à quatre-vingt-dix-sept pour cent", "brightness percent(97.0) Mirror@Bath"),
        ("règle le Mirror à vingt et un %", "brightness percent(21.0) Mirror@Bath"),
        ("mets le Thermostat à 21,5 degrés", "temperature degrees(21.5) Thermostat@Living Room"),
        ("mets le Thermostat à vingt et un virgule cinq degrés", "temperature degrees(21.5) Thermostat@Living Room"),
        ("éteins les lumières du Bath et de la Küche sauf la Spüle", "off Mirror@Bath, Theaterlampe@Küche"),
        ("n'allume pas le Mirror", "negated n"), ("arrête d'éteindre le Mirror", "negated arrête d"),
        ("allume le Mirror à 8 heures", "conditional heures"),
        ("est-ce que la Front Door est verrouillée ?", "is locked Front Door@Hall"),
        ("déverrouille la Front Door", "unlock Front Door@Hall after a yes"),
    ])
    func readsFrench(text: String, expected: String) throws {
        try expect(read(text, "fr"), equals: expected, Comment(rawValue: text))
    }

    @Test(arguments: [
        ("enciende la Lamp 1", "on Lamp 1@Kitchen"),
        ("apaga las luces de la Küche", "off Spüle@Küche, Theaterlampe@Küche"),
        ("pon el Mirror al noventa y siete por ciento", "brightness percent(97.0) Mirror@Bath"),
        ("pon el Mirror al veintiuno %", "brightness percent(21.0) Mirror@Bath"),
        ("pon el Thermostat a 21,5 grados", "temperature degrees(21.5) Thermostat@Living Room"),
        ("pon el Thermostat a veintiuno coma cinco grados", "temperature degrees(21.5) Thermostat@Living Room"),
        ("no enciendas el Mirror", "negated no"), ("deja de encender el Mirror", "negated deja de"),
        ("enciende el Mirror a las 8", "no-command"), ("¿está bloqueada la Front Door?", "is locked Front Door@Hall"),
        ("desbloquea la Front Door", "unlock Front Door@Hall after a yes"),
        ("esta encendida la luz del Bath", "any on Mirror@Bath"),
    ])
    func readsSpanish(text: String, expected: String) throws {
        try expect(read(text, "es"), equals: expected, Comment(rawValue: text))
    }

    /// "House Alarm" has levels, "Shop Alarm" has none.
    @Test(arguments: [
        ("arm the house alarm away", "en", "arm level(HearthSpeech.ArmLevel.away) House Alarm@Hall"),
        ("set the house alarm to night", "en", "arm level(HearthSpeech.ArmLevel.night) House Alarm@Hall"),
        ("put the house alarm in home mode", "en", "arm level(HearthSpeech.ArmLevel.home) House Alarm@Hall"),
        ("arm the shop alarm", "en", "arm Shop Alarm@Garage"),
        ("turn on the shop alarm", "en", "arm Shop Alarm@Garage"),
        ("arm the shop alarm away", "en", "no-command"), ("arm the house alarm at night", "en", "unknown-words night"),
        ("the night house alarm", "en", "no-command"), ("house alarm armed", "en", "no-command"),
        ("disarm the house alarm", "en", "disarm House Alarm@Hall after a yes"),
        ("turn off the house alarm", "en", "disarm House Alarm@Hall after a yes"),
        ("don't disarm the house alarm", "en", "negated dont"), ("disarm the hose alarm", "en", "unknown-words hose"),
        ("disarm everything", "en", "nothing-fits"), ("disarm the hall", "en", "nothing-fits"),
        ("disarm", "en", "nothing-fits"),
        ("disarm the house alarm and the shop alarm", "en", "no-command"),
        ("disarm the house alarm at 8", "en", "no-command"),
        ("disarm the house alarm tonight", "en", "conditional tonight"),
        ("disarm the alarm in the hall", "en", "ask disarm House Alarm@Hall after a yes"),
        ("arm the alarm in the garage", "en", "ask arm Shop Alarm@Garage"),
        ("is the house alarm armed", "en", "is armed House Alarm@Hall"),
        ("is the alarm armed?", "en", "any armed House Alarm@Hall, Shop Alarm@Garage"),
        ("is the house alarm on", "en", "is armed House Alarm@Hall"),
        ("which alarms are disarmed", "en", "which disarmed House Alarm@Hall, Shop Alarm@Garage"),
        ("schalte House Alarm scharf und Shop Alarm scharf", "de", "no-command"),
        ("schalte Shop Alarm scharf", "de", "arm Shop Alarm@Garage"),
        ("stell House Alarm auf abwesend", "de", "arm level(HearthSpeech.ArmLevel.away) House Alarm@Hall"),
        ("schalte House Alarm unscharf", "de", "disarm House Alarm@Hall after a yes"),
        ("schalte House Alarm nicht scharf", "de", "negated nicht"),
        ("ist House Alarm scharf?", "de", "is armed House Alarm@Hall"),
        ("arme House Alarm en mode nuit", "fr", "arm level(HearthSpeech.ArmLevel.night) House Alarm@Hall"),
        ("désarme House Alarm", "fr", "disarm House Alarm@Hall after a yes"),
        ("arme House Alarm cette nuit", "fr", "conditional nuit"),
        ("House Alarm est-elle armée ?", "fr", "is armed House Alarm@Hall"),
        ("arma House Alarm en modo ausente", "es", "arm level(HearthSpeech.ArmLevel.away) House Alarm@Hall"),
        ("desarma House Alarm", "es", "disarm House Alarm@Hall after a yes"),
        ("no desarmes House Alarm", "es", "negated no"), ("arma House Alarm esta noche", "es", "conditional noche"),
        ("¿está armada House Alarm?", "es", "is armed House Alarm@Hall"),
    ])
    func readsAlarms(text: String, code: String, expected: String) throws {
        try expect(read(text, code), equals: expected, Comment(rawValue: text))
    }

    @Test("An alarm system that is armed without a level is a question for it")
    func asksForLevels() throws {
        let levels = ["home", "away", "night"].map { "arm level(HearthSpeech.ArmLevel.\($0)) House Alarm@Hall" }
        let question = "ask " + levels.joined(separator: " | ")
        for (text, code) in [
            ("arm the house alarm", "en"), ("schalte House Alarm scharf", "de"),
            ("active House Alarm", "fr"), ("pon House Alarm", "es"),
        ] {
            try expect(read(text, code), equals: question, Comment(rawValue: text))
        }
    }

    @Test(arguments: [
        ("turn on the ceiling", "Living Room", "on Ceiling@Living Room"),
        ("turn off the lights", "Bath", "off Mirror@Bath"), ("turn off the lights here", "Bath", "off Mirror@Bath"),
        ("brighter", "Bath", "brightness more(nil) Mirror@Bath"), ("pause", "Cinema", "pause Television@Cinema"),
    ])
    func prefersTheSpeakersRoom(text: String, room: String, expected: String) throws {
        try expect(read(text, in: room), equals: expected)
    }

    @Test(arguments: [
        ("pause", "ask pause Radio@Kitchen | pause Television@Cinema"),
        ("unlock the door", "ask unlock Front Door@Hall after a yes | unlock Back Door@Kitchen after a yes"),
        ("turn on the cinema", "ask run Cinema@ | on Fan@Cinema, Television@Cinema"),
    ])
    func asks(text: String, expected: String) throws {
        try expect(read(text), equals: expected)
    }

    @Test(
        "Locked things are opened by their exact names only",
        arguments: [
            "unlock the front dor", "unlock the frnt door", "open the garage dor", "unlock all doors",
            "unlock the doors",
            "unlock front doors", "unlock everything", "unlock the hall", "open the garage",
        ])
    func guardsLockedThings(text: String) throws {
        let language = try require(Language.all["en"])
        let reading = SentenceReader(home: TestHome.home(language), language: language).read(text)
        expect(reading.acts, equals: false, Comment(rawValue: reading.line))
    }

    @Test(arguments: [
        ("don't turn on the mirror", "negated dont"), ("do not unlock the front door", "negated not"),
        ("turn on the mirror at sunset", "conditional sunset"),
        ("turn on the mirror in five minutes", "conditional minutes"), ("turn on the mirror at 8", "no-command"),
        ("turn on the mirror at 8 pm", "conditional pm"), ("turn on the mirror if it is dark", "conditional if"),
        ("turn on", "nothing-fits"), ("the mirror", "nothing-fits"), ("", "empty"), ("?!", "empty"),
        ("set the mirror to -5", "unknown-words -"), ("set the mirror to 140 percent", "no-command"),
        ("turn on the frobnicator", "unknown-words frobnicator"), ("turn the mirror on and down", "no-command"),
        ("turn on lamp 2", "no-command"), ("turn on lamp 1 and turn on the cinema", "no-command"),
        ("both lights", "nothing-fits"),
        ("unlock the bath", "nothing-fits"),
    ])
    func saysWhyNot(text: String, expected: String) throws {
        try expect(read(text), equals: expected, Comment(rawValue: text))
    }

    /// The family's home, whose rooms have what opens and closes.
    private func family(_ text: String, _ code: String) throws -> String {
        let language = try require(Language.all[code])
        return SentenceReader(home: FamilyHome.home(language), language: language).read(text).line
    }

    @Test(
        "What has no motor is not closed by a lock",
        arguments: [
            ("close the window", "en"), ("open the window", "en"), ("open the windows", "en"),
            ("draw the window", "en"), ("close the window in the kitchen", "en"),
            ("lock the window", "en"), ("mach das Fenster zu", "de"), ("Fenster zu", "de"),
            ("mach das Fenster auf", "de"), ("Fenster in der Küche auf", "de"), ("schließ das Fenster", "de"),
        ])
    func sparesLocks(text: String, code: String) throws {
        try expect(family(text, code), equals: "nothing-fits", Comment(rawValue: text))
    }

    @Test(arguments: [
        ("lock the door", "en", "lock bdoor, fdoor"), ("close the door", "en", "lock bdoor, fdoor"),
        ("lock the window in the kitchen", "en", "lock bdoor"),
        ("close the gate", "en", "close gate"), ("stop the gate", "en", "stop gate"),
        ("stop the garage door", "en", "stop gdoor"), ("close the garage", "en", "close gdoor"),
        ("Mach die Garage zu", "de", "ask close gdoor"), ("Garage zu", "de", "ask close gdoor"),
        ("Mach die Garage auf", "de", "ask open gdoor after a yes"),
        ("Garage auf", "de", "ask open gdoor after a yes"), ("Garagentor zu", "de", "close gdoor"),
        ("Küche zu", "de", "close kblind"), ("mach das Büro auf", "de", "nothing-fits"),
        ("dreh die Heizung im Bad auf", "de", "nothing-fits"), ("Stehlampe auf", "de", "on floor"),
        ("Garage aus", "de", "off bench"),
        ("Schalte alle Geräte im Büro aus", "de", "off desk, ofan, printer"),
        ("Mach alle Geräte im Büro an", "de", "on desk, ofan, printer"),
        ("open the blinds and the garage door", "en", "nothing-fits"),
        ("mach das Licht gleich aus", "de", "conditional gleich"),
    ])
    func readsWhatOpens(text: String, code: String, expected: String) throws {
        try expect(family(text, code), equals: expected, Comment(rawValue: text))
    }

    @Test(
        "States with a question mark are no orders",
        arguments: [
            ("blinds open?", "en", false), ("garage open?", "en", false), ("front door open?", "en", false),
            ("Haustür zu?", "de", false), ("Rollos offen?", "de", false), ("Garagentor auf?", "de", false),
            ("open the blinds?", "en", true), ("can you open the blinds?", "en", true),
            ("could you please turn on the mirror?", "en", true),
            ("kannst du die Rollos öffnen?", "de", true), ("kannst du bitte die Haustür abschließen?", "de", true),
        ])
    func readsQuestionMarks(text: String, code: String, acts: Bool) throws {
        let line = try family(text, code)
        expect(
            !line.hasPrefix("ask ") && !["no-command", "nothing-fits"].contains(where: line.hasPrefix), equals: acts,
            "\(text): \(line)")
    }

    @Test(
        "Words for a place are no orders",
        arguments: [
            ("on the ceiling", "en"), ("off the kitchen", "en"), ("on the floor lamp", "en"),
            ("an der Decke", "de"), ("an der Garage", "de"), ("an der Stehlampe", "de"), ("aus der Küche", "de"),
        ])
    func ignoresWhereabouts(text: String, code: String) throws {
        let line = try family(text, code)
        expect(["no-command", "nothing-fits"].contains(line), equals: true, "\(text): \(line)")
    }

    @Test("A room with a blind and a garage door is a question", arguments: ["en", "de"])
    func asksWhatToClose(code: String) throws {
        let language = try require(Language.all[code])
        func thing(_ id: String, _ kind: ThingKind, _ room: String?) -> SpokenHome.Thing {
            .init(id: id, names: [id], roomID: room, kinds: [kind], abilities: [.opening])
        }
        func read(_ text: String, _ things: [SpokenHome.Thing]) -> String {
            let home = SpokenHome(
                things: things, places: [.init(id: "garage", names: ["Garage"], roomIDs: ["garage"])], in: language)
            return SentenceReader(home: home, language: language).read(text).line
        }
        let (close, open) = code == "en" ? ("close the garage", "open the garage") : ("Garage zu", "Garage auf")
        let blind = thing("Sash", .cover, "garage")
        let isKind = code == "en"
        expect(
            read(close, [blind, thing("Hatch", .garageDoor, "garage")]),
            equals: isKind ? "close Hatch" : "ask close Sash | close Hatch")
        expect(
            read(open, [blind, thing("Hatch", .garageDoor, "garage")]),
            equals: "ask open Sash | open Hatch after a yes")
        expect(
            read(close, [blind, thing("Hatch", .garageDoor, nil)]),
            equals: isKind ? "ask close Sash | close Hatch" : "close Sash")
    }

    @Test(
        "A lamp whose name is an order hides no orders",
        arguments: [
            ("turn off the mirror", "off mirror"), ("turn off", "nothing-fits"), ("turn off turn off", "off order"),
        ])
    func readsNamesOfOrders(text: String, expected: String) throws {
        let language = try require(Language.all["en"])
        let things = [("order", "Turn Off"), ("mirror", "Mirror")].map { id, name in
            SpokenHome.Thing(id: id, names: [name], kinds: [.light], abilities: [.power])
        }
        let home = SpokenHome(things: things, places: [], in: language)
        expect(SentenceReader(home: home, language: language).read(text).line, equals: expected)
    }

    @Test(
        "Numbers in a list belong to the name before them",
        arguments: [
            ("turn on lamps 1 and 11", "on Lamp 11@Kitchen, Lamp 1@Kitchen"),
            ("turn on lamps one and eleven", "on Lamp 11@Kitchen, Lamp 1@Kitchen"),
            ("turn on lamps 1, 11 and 21", "on Lamp 11@Kitchen, Lamp 1@Kitchen, Lamp 21@Hall"),
            ("turn on lamp 1 and 11 and the mirror", "on Lamp 11@Kitchen, Lamp 1@Kitchen, Mirror@Bath"),
            ("set lamp 1 and 11 to 11 %", "brightness percent(11.0) Lamp 11@Kitchen, Lamp 1@Kitchen"),
            ("turn on lamp 1 and 12 and the mirror", "no-command"), ("turn on lamps 1 and 12", "no-command"),
            ("turn on the mirror and 11", "no-command"),
        ])
    func readsLists(text: String, expected: String) throws {
        try expect(read(text), equals: expected, Comment(rawValue: text))
    }

    @Test func refusesLongText() throws {
        try expect(read(String(repeating: "a", count: 501)), equals: "too-long")
        try expect(read(String(repeating: "on ", count: 61)), equals: "too-long")
        try expect(read(String(repeating: "turn on the light and ", count: 12)), equals: "no-command")
    }
}
