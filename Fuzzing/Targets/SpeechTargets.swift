internal import HearthSpeech

/// A home whose names are in the bytes, one a line, and a sentence about it. Its targets are in the home, guarded ones
/// open only with a yes, and it is read twice with the same result.
func fuzzSentences(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    guard let language = Language.of(["en", "de", "fr", "es"][Int(pieces.byte() & 3)]) else { return }
    let kinds: [(ThingKind, Set<Ability>)] = [
        (.light, [.power, .brightness, .color, .whiteness, .state]), (.lock, [.lock, .state]),
        (.garageDoor, [.opening, .position, .state]), (.cover, [.opening, .position]), (.scene, [.running]),
        (.thermostat, [.targetTemperature, .temperature]), (.media, [.power, .volume, .mute, .playback, .skipping]),
        (.vacuum, [.cleaning, .docking]), (.alarm, [.arming, .state]),
    ]
    let things = (0..<Int(pieces.byte() & 15)).map { index in
        let (kind, abilities) = kinds[Int(pieces.byte()) % kinds.count]
        let name = String(decoding: pieces.bytes(Int(pieces.byte() & 31)), as: UTF8.self)
        return SpokenHome.Thing(
            id: "\(index)", endpoint: 1, names: [name], roomID: "\(index & 1)", kinds: [kind], abilities: abilities,
            armLevels: kind == .alarm && index & 2 == 0 ? ArmLevel.allCases : [])
    }
    let places = (0..<2).map { index in
        SpokenHome.Place(
            id: "\(index)", names: [String(decoding: pieces.bytes(Int(pieces.byte() & 15)), as: UTF8.self)],
            roomIDs: ["\(index)"])
    }
    let text = String(decoding: pieces.bytes(1 << 12), as: UTF8.self)
    let home = SpokenHome(things: things, places: places, homeNames: ["Home"], in: language)
    let reader = SentenceReader(home: home, language: language)
    let reading = reader.read(text, by: Speaker(roomID: "0"))
    must(reading == reader.read(text, by: Speaker(roomID: "0")), "a sentence is read in two ways")
    let commands: [SpokenCommand] =
        switch reading {
        case .commands(let commands), .question(let commands): commands
        case .misunderstanding: []
        }
    for command in commands {
        for target in command.targets {
            guard let thing = things.first(where: { $0.id == target.id }) else {
                must(false, "a target is not in the home")
                continue
            }
            let isOpened = !command.verb.isQuestion && command.verb.opens && thing.isGuarded
            must(!isOpened || command.needsYes, "a guarded thing opens without a yes")
            guard case .level(let level)? = command.value else { continue }
            must(thing.armLevels.contains(level), "an alarm system is armed to a level that it lacks")
        }
    }
    _ = AnswerReader(home: home, language: language).read(text, to: commands)
}
