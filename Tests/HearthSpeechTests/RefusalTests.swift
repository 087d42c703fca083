internal import Expectations
internal import Foundation
internal import Testing

@testable internal import HearthSpeech

/// Sentences that must do nothing: about other subjects, with a negation, and random ones.
@Suite struct RefusalTests {
    private static let verbs = [
        "en": [
            "turn on the mirror", "turn off all lights", "unlock the front door", "open the garage door",
            "set the thermostat to 30 degrees", "open the blind", "lock the front door", "movie night",
            "set the mirror to 50 percent", "mute the radio", "disarm the house alarm", "arm the house alarm away",
        ],
        "de": [
            "schalte den Mirror ein", "mach alle Lichter aus", "schließ die Front Door auf", "öffne die Garage Door",
            "stell Thermostat auf 30 Grad", "fahr den Blind hoch", "mach die Spüle blau", "Movie Night",
            "dimme die Spüle auf 20 Prozent", "schalte House Alarm unscharf", "stell House Alarm auf Nacht",
        ],
        "fr": [
            "allume le Mirror", "éteins toutes les lumières", "déverrouille la Front Door", "ouvre la Garage Door",
            "règle le Thermostat sur 30 degrés", "ouvre le Blind", "verrouille la Front Door", "Movie Night",
            "mets le Mirror à 50 pour cent", "mets la Spüle en bleu", "désarme House Alarm",
            "arme House Alarm en mode nuit",
        ],
        "es": [
            "enciende el Mirror", "apaga todas las luces", "desbloquea la Front Door", "abre la Garage Door",
            "pon el Thermostat a 30 grados", "abre el Blind", "bloquea la Front Door", "Movie Night",
            "pon el Mirror al 50 por ciento", "silencia la Radio", "desarma House Alarm",
            "arma House Alarm en modo noche",
        ],
    ]

    private static func lines(_ name: String) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("Sentences/\(name).txt"), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }

    private static func reader(_ code: String) throws -> SentenceReader {
        let language = try require(Language.all[code])
        return SentenceReader(home: TestHome.home(language), language: language)
    }

    @Test(arguments: ["en", "de", "fr", "es"])
    func ignoresOtherSubjects(code: String) throws {
        let reader = try Self.reader(code)
        let acts = try Self.lines("other.\(code)").filter { reader.read($0, by: Speaker(roomID: "Kitchen")).acts }
        expect(acts, equals: [])
    }

    @Test(arguments: ["en", "de", "fr", "es"])
    func neverActsOnNegations(code: String) throws {
        let reader = try Self.reader(code)
        let sentences = try Self.lines("negated.\(code)").flatMap { pattern in
            Self.verbs[code, default: []].flatMap { verb in
                [pattern.replacing("{}", with: verb), pattern.replacing("{}", with: verb).uppercased()]
            }
        }
        expect(sentences.filter { reader.read($0).acts }, equals: [])
        // The same sentences without their negation are understood.
        expect(Self.verbs[code, default: []].filter { !reader.read($0).acts }, equals: [])
    }

    /// Lists that "and" divides in many ways, and plain orders.
    private static let lists = [
        "en": ("lights on and ", "lights lock", "turn off all lights"),
        "de": ("Licht an und ", "Licht abschließen", "schalte alle Lichter aus"),
        "fr": ("lumières allumées et ", "lumières verrouille", "éteins toutes les lumières"),
        "es": ("luces encendidas y ", "luces bloquea", "apaga todas las luces"),
    ]

    @Test("A sentence takes a bounded number of steps", arguments: ["en", "de", "fr", "es"])
    func boundsSteps(code: String) throws {
        let language = try require(Language.all[code])
        let (part, end, plain) = try require(Self.lists[code])
        for (lights, isColliding) in [(20, false), (1_000, false), (1_000, true)] {
            // "Lamp 1" to "Lamp 1000" begin with each other; the other names share no words.
            let things = (1...lights).map { light in
                SpokenHome.Thing(
                    id: "\(light)", names: [isColliding ? "Lamp \(light)" : "x\(light) Lamp"], kinds: [.light],
                    abilities: [.power, .state])
            }
            let home = SpokenHome(things: things, places: [], in: language)
            let reader = SentenceReader(home: home, language: language)
            func steps(_ text: String) -> (spent: Int, line: String) {
                var work = Work()
                let line = reader.read(text, by: Speaker(), &work).line
                return (work.spent, line)
            }
            let note = "\(code), \(lights) lights"
            let long = steps(String(repeating: part, count: 19) + end)
            expect(long.line, equals: "no-command", Comment(rawValue: note))
            expect(long.spent < Work.most, equals: true, "\(note): \(long.spent) steps")
            let simple = steps(plain)
            expect(simple.line.hasPrefix("off "), equals: true, "\(note): \(simple.line)")
            expect(simple.spent < 10 * lights + 100, equals: true, "\(note): \(simple.spent) steps")
            guard isColliding else { continue }
            let named = steps(Self.named[code, default: ""])
            expect(named.line, equals: "on 11", Comment(rawValue: note))
            expect(named.spent < 10 * lights + 100, equals: true, "\(note): \(named.spent) steps")
        }
    }

    private static let named = [
        "en": "turn on lamp 11", "de": "schalte Lamp 11 ein", "fr": "allume Lamp 11", "es": "enciende Lamp 11",
    ]

    @Test func randomSentencesOpenNothing() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = Numbers(state: seed)
        for code in ["en", "de", "fr", "es"] {
            let language = try require(Language.all[code])
            let words =
                language.phrases.keys.sorted() + ["mirror", "front door", "garage door", "lamp 1", "xyz", "50 %"]
            for _ in 0..<300 {
                let home = Self.home(words, language, &random)
                let reader = SentenceReader(home: home, language: language)
                let text = (0..<random.below(14)).map { _ in words[random.below(words.count)] }.joined(separator: " ")
                let first = reader.read(text)
                expect(reader.read(text) == first, equals: true, "seed \(seed): \(text)")
                guard case .commands(let commands) = first else { continue }
                let opened = commands.filter { command in
                    command.verb.opens && !command.verb.isQuestion && !command.needsYes
                        && command.targets.contains { target in
                            home.things.contains { $0.id == target.id && $0.isGuarded }
                        }
                }
                expect(opened.isEmpty, equals: true, "seed \(seed): \(text)")
            }
        }
    }

    private static func home(_ words: [String], _ language: Language, _ random: inout Numbers) -> SpokenHome {
        let domains = ["light", "lock", "cover", "climate", "media_player", "scene", "valve", "fan", "vacuum", "alarm"]
        let kinds = ["garage", "gate", "blind", "door", "window"]
        let things = (0..<random.below(20)).map { index in
            let (kind, abilities) = SampledSentences.parts(
                domains[random.below(domains.count)], kinds[random.below(kinds.count)])
            return SpokenHome.Thing(
                id: "\(index)", names: [words[random.below(words.count)]], roomID: "\(random.below(3))", kinds: kind,
                abilities: abilities)
        }
        let places = (0..<3).map {
            SpokenHome.Place(id: "\($0)", names: [words[random.below(words.count)]], roomIDs: ["\($0)"])
        }
        return SpokenHome(things: things, places: places, in: language)
    }
}

/// Pseudo-random numbers of a seed (SplitMix64).
struct Numbers {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return limit > 0 ? Int((mixed ^ (mixed >> 31)) % UInt64(limit)) : 0
    }
}
