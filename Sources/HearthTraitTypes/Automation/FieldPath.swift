internal import HearthMessage
package import HearthTraitModel

// Key paths of typed attributes and of events' fields as ids. Nothing is generated for them: a message in which only some
// fields have a value tells by what the key path finds whether its field is one of these, and as many messages as an
// index has bits tell which field it is.

extension Trait {
    /// The attribute that a key path of the trait's attributes leads to; nil if it leads to something else.
    package static func attribute<Value: Equatable>(at path: KeyPath<Attributes, Value>) -> AttributeDescriptor? {
        let field = fieldIndex(of: path, among: descriptor.attributes.map(\.field), of: descriptor) { values in
            try Attributes(serialized: descriptor.encodeAttributes(values).span.bytes)
        }
        return field.map { descriptor.attributes[$0] }
    }
}

extension Event {
    /// The event's schema; nil if its trait has none of its id.
    package static var descriptor: EventDescriptor? { Source.descriptor.event(eventID) }

    /// The field that a key path of the event's fields leads to; nil if it leads to something else.
    package static func field<Value: Equatable>(at path: KeyPath<Payload, Value>) -> FieldDescriptor? {
        guard let event = descriptor else { return nil }
        let field = fieldIndex(of: path, among: event.fields.fields, of: Source.descriptor) { values in
            try Payload(serialized: Source.descriptor.encodeEvent(event, values).span.bytes)
        }
        return field.map { event.fields.fields[$0] }
    }
}

/// The place of a key path's field.
///
/// - Parameter message: makes a message of values.
private func fieldIndex<Root, Value: Equatable>(
    of path: KeyPath<Root, Value>, among fields: [FieldDescriptor], of trait: TraitDescriptor,
    _ message: (StructureValue) throws -> Root
) -> Int? {
    guard let empty = try? message([:]) else { return nil }
    var number = 0
    for bit in 0..<(Int.bitWidth - fields.count.leadingZeroBitCount) {
        var values = StructureValue()
        for (index, field) in fields.enumerated() where (index + 1) & (1 << bit) != 0 {
            values[field.id] = trait.sample(of: field)
        }
        guard let some = try? message(values) else { return nil }
        if some[keyPath: path] != empty[keyPath: path] { number |= 1 << bit }
    }
    return fields.indices.contains(number - 1) ? number - 1 : nil
}

extension TraitDescriptor {
    /// A value of the field's type that no field has by itself.
    fileprivate func sample(of field: FieldDescriptor, depth: Int = 0) -> TraitValue {
        let value: TraitValue
        switch field.type {
        case .boolean: value = .bool(true)
        case .unsigned, .enumeration, .bitmap: value = .unsigned(1)
        case .signed: value = .signed(1)
        case .single: value = .float(1)
        case .double: value = .double(1)
        case .string: value = .string("x")
        case .octets: value = .octets([1])
        case .structure(let index):
            // Structs may hold each other.
            var fields = StructureValue()
            if depth < 4, structs.indices.contains(index) {
                for field in structs[index].fields { fields[field.id] = sample(of: field, depth: depth + 1) }
            }
            value = .structure(fields)
        }
        return field.isList ? .list([value]) : value
    }
}
