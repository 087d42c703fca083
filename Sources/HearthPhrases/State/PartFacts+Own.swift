internal import HearthTraitDescriptors

/// Facts of Hearth's own traits: what devices of other ecosystems have and Matter no cluster. Their units and meanings
/// are attributes.
extension PartFacts {
    /// A number with its unit: "12.5 km/h".
    func number(_ name: String, _ trait: DeviceReading.Trait) -> [StateFact] {
        guard let value = trait.value("value") else { return [] }
        guard let number = value.real else { return [StateFact(name, .unknown, "unknown")] }
        let unit = trait.value("unit")?.string ?? ""
        return [StateFact(name, .number(number), Self.words(number) + (unit.isEmpty ? "" : " \(unit)"))]
    }

    /// A word or text. The value of a secret is not part of the state.
    ///
    /// - Parameter settable: the name of the fact if people can set it.
    func text(_ settable: String, _ trait: DeviceReading.Trait) -> [StateFact] {
        let name = trait.value("isSettable")?.bool == false ? "shown" : settable
        guard let value = trait.value("value"), trait.value("isSecret")?.bool != true else { return [] }
        guard let text = value.string else { return [StateFact(name, .unknown, "unknown")] }
        // The text beside OTASoftwareUpdateRequestor is the version that can be installed.
        if part.traits[TraitID.updateRequestor] != nil {
            return text.isEmpty ? [] : [StateFact("update", .word(text), "update to \(text)")]
        }
        let isLong = text.count > Self.mostCharacters
        let words = isLong ? text.prefix(Self.mostCharacters - 1) + "…" : text
        return [StateFact(name, .word(text), words.isEmpty ? nil : words)]
    }

    /// A yes or no in the words of its device class: "vibration detected".
    func flag(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard let value = trait.value("value") else { return [] }
        guard let isSet = value.bool else { return [StateFact("flag", .unknown, "unknown")] }
        let deviceClass = trait.value("deviceClass")?.string ?? ""
        var fact = StateFact("flag", .bool(isSet), FlagWords.text(deviceClass, isSet))
        fact.warnsOfDanger = isSet && FlagWords.isOfDanger(deviceClass)
        return [fact]
    }

    /// The most characters of a text in a sentence.
    private static let mostCharacters = 80

    /// At most three decimal places, without zeros at the end.
    private static func words(_ number: Double) -> String {
        var text = Phrase.decimal(number, digits: 3)
        guard text.contains("."), !text.contains("e") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" ? "0" : text
    }
}

extension TraitValue {
    /// The number of a floating-point value or an integer; nil for other values.
    var real: Double? {
        switch self {
        case .float(let value): Double(value)
        case .double(let value): value
        default: integer.map { Double($0) }
        }
    }
}
