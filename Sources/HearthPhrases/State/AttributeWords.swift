public import HearthTraitDescriptors

/// The values of one attribute in the words that the state of its device has for them, as for a history.
public struct AttributeWords: Sendable {
    private let part: DeviceReading.Part
    private let trait: DeviceReading.Trait
    private let attribute: AttributeDescriptor
    /// The facts of the part's trait without the attribute.
    private let others: [StateFact]

    /// - Parameters:
    ///   - part: the part of the device as it is now; its other values say what the attribute's mean.
    ///   - trait: the trait of the attribute, which the part need not have.
    public init(_ attribute: AttributeDescriptor, of trait: TraitDescriptor, in part: DeviceReading.Part) {
        self.attribute = attribute
        var known = part.traits[trait.id] ?? DeviceReading.Trait(trait, [:])
        known.values[attribute.id] = nil
        self.trait = known
        // Other traits of the part have facts of their own.
        self.part = DeviceReading.Part(
            endpoint: part.endpoint, deviceTypes: part.deviceTypes, name: part.name, traits: [known])
        others = PartFacts(self.part).all
    }

    /// Whether the value is one of a few states, not a number.
    public var isState: Bool {
        switch attribute.field.type {
        case .boolean, .enumeration, .bitmap: true
        default: false
        }
    }

    /// A recorded number, which for a state is that of the state: "21.5 °C", "locked".
    public func text(_ number: Double) -> String {
        guard let value = value(of: number) else { return "\(number)" }
        if let said = fact(value) { return said }
        if isState { return Phrase.words(ofName: trait.descriptor.text(value, attribute.field)) }
        if let words = Quantity.words(number, attribute.field) { return words }
        guard case .double(let real) = value else { return trait.descriptor.text(value, attribute.field) }
        return Phrase.decimal(real, digits: 2)
    }

    /// A value of the attribute; "not known" for null.
    public func text(_ value: TraitValue) -> String {
        if value == .null { return "not known" }
        let number = value.bool.map { $0 ? 1 : 0 } ?? value.real
        return number.map { text($0) } ?? trait.descriptor.text(value, attribute.field)
    }

    /// A recorded number as a plain one in ``unit``, or the state in words.
    public func plain(_ number: Double) -> String {
        if isState { return text(number) }
        if let plain = Quantity.plain(number, attribute.field) { return plain.number }
        return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    /// The unit of ``plain(_:)``; nil for none.
    public var unit: String? { Quantity.plain(0, attribute.field)?.unit ?? rawUnit }

    /// The unit of recorded numbers, as the schema or the device says it: "0.01 °C"; nil for none.
    public var rawUnit: String? {
        guard !isState else { return nil }
        if let unit = attribute.field.unit { return unit }
        let own = attribute.name == "value" ? trait.value("unit")?.string : nil
        return own?.isEmpty == false ? own : nil
    }

    /// The attribute's value of a recorded number; nil for a number that it can't have.
    private func value(of number: Double) -> TraitValue? {
        switch attribute.field.type {
        case .boolean: return .bool(number != 0)
        case .single, .double: return .double(number)
        case .signed: return Int64(exactly: number.rounded()).map { .signed($0) }
        default:
            return Int64(exactly: number.rounded()).map { $0 < 0 ? .signed($0) : .unsigned(UInt64($0)) }
        }
    }

    /// The words of the first fact that the value adds to the state; nil if its trait has no words for the attribute.
    private func fact(_ value: TraitValue) -> String? {
        // ColorMode says which of the other values count.
        guard PartFacts.isKnown(trait.descriptor.id), !(isState && trait.descriptor.id == TraitID.colorControl) else {
            return nil
        }
        var trait = trait
        trait.values[attribute.id] = value
        var part = part
        part.traits[trait.descriptor.id] = trait
        let added = PartFacts(part).all.first { !others.contains($0) && $0.words != nil }
        guard let added, let words = added.words else { return nil }
        switch added.value {
        case .bool, .word: return isState ? words : nil
        // A sentence with the number, such as "heats to 21.0 °C", does not stand alone.
        case .number: return isState || words.contains(where: \.isNumber) && words.first?.isLetter == true ? nil : words
        case .unknown: return nil
        }
    }
}
