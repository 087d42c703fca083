internal import HearthTraitDescriptors

/// The facts of one part of a device, trait by trait.
struct PartFacts {
    let part: DeviceReading.Part

    init(_ part: DeviceReading.Part) {
        self.part = part
    }

    typealias Describe = @Sendable (PartFacts, DeviceReading.Trait) -> [StateFact]

    /// The traits with words, in the order of their facts.
    static let known: [(id: UInt32, describe: Describe)] = [
        (TraitID.doorLock, { $0.lock($1) }), (TraitID.onOff, { $0.power($1) }),
        (TraitID.levelControl, { $0.level($1) }), (TraitID.colorControl, { $0.color($1) }),
        (TraitID.mediaPlayback, { $0.playback($1) }), (TraitID.windowCovering, { $0.covering($1) }),
        (TraitID.closureControl, { $0.closure($1) }),
        (TraitID.valve, { $0.valve($1) }), (TraitID.thermostat, { $0.thermostat($1) }),
        (TraitID.fanControl, { $0.fan($1) }), (TraitID.operationalState, { $0.activity($1) }),
        (TraitID.rvcOperationalState, { $0.activity($1) }), (TraitID.smokeCOAlarm, { $0.alarm($1) }),
        (TraitID.booleanState, { $0.detection($1) }), (TraitID.occupancy, { $0.occupancy($1) }),
        (TraitID.temperature, { $0.temperature($1) }), (TraitID.temperatureControl, { $0.targetTemperature($1) }),
        (TraitID.humidity, { $0.humidity($1) }), (TraitID.illuminance, { $0.illuminance($1) }),
        (TraitID.pressure, { $0.pressure($1) }), (TraitID.airQuality, { $0.airQuality($1) }),
        (TraitID.electricalPower, { $0.power(drawn: $1) }), (TraitID.switchTrait, { $0.position($1) }),
        (TraitID.reading, { $0.number("reading", $1) }), (TraitID.flag, { $0.flag($1) }),
        (TraitID.choice, { $0.text("choice", $1) }), (TraitID.textValue, { $0.text("text", $1) }),
        (TraitID.moment, { $0.text("moment", $1) }), (TraitID.numberSetting, { $0.number("setting", $1) }),
        // They have no state.
        (TraitID.press, { _, _ in [] }), (TraitID.namedEvent, { _, _ in [] }),
    ]

    private static let knownIDs = Set(known.map(\.id))
    /// Google's traits that only have settings, which are no state: ConfigurationDone, CameraAvStreamManagement, Chime.
    private static let settings: Set<UInt32> = [0x6006_FC1E, 0x6006_FC23, 0x6006_FC24]

    /// Whether a trait has words of its own; the others are described by their schema.
    static func isKnown(_ trait: UInt32) -> Bool { knownIDs.contains(trait) }

    /// All facts, the most important first.
    var all: [StateFact] {
        let standard = Self.known.flatMap { known in
            part.traits[known.id].map { known.describe(self, $0) } ?? []
        }
        let makers = part.traits.filter {
            $0.key >> 16 != 0 && !Self.knownIDs.contains($0.key) && !Self.settings.contains($0.key)
        }.sorted {
            $0.key < $1.key
        }
        return standard + makers.flatMap { makersFacts($0.value) }
    }

    /// The name of an enum attribute's value as words.
    func word(_ name: String, of trait: DeviceReading.Trait) -> StateFact.Value {
        guard let field = trait.descriptor.attribute(named: name)?.field, let value = trait.values[field.id],
            value != .null
        else { return .unknown }
        return .word(Phrase.words(ofName: trait.descriptor.text(value, field)))
    }

    /// A fact whose words are its value.
    func fact(_ name: String, _ value: StateFact.Value) -> StateFact {
        if case .word(let word) = value { StateFact(name, value, word) } else { StateFact(name, value, "unknown") }
    }

    /// The facts of a trait that this module has no words for: its first values.
    private func makersFacts(_ trait: DeviceReading.Trait) -> [StateFact] {
        trait.descriptor.attributes.filter { !GlobalAttribute.contains($0.id) && !$0.field.isList }.lazy
            .compactMap { attribute -> StateFact? in
                guard let value = trait.values[attribute.id] else { return nil }
                let text = Quantity.text(value, attribute.field)
                switch value {
                case .null: return StateFact(attribute.name, .unknown, nil)
                case .bool(let isSet):
                    let words = Phrase.words(ofName: attribute.name)
                    return StateFact(attribute.name, .bool(isSet), isSet ? words : "not " + words)
                case .unsigned, .signed:
                    if case .enumeration = attribute.field.type {
                        let fact = fact(attribute.name, word(attribute.name, of: trait))
                        let name = Phrase.words(ofName: attribute.name)
                        return StateFact(fact.name, fact.value, fact.words.map { "\(name) \($0)" })
                    }
                    let said = text ?? "\(value.integer ?? 0)"
                    let name = Phrase.words(ofName: attribute.name)
                    // A unit such as "33 rpm" may already name the attribute.
                    let words = said.hasSuffix(name) ? said : "\(name) \(said)"
                    return StateFact(
                        attribute.name, .number(Double(value.integer ?? 0)), words,
                        isQuieterReported: attribute.isQuieterReported)
                default: return nil
                }
            }
            .prefix(2).enumerated().map { index, fact in
                // The second fact is only for programs, as are all facts of a trait that extends a standard one.
                index == 0 && !trait.descriptor.name.hasSuffix("Extension")
                    ? fact : StateFact(fact.name, fact.value, nil)
            }
    }
}
