internal import HearthBase

/// Writes a file as a `google.protobuf.FileDescriptorProto`. Field numbers are those of `descriptor.proto`.
struct DescriptorEncoder {
    private let file: ProtoFile
    private var options: OptionEncoder

    init(_ file: ProtoFile, pool: DescriptorPool) {
        self.file = file
        options = OptionEncoder(pool)
    }

    mutating func encode() -> [UInt8] {
        var writer = WireWriter()
        writer.string(1, file.path)
        if !file.package.isEmpty { writer.string(2, file.package) }
        for wanted in file.imports { writer.string(3, wanted.path) }
        for message in file.messages { writer.delimited(4, encode(message)) }
        for declared in file.enums { writer.delimited(5, encode(declared)) }
        for service in file.services { writer.delimited(6, encode(service)) }
        for declared in file.extensions where declared.scope == nil { writer.delimited(7, encode(declared)) }
        write(file.options, of: .file, as: 8, to: &writer)
        for (index, wanted) in file.imports.enumerated() where wanted.isPublic { writer.integer(10, Int64(index)) }
        for (index, wanted) in file.imports.enumerated() where wanted.isWeak { writer.integer(11, Int64(index)) }
        writer.string(12, "proto3")
        return writer.bytes
    }

    private mutating func write(
        _ list: [ProtoOption], of kind: OptionKind, as number: Int64, to writer: inout WireWriter
    ) {
        if list.contains(where: { kind != .field || !$0.isPseudo }) {
            writer.delimited(number, options.encode(list, on: kind))
        }
    }

    // MARK: Messages

    private mutating func encode(_ message: MessageDescriptor) -> [UInt8] {
        var writer = WireWriter()
        let synthetic = message.syntheticOneofs
        writer.string(1, message.name)
        for (index, field) in message.fields.enumerated() {
            let place = synthetic.firstIndex { $0.field == index }.map { $0 + message.oneofs.count }
            writer.delimited(2, encode(field, in: message.fullName, oneof: place ?? field.oneof))
        }
        for nested in nestedTypes(of: message) { writer.delimited(3, nested) }
        for nested in message.enums { writer.delimited(4, encode(nested)) }
        for declared in file.extensions where declared.scope == message.fullName {
            writer.delimited(6, encode(declared))
        }
        write(message.options, of: .message, as: 7, to: &writer)
        for oneof in message.oneofs {
            var content = WireWriter()
            content.string(1, oneof.name)
            write(oneof.options, of: .oneof, as: 2, to: &content)
            writer.delimited(8, content.bytes)
        }
        for oneof in synthetic {
            var content = WireWriter()
            content.string(1, oneof.name)
            writer.delimited(8, content.bytes)
        }
        // The end of a message's range is exclusive, unlike an enum's.
        for range in message.reservedNumbers { writer.delimited(9, bounds(range.lowerBound, range.upperBound &+ 1)) }
        for name in message.reservedNames { writer.string(10, name) }
        return writer.bytes
    }

    private func bounds(_ first: Int64, _ last: Int64) -> [UInt8] {
        var writer = WireWriter()
        writer.integer(1, first)
        writer.integer(2, last)
        return writer.bytes
    }

    /// Nested messages and map entries, in the order of the text.
    private mutating func nestedTypes(of message: MessageDescriptor) -> [[UInt8]] {
        var result = message.messages.map { ($0.location, encode($0)) }
        for field in message.fields {
            guard case .map(let key) = field.label else { continue }
            result.append((field.location, entry(of: field, key: key)))
        }
        return result.ordered { [$0.0.line, $0.0.column] }.map { $0.1 }
    }

    private mutating func entry(of field: FieldDescriptor, key: FieldType) -> [UInt8] {
        var writer = WireWriter()
        writer.string(1, field.mapEntryName)
        for (name, number, type) in [("key", Int64(1), key), ("value", 2, field.type)] {
            let part = FieldDescriptor(
                name: name, number: number, label: .implicit, type: type, location: field.location)
            writer.delimited(2, encode(part, in: "", oneof: nil))
        }
        var isMapEntry = WireWriter()
        isMapEntry.varint(7, 1)
        writer.delimited(7, isMapEntry.bytes)
        return writer.bytes
    }

    // MARK: Fields

    private mutating func encode(_ declared: ExtensionDescriptor) -> [UInt8] {
        encode(declared.field, in: declared.scope ?? file.package, oneof: nil, extendee: declared.extendee)
    }

    private mutating func encode(
        _ field: FieldDescriptor, in scope: String, oneof: Int?, extendee: String? = nil
    ) -> [UInt8] {
        var writer = WireWriter()
        writer.string(1, field.name)
        if let extendee { writer.string(2, "." + extendee) }
        writer.integer(3, field.number)
        if case .map = field.label {
            writer.integer(4, 3)
            writer.integer(5, 11)
            writer.string(6, ".\(scope).\(field.mapEntryName)")
        } else {
            writer.integer(4, field.label == .repeated ? 3 : 1)
            writer.integer(5, field.type.number)
            switch field.type {
            case .message(let name), .enumeration(let name): writer.string(6, "." + name)
            default: break
            }
        }
        write(field.options, of: .field, as: 8, to: &writer)
        if let oneof { writer.integer(9, Int64(oneof)) }
        writer.string(10, field.jsonName)
        if field.label == .optional { writer.varint(17, 1) }
        return writer.bytes
    }

    // MARK: Enums and services

    private mutating func encode(_ declared: EnumDescriptor) -> [UInt8] {
        var writer = WireWriter()
        writer.string(1, declared.name)
        for value in declared.values {
            var content = WireWriter()
            content.string(1, value.name)
            content.integer(2, value.number)
            write(value.options, of: .enumValue, as: 3, to: &content)
            writer.delimited(2, content.bytes)
        }
        write(declared.options, of: .enumeration, as: 3, to: &writer)
        for range in declared.reservedNumbers { writer.delimited(4, bounds(range.lowerBound, range.upperBound)) }
        for name in declared.reservedNames { writer.string(5, name) }
        return writer.bytes
    }

    private mutating func encode(_ service: ServiceDescriptor) -> [UInt8] {
        var writer = WireWriter()
        writer.string(1, service.name)
        for method in service.methods {
            var content = WireWriter()
            content.string(1, method.name)
            content.string(2, "." + method.input)
            content.string(3, "." + method.output)
            if method.hasBraces { content.delimited(4, options.encode(method.options, on: .method)) }
            if method.streamsInput { content.varint(5, 1) }
            if method.streamsOutput { content.varint(6, 1) }
            writer.delimited(2, content.bytes)
        }
        write(service.options, of: .service, as: 3, to: &writer)
        return writer.bytes
    }
}
