internal import HearthTraitCore

/// A setting or a value of a device that Matter has as an attribute of another entity's endpoint, such as the child lock
/// of a thermostat. Ecosystems have it as an entity of its own, which they name alike.
struct AttributeSetting: Sendable {
    /// How the values of the entity and of the attribute follow from each other.
    enum Form: Sendable {
        /// A number in this unit. The attribute is the number times `scale`, or the value of a word that the entity has
        /// instead of a number.
        case number(unit: String, scale: Double, words: [Word])
        /// One of these words. An entity has at least one of them.
        case words([Word])
        /// Yes is this value, no is 0.
        case level(Int64)
        /// Yes or no.
        case flag
        /// A press, which is the command and has no attribute.
        case press
    }

    /// A word of an entity and the attribute's value; nil is null.
    struct Word: Sendable {
        let text: String
        let value: Int64?
    }

    /// What ecosystems call the entity.
    let names: [String]
    /// The trait by which the endpoint is found.
    let owner: TraitDescriptor
    /// The trait that has the attribute; the endpoint gets it if it lacks it.
    let trait: TraitDescriptor
    let attribute: String
    /// Whether the endpoint gets the attribute, once a value is reported. Otherwise it must have it already.
    var isAdded = false
    let forms: [Form]
    /// The command that presses the entity, or sets it to yes.
    var command: String?
    /// Whether the entity is about the whole device, and so about each endpoint with the trait.
    var isOfDevice = false
    /// What a limit is for; nil for other settings.
    var bounds: Bounds?

    /// Two limits, one of which is the setting, and the attributes that depend on them.
    struct Bounds: Sendable {
        let low: String
        let high: String
        /// The attribute that is between the limits.
        let bounded: String
        /// The attributes of the endpoint between which the limits are.
        let outermost: (low: String, high: String)
    }

    /// The form of an entity's kind; nil if its unit, its words, its range or its kind do not fit the attribute.
    func form(of kind: EntityKind) -> Form? {
        forms.first { form in
            switch (form, kind) {
            case (.number(let unit, let scale, _), .number(let low, let high, _, let own, _, _, _)):
                unit == own && low <= high && holds(low * scale) && holds(high * scale)
            case (.words(let words), .choice(let options, true)):
                !options.isEmpty && options.allSatisfy { option in words.contains { $0.text == option } }
            case (.level, .toggle), (.flag, .toggle), (.flag, .flag), (.press, .press): true
            default: false
            }
        }
    }

    /// Whether the attribute can have a value, by its type and its fixed limits.
    private func holds(_ number: Double) -> Bool {
        let value = trait.attributes([attribute: .rounded(number)])
        return !value.fields.isEmpty && !value.fields.values.contains(.null)
            && trait.mistakes(in: value, present: [:]).isEmpty
    }

    /// What a name adds to one of the setting's: nil if it is another name, empty if it adds nothing.
    func suffix(of name: String) -> String? {
        for own in names where name.hasPrefix(own) {
            let rest = name.dropFirst(own.count)
            if rest.isEmpty || rest.first == "_" { return String(rest.dropFirst()) }
        }
        return nil
    }
}
