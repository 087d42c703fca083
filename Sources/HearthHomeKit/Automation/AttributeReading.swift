internal import HearthHomeKitMapping
internal import HearthTraitDescriptors

/// The mapping from one attribute to a characteristic. It is found by trying attribute values with the mapping table of
/// HearthHomeKitMapping, so events and predicates need no table of their own and no formula is inverted twice.
struct AttributeReading: Sendable {
    /// The values that an attribute can have.
    enum Domain: Hashable, Sendable {
        /// Booleans, and the cases of enums.
        case few([TraitValue])
        /// The bits of a bitmap.
        case bits([UInt64])
        /// Signed or unsigned integers.
        case integers(ClosedRange<Int64>, isSigned: Bool)
        /// Strings, and numbers with fractions.
        case same
    }

    let endpoint: UInt16
    let trait: UInt32
    let attribute: UInt32
    let domain: Domain
    private let device: DeviceSnapshot
    private let key: CharacteristicKey

    /// The value that the characteristic would have for another value of the attribute.
    func value(for raw: TraitValue) -> CharacteristicValue? {
        let changed = AccessoryView(device.with(raw, of: attribute, trait: trait, endpoint: endpoint))
        return (try? changed.value(of: key)).flatMap { $0 }
    }

    // MARK: Finding it

    /// The attribute that a characteristic is derived from, or nil.
    ///
    /// - Throws: ``HMError``: `operationNotSupported` if it is derived from several attributes; `notFound` if the
    ///   device does not have it.
    static func of(_ key: CharacteristicKey, _ device: DeviceSnapshot) throws(HMError) -> AttributeReading? {
        let view = AccessoryView(device)
        guard let present = view.accessory()[key] else {
            throw HMError(.notFound, "\(device.name) no longer has this characteristic")
        }
        let found = all(of: key, present, device, view)
        guard found.count < 2 else {
            throw HMError(
                .operationNotSupported,
                "\(key.type) of \(device.name) is derived from several attributes at once, which automations can't wait "
                    + "for; choose another characteristic")
        }
        return found.first
    }

    /// The readings of all characteristics that are derived from an attribute, in the order of the table.
    static func through(
        _ attribute: UInt32, trait: UInt32, endpoint: UInt16, _ device: DeviceSnapshot
    ) -> [(key: CharacteristicKey, AttributeReading)] {
        let view = AccessoryView(device)
        return view.touched(endpoint: endpoint, trait: trait, attributes: [attribute]).compactMap { key in
            guard let reading = try? of(key, device), reading.attribute == attribute, reading.trait == trait,
                reading.endpoint == endpoint
            else { return nil }
            return (key, reading)
        }
    }

    private static func all(
        of key: CharacteristicKey, _ present: AccessoryCharacteristic, _ device: DeviceSnapshot, _ view: AccessoryView
    ) -> [AttributeReading] {
        guard let endpoint = device.endpoints.first(where: { $0.number == key.service.endpoint }) else { return [] }
        var found: [AttributeReading] = []
        for trait in endpoint.traits.values.sorted(by: { $0.id < $1.id }) {
            for id in trait.attributes.fields.keys.sorted() where !GlobalAttribute.contains(id) {
                guard view.touched(endpoint: endpoint.number, trait: trait.id, attributes: [id]).contains(key),
                    let field = trait.descriptor?.attribute(id)?.field, !field.isList,
                    let domain = Domain(field, trait.descriptor)
                else { continue }
                let reading = AttributeReading(
                    endpoint: endpoint.number, trait: trait.id, attribute: id, domain: domain, device: device, key: key)
                if reading.tells(apart: present) { found.append(reading) }
            }
        }
        return found
    }

    /// Whether the characteristic's value, and not only its limits, depends on the attribute.
    private func tells(apart present: AccessoryCharacteristic) -> Bool {
        var seen: Set<CharacteristicValue> = []
        for raw in domain.samples {
            let changed = AccessoryView(device.with(raw, of: attribute, trait: trait, endpoint: endpoint))
            guard let characteristic = changed.accessory()[key], characteristic.metadata == present.metadata,
                let value = (try? changed.value(of: key)).flatMap({ $0 })
            else { continue }
            seen.insert(value)
            if seen.count > 1 { return true }
        }
        return false
    }
}

extension AttributeReading.Domain {
    fileprivate init?(_ field: FieldDescriptor, _ trait: TraitDescriptor?) {
        switch field.type {
        case .boolean: self = .few([.bool(false), .bool(true)])
        case .enumeration(let index):
            guard let trait, trait.enums.indices.contains(index) else { return nil }
            self = .few(trait.enums[index].cases.map { .unsigned($0.value) })
        case .bitmap(let index):
            guard let trait, trait.bitmaps.indices.contains(index) else { return nil }
            self = .bits((0..<UInt64(min(trait.bitmaps[index].bits, 32))).map { 1 << $0 })
        case .unsigned(let bits):
            // Larger numbers lose precision as a `Double`, the form of characteristic values.
            self = .integers(field.range(0...(1 << min(Int64(bits), 53)) - 1), isSigned: false)
        case .signed(let bits):
            let end: Int64 = 1 << (min(Int64(bits), 54) - 1)
            self = .integers(field.range(-end...end - 1), isSigned: true)
        case .string, .single, .double: self = .same
        case .octets, .structure: return nil
        }
    }

    /// Sample values spread over the domain.
    var samples: [TraitValue] {
        switch self {
        case .few(let values): values
        case .bits(let bits): [.unsigned(0)] + bits.map { .unsigned($0) }
        case .integers(let range, let isSigned):
            (0...32).map { part in
                Self.raw(range.lowerBound + (range.upperBound - range.lowerBound) / 32 * part, isSigned)
            } + [Self.raw(range.upperBound, isSigned)]
        case .same: [.string("a"), .string("b"), .float(1), .float(2), .double(1), .double(2)]
        }
    }

    static func raw(_ number: Int64, _ isSigned: Bool) -> TraitValue {
        isSigned ? .signed(number) : .unsigned(UInt64(clamping: number))
    }
}

extension FieldDescriptor {
    /// The range of integers that the schema allows.
    fileprivate func range(_ type: ClosedRange<Int64>) -> ClosedRange<Int64> {
        func literal(_ limit: Limit?) -> Int64? {
            if case .literal(let value)? = limit { value } else { nil }
        }
        let low = Swift.max(literal(min) ?? type.lowerBound, type.lowerBound)
        let high = Swift.min(literal(max) ?? type.upperBound, type.upperBound)
        return low <= high ? low...high : type
    }
}
