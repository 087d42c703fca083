internal import HearthMessage
internal import HearthTraitModel

/// Writes a trait's `.proto` file as a `google.protobuf.FileDescriptorProto`: what protoc makes of the file that the
/// generator exports for the same trait.
struct TraitFileWriter {
    typealias FieldType = DescriptorWriter.FieldType
    typealias Label = DescriptorWriter.Label

    let trait: TraitDescriptor
    /// The wrappers that lists travel in, by what they hold, in the order in which they are first needed.
    private var lists: [(name: String, item: FieldType)] = []
    /// Each answer once, in the order of the commands that give them.
    private var responses: [StructDescriptor] = []

    init(_ trait: TraitDescriptor) {
        self.trait = trait
        for response in trait.commands.compactMap(\.response) {
            if !responses.contains(where: { $0.name == response.name }) { responses.append(response) }
        }
        planLists()
    }

    // MARK: Types

    private mutating func planLists() {
        var scope = NameScope(reserved: ["Attributes", trait.name])
        for name in trait.enums.map(\.name) + trait.structs.map(\.name) { _ = scope.claim(name) }
        for structure in trait.structs { planLists(structure.fields, isAttributes: false, &scope) }
        planLists(trait.attributes.map(\.field), isAttributes: true, &scope)
        for message in responses + trait.commands.map(\.arguments) + trait.events.map(\.fields) {
            _ = scope.claim(message.name)
            planLists(message.fields, isAttributes: false, &scope)
        }
    }

    private mutating func planLists(_ fields: [FieldDescriptor], isAttributes: Bool, _ scope: inout NameScope) {
        for field in Self.ordered(fields) where Self.isWrapped(field, isAttribute: isAttributes) {
            let item = type(field.type)
            guard !lists.contains(where: { $0.item == item }) else { continue }
            lists.append((scope.claim(stem(field.type) + "List", suffix: "Wrapper"), item))
        }
    }

    /// A list of which absent, null and empty differ.
    private static func isWrapped(_ field: FieldDescriptor, isAttribute: Bool) -> Bool {
        field.isList && (isAttribute || field.isOptional || field.isNullable)
    }

    private static func ordered(_ fields: [FieldDescriptor]) -> [FieldDescriptor] {
        fields.sorted { WireNumber.field($0.id) < WireNumber.field($1.id) }
    }

    private func nested(_ name: String) -> String { trait.typeName + "." + name }

    private func type(_ type: ValueType) -> FieldType {
        switch type {
        case .boolean: FieldType(number: 8)
        case .unsigned(let bits): FieldType(number: bits <= 32 ? 13 : 4)
        case .signed(let bits): FieldType(number: bits <= 32 ? 17 : 18)
        case .single: FieldType(number: 2)
        case .double: FieldType(number: 1)
        case .string: FieldType(number: 9)
        case .octets: FieldType(number: 12)
        case .enumeration(let index): .enumeration(nested(name(of: trait.enums, at: index, \.name)))
        case .structure(let index): .message(nested(name(of: trait.structs, at: index, \.name)))
        case .bitmap(let index):
            FieldType(number: trait.bitmaps.indices.contains(index) && trait.bitmaps[index].bits > 32 ? 4 : 13)
        }
    }

    private func name<T>(of table: [T], at index: Int, _ name: KeyPath<T, String>) -> String {
        table.indices.contains(index) ? table[index][keyPath: name] : ""
    }

    /// What a list of it is called, before `List`.
    private func stem(_ value: ValueType) -> String {
        switch value {
        case .boolean: "Bool"
        case .single: "Float"
        case .double: "Double"
        case .string: "String"
        case .octets: "Bytes"
        case .signed(let bits): bits <= 32 ? "SInt32" : "SInt64"
        case .unsigned, .bitmap: type(value).number == 4 ? "UInt64" : "UInt32"
        case .enumeration(let index): name(of: trait.enums, at: index, \.name)
        case .structure(let index): name(of: trait.structs, at: index, \.name)
        }
    }

    // MARK: The file

    func encode() -> [UInt8] {
        var file = DescriptorWriter()
        file.string(1, trait.protoPath)
        file.string(2, trait.package)
        for dependency in TraitDescriptor.fileDependencies { file.string(3, dependency.path) }
        scope(&file)
        TraitServiceWriter(trait: trait).write(to: &file)
        file.string(12, "proto3")
        return file.bytes
    }

    /// The message around all others.
    private func scope(_ file: inout DescriptorWriter) {
        file.message(4) { scope in
            scope.string(1, trait.name)
            for structure in trait.structs { message(structure, &scope) }
            for list in lists {
                scope.message(3) { message in
                    message.string(1, list.name)
                    message.field("items", 1, list.item, .repeated)
                }
            }
            message(StructDescriptor("Attributes", trait.attributes.map(\.field)), isAttributes: true, &scope)
            for message in trait.commands.map(\.arguments) + responses + trait.events.map(\.fields) {
                self.message(message, &scope)
            }
            var constants = NameScope()
            for declared in trait.enums { enumeration(declared, &constants, &scope) }
        }
    }

    private func enumeration(
        _ declared: EnumDescriptor, _ constants: inout NameScope, _ scope: inout DescriptorWriter
    ) {
        var values = declared.cases.map { value in
            (
                name: constants.claim(WireNames.constant(value.name, of: declared.name), suffix: "_VALUE"),
                number: value.value
            )
        }
        values.sort { $0.number < $1.number }
        if values.first?.number != 0 {
            values.insert((constants.claim(WireNames.zero(of: declared.name), suffix: "_ZERO"), 0), at: 0)
        }
        scope.enumeration(4, declared.name, values)
    }

    private func message(_ structure: StructDescriptor, isAttributes: Bool = false, _ scope: inout DescriptorWriter) {
        scope.message(3) { message in
            message.string(1, structure.name)
            var names = NameScope(reserved: ["null_fields"])
            let fields = Self.ordered(structure.fields).map { field in
                (field, name: names.claim(WireNames.field(field.name), suffix: "_value"))
            }
            var present: [String] = []
            for (field, name) in fields {
                let (type, label) = shape(field, isAttribute: isAttributes, oneof: present.count)
                if case .present = label { present.append(name) }
                message.field(name, WireNumber.field(field.id), type, label)
            }
            if isAttributes || structure.fields.contains(where: \.isNullable) {
                let field = nested(structure.name + ".Field")
                message.field("null_fields", WireNumber.nullFields, .enumeration(field), .repeated)
                let numbers = fields.map {
                    (name: "FIELD_" + $0.name.uppercased(), number: UInt64(WireNumber.field($0.0.id)))
                }
                message.enumeration(4, "Field", [("FIELD_UNSPECIFIED", 0)] + numbers)
            }
            for name in present { message.message(8) { $0.string(1, "_" + name) } }
        }
    }

    private func shape(_ field: FieldDescriptor, isAttribute: Bool, oneof: Int) -> (FieldType, Label) {
        let value = type(field.type)
        if Self.isWrapped(field, isAttribute: isAttribute), let list = lists.first(where: { $0.item == value }) {
            return (.message(nested(list.name)), .single)
        }
        if field.isList { return (value, .repeated) }
        if case .structure = field.type { return (value, .single) }
        return (value, .present(oneof: oneof))
    }
}
