internal import HearthMessage
package import HearthTraitDescriptors

// Finds the field ID of a key path of typed attributes or event fields, without generated code. The key path is read
// from messages in which only some fields have a value: message n sets the fields whose one-based index has bit n. So
// the number of messages is the number of bits of an index.

extension Trait {
    /// The attribute that a key path of the trait's attributes refers to; nil for other members.
    package static func attribute<Value: Equatable>(at path: KeyPath<Attributes, Value>) -> AttributeDescriptor? {
        let field = fieldIndex(of: path, among: descriptor.attributes.map(\.field), of: descriptor) { values in
            try descriptor.attributes(values, as: Attributes.self)
        }
        return field.map { descriptor.attributes[$0] }
    }
}

extension Event {
    /// The event's schema; nil if its trait has no event with this ID.
    package static var descriptor: EventDescriptor? { Source.descriptor.event(eventID) }

    /// The field that a key path of the event's fields refers to; nil for other members.
    package static func field<Value: Equatable>(at path: KeyPath<Payload, Value>) -> FieldDescriptor? {
        guard let event = descriptor else { return nil }
        let field = fieldIndex(of: path, among: event.fields.fields, of: Source.descriptor) { values in
            try Payload(serialized: Source.descriptor.encodeEvent(event, values).span.bytes)
        }
        return field.map { event.fields.fields[$0] }
    }
}

/// The index of a key path's field.
///
/// - Parameter message: creates a message from values.
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
    /// A value of the field's type that differs from the value of an absent field.
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
            // Structs may contain each other.
            var fields = StructureValue()
            if depth < 4, structs.indices.contains(index) {
                for field in structs[index].fields { fields[field.id] = sample(of: field, depth: depth + 1) }
            }
            value = .structure(fields)
        }
        return field.isList ? .list([value]) : value
    }
}
