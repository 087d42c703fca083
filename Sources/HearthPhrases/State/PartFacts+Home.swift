internal import HearthTraitDescriptors

/// Facts of things that people switch: lights, outlets, players, locks, coverings.
extension PartFacts {
    private var isSpeaker: Bool { part.deviceTypes.contains(DeviceTypeID.speaker) }
    /// Whether the part is switched off.
    var isOff: Bool { part.traits[TraitID.onOff]?.value("onOff") == .bool(false) }

    func power(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard let isOn = trait.value("onOff")?.bool else { return [] }
        // A speaker that is off is muted (Matter, device type Speaker).
        if isSpeaker { return [StateFact("muted", .bool(!isOn), isOn ? nil : "muted")] }
        return [StateFact("on", .bool(isOn), isOn ? "on" : "off")]
    }

    func level(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard let value = trait.value("currentLevel") else { return [] }
        let name = isSpeaker ? "volume" : part.isOne(of: DeviceTypeID.lights) ? "brightness" : "level"
        guard let level = value.integer.flatMap(UInt8.init(exactly:)) else { return [StateFact(name, .unknown, nil)] }
        let words = Phrase.brightness(level: level)
        return [
            StateFact(
                name, .number(Double(Phrase.percentage(Double(level), of: 254))),
                isOff ? nil : isSpeaker ? "volume \(words)" : words)
        ]
    }

    func color(_ trait: DeviceReading.Trait) -> [StateFact] {
        // ColorMode: 0 is hue and saturation, 1 is CIE x and y, 2 is color temperature.
        switch trait.integer("colorMode") {
        case 0:
            guard let hue = trait.integer("currentHue").flatMap(UInt8.init(exactly:)),
                let saturation = trait.integer("currentSaturation").flatMap(UInt8.init(exactly:))
            else { return [] }
            let name = Phrase.color(hue: hue, saturation: saturation)
            return [StateFact("color", .word(name), isOff ? nil : name)]
        case 1: return [StateFact("color", .word("colored"), isOff ? nil : "colored")]
        case 2:
            guard let mireds = trait.integer("colorTemperatureMireds").flatMap(UInt16.init(exactly:)),
                let kelvin = Phrase.kelvin(mireds: mireds)
            else { return [] }
            return [StateFact("colorTemperature", .number(Double(kelvin)), isOff ? nil : "\(kelvin) K")]
        default: return []
        }
    }

    func playback(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard trait.value("currentState") != nil else { return [] }
        let state = word("currentState", of: trait)
        let value: StateFact.Value = state == .word("not playing") ? .word("stopped") : state
        return [StateFact("playback", value, isOff ? nil : fact("playback", value).words)]
    }

    func covering(_ trait: DeviceReading.Trait) -> [StateFact] {
        var facts: [StateFact] = []
        func position(_ attribute: String, _ name: String, isSaid: Bool) {
            guard let value = trait.value(attribute) else { return }
            guard let closed = value.integer.flatMap(UInt16.init(exactly:)) else {
                facts.append(StateFact(name, .unknown, isSaid ? "unknown" : nil))
                return
            }
            facts.append(
                StateFact(
                    name, .number(Double(Phrase.openPercentage(closedPercent100ths: closed))),
                    isSaid ? Phrase.opening(closedPercent100ths: closed) : nil))
        }
        position("currentPositionLiftPercent100ths", "open", isSaid: true)
        position("currentPositionTiltPercent100ths", "tilt", isSaid: facts.isEmpty)
        // OperationalStatus, bits 0 and 1: 1 is opening, 2 is closing.
        switch (trait.integer("operationalStatus") ?? 0) & 3 {
        case 1: facts.append(StateFact("motion", .word("opening"), "opening"))
        case 2: facts.append(StateFact("motion", .word("closing"), "closing"))
        default: break
        }
        return facts
    }

    func valve(_ trait: DeviceReading.Trait) -> [StateFact] {
        trait.value("currentState") == nil ? [] : [fact("valve", word("currentState", of: trait))]
    }

    func lock(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard let state = trait.value("lockState") else { return [] }
        let words = Phrase.lock(state.integer)
        var facts = [StateFact("lock", state.integer == nil ? .unknown : .word(words), words)]
        if let state = trait.value("doorState") {
            let words = Phrase.door(state.integer)
            facts.append(StateFact("door", state.integer == nil ? .unknown : .word(words ?? "closed"), words))
        }
        return facts
    }

    func position(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard let position = trait.integer("currentPosition") else { return [] }
        // FeatureMap bit 1: a momentary switch, whose only state is being pressed.
        let isMomentary = (trait.values[GlobalAttribute.featureMap]?.integer ?? 0) & 2 != 0
        let words = isMomentary ? (position == 0 ? nil : "pressed") : "position \(position)"
        return [StateFact("position", .number(Double(position)), words)]
    }

    func activity(_ trait: DeviceReading.Trait) -> [StateFact] {
        trait.value("operationalState") == nil ? [] : [fact("activity", word("operationalState", of: trait))]
    }
}
