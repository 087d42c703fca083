import Hearth
import HearthTraits
import HearthPhrases

/// On and off.
struct SwitchControl: Control {
    let onOffTrait: Matter.OnOffTrait?

    init(_ traits: TraitCollection) {
        onOffTrait = traits[Matter.OnOffTrait.self]
    }

    var status: String { onOffTrait?.onOff == true ? "on" : "off" }
    var usage: String { "nothing to toggle, on, or off" }

    func perform(_ words: [String]) async throws {
        guard let onOffTrait else { throw refuse() }
        switch words.first {
        case nil: try await onOffTrait.toggle()
        case "on"?: try await onOffTrait.on()
        case "off"?: try await onOffTrait.off()
        default: throw refuse()
        }
    }
}

/// On, off and a level: brightness or volume.
struct Lamp: Control {
    let power: SwitchControl
    let levelControlTrait: Matter.LevelControlTrait?

    init(_ traits: TraitCollection) {
        power = SwitchControl(traits)
        levelControlTrait = traits[Matter.LevelControlTrait.self]
    }

    var status: String {
        guard power.onOffTrait?.onOff == true, let level = levelControlTrait?.currentLevel else { return power.status }
        return "on, \(Phrase.brightness(level: level))"
    }
    var usage: String { "\(power.usage), or 0 to 100 %" }

    func perform(_ words: [String]) async throws {
        guard let word = words.first, let percent = DeviceVerb.percent(word) else {
            return try await power.perform(words)
        }
        guard let levelControlTrait else { throw refuse() }
        let level = UInt8(clamping: (percent * 254 + 50) / 100)
        try await levelControlTrait.moveToLevelWithOnOff(level: level, transitionTime: 5)
    }
}

/// A light whose white can be warm or cold.
struct WhiteControl: Control {
    let lamp: Lamp
    let color: Matter.ColorControlTrait?

    var status: String {
        guard
            lamp.power.onOffTrait?.onOff == true, let mireds = color?.colorTemperatureMireds,
            let white = Phrase.white(mireds: mireds)
        else { return lamp.status }
        return "\(lamp.status), \(white)"
    }
    var usage: String { "\(lamp.usage), or 2000K to 6500K" }

    func perform(_ words: [String]) async throws {
        guard let word = words.first, word.hasSuffix("K") || word.hasSuffix("k") else {
            return try await lamp.perform(words)
        }
        guard let color, let kelvin = Int(word.dropLast()), (1000...20_000).contains(kelvin) else { throw refuse() }
        try await color.moveToColorTemperature(
            colorTemperatureMireds: UInt16(clamping: 1_000_000 / kelvin), transitionTime: 5)
    }
}

/// A light of any color.
struct ColorControl: Control {
    let lamp: Lamp
    let color: Matter.ColorControlTrait?

    private var white: WhiteControl { WhiteControl(lamp: lamp, color: color) }

    var status: String {
        guard
            lamp.power.onOffTrait?.onOff == true, color?.colorMode == .currentHueAndCurrentSaturation,
            let hue = color?.currentHue, let saturation = color?.currentSaturation
        else { return white.status }
        return "\(lamp.status), \(Phrase.color(hue: hue, saturation: saturation))"
    }
    var usage: String { "\(white.usage), or \(Phrase.hues.map(\.name).joined(separator: ", "))" }

    func perform(_ words: [String]) async throws {
        guard let hue = Phrase.hues.first(where: { $0.name == words.first })?.hue else {
            return try await white.perform(words)
        }
        try await color?.moveToHueAndSaturation(hue: hue, saturation: 254, transitionTime: 5)
    }
}

/// A strip of outlets, each with its number and the maker's label.
struct OutletsControl: Control {
    let outlets: [OnOffPluginUnitDeviceType]

    /// nil for a single outlet.
    init?(_ outlets: [OnOffPluginUnitDeviceType]) {
        guard outlets.count > 1 else { return nil }
        self.outlets = outlets
    }

    var status: String {
        outlets.enumerated().map { index, outlet in
            let label = outlet.makersWord.map { " \($0)" } ?? ""
            return "\(index + 1)\(label) \(SwitchControl(outlet.traits).status)"
        }.joined(separator: ", ")
    }
    var usage: String { "an outlet from 1 to \(outlets.count), and on or off" }

    func perform(_ words: [String]) async throws {
        guard let word = words.first, let number = Int(word), outlets.indices.contains(number - 1) else {
            throw refuse()
        }
        try await SwitchControl(outlets[number - 1].traits).perform(Array(words.dropFirst()))
    }
}
