internal import HearthBase
internal import HearthMessage
internal import HearthTraitDescriptors

/// Writes a trait's `.proto` file as a `google.protobuf.FileDescriptorProto`, with the same content as protoc's output
/// for the exported file.
struct TraitFileWriter {
    typealias FieldType = DescriptorWriter.FieldType
    typealias Label = DescriptorWriter.Label

    let trait: TraitDescriptor
    /// The wrapper messages for lists, by type of entry, in the order of first use.
    private var lists = ListNames<FieldType>()
    /// Each response once, in the order of the commands that return it.
    private var responses: [StructDescriptor] = []
    /// The names of the trait's messages and enums.
    private var types: NameScope

    init(_ trait: TraitDescriptor) {
        self.trait = trait
        types = NameScope(reserved: ["Attributes", trait.name])
        for response in trait.commands.compactMap(\.response) {
            if !responses.contains(where: { $0.name == response.name }) { responses.append(response) }
        }
        planLists()
    }

    // MARK: Types

    private mutating func planLists() {
        for name in trait.enums.map(\.name) + trait.structs.map(\.name) { _ = types.claim(name) }
        for structure in trait.structs { planLists(structure.fields, isAttributes: false) }
        planLists(trait.attributes.map(\.field), isAttributes: true)
        for message in responses + trait.commands.map(\.arguments) + trait.events.map(\.fields) {
            _ = types.claim(message.name)
            planLists(message.fields, isAttributes: false)
        }
    }

    private mutating func planLists(_ fields: [FieldDescriptor], isAttributes: Bool) {
        for field in Self.ordered(fields) where field.isWrapped(asAttribute: isAttributes) {
            _ = lists.name(of: type(field.type), stem: stem(field.type), in: &types)
        }
    }

    private static func ordered(_ fields: [FieldDescriptor]) -> [FieldDescriptor] {
        fields.ordered { WireNumber.field($0.id) }
    }

    private func nested(_ name: String) -> String { trait.typeName + "." + name }

    private func type(_ type: ValueType) -> FieldType {
        switch type.wireKind(bitmaps: trait.bitmaps) {
        case .double: FieldType(number: 1)
        case .float: FieldType(number: 2)
        case .uint64: FieldType(number: 4)
        case .bool: FieldType(number: 8)
        case .string: FieldType(number: 9)
        case .message: .message(nested(name(of: type)))
        case .bytes: FieldType(number: 12)
        case .uint32: FieldType(number: 13)
        case .enumeration: .enumeration(nested(name(of: type)))
        case .sint32: FieldType(number: 17)
        case .sint64: FieldType(number: 18)
        }
    }

    /// The name of an enum or a struct; empty for other types.
    private func name(of type: ValueType) -> String {
        switch type {
        case .enumeration(let index): trait.enums.indices.contains(index) ? trait.enums[index].name : ""
        case .structure(let index): trait.structs.indices.contains(index) ? trait.structs[index].name : ""
        default: ""
        }
    }

    /// The stem of the name of a list of this type, before `List`.
    private func stem(_ type: ValueType) -> String {
        let stem = type.wireKind(bitmaps: trait.bitmaps).listStem
        return stem.isEmpty ? name(of: type) : stem
    }

    // MARK: The file

    func encode() -> [UInt8] {
        var file = DescriptorWriter()
        file.string(1, trait.protoPath)
        file.string(2, trait.package)
        for dependency in TraitDescriptor.fileDependencies { file.string(3, dependency.path) }
        scope(&file)
        TraitServiceWriter(trait: trait).write(to: &file)
        options(&file)
        file.string(12, "proto3")
        return file.bytes
    }

    private func options(_ file: inout DescriptorWriter) {
        let names = WireFileOptions(trait.name, package: trait.package)
        file.message(8) { options in
            options.string(1, names.javaPackage)
            options.string(8, names.javaOuterClassname)
            options.number(10, 1)
            options.string(11, names.goPackage)
            options.string(36, names.objcClassPrefix)
            options.string(37, names.csharpNamespace)
        }
    }

    /// Writes the message that contains all others.
    private func scope(_ file: inout DescriptorWriter) {
        file.message(4) { scope in
            scope.string(1, trait.name)
            for structure in trait.structs { message(structure, &scope) }
            for list in lists.all {
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
            var types = types
            for bitmap in trait.bitmaps {
                guard let bits = WireBits(bitmap, types: &types, constants: &constants) else { continue }
                scope.enumeration(4, bits.name, [(bits.zero, 0)] + bits.constants.map { ($0.name, $0.mask) })
            }
        }
    }

    private func enumeration(
        _ declared: EnumDescriptor, _ constants: inout NameScope, _ scope: inout DescriptorWriter
    ) {
        let names = WireNames.constants(of: declared, in: &constants)
        var values = zip(names.values, declared.cases).map { (name: $0, number: $1.value) }
        values = values.ordered(by: \.number)
        if let zero = names.zero { values.insert((zero, 0), at: 0) }
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
        if field.isWrapped(asAttribute: isAttribute), let list = lists[value] {
            return (.message(nested(list)), .single)
        }
        if field.isList { return (value, .repeated) }
        if case .structure = field.type { return (value, .single) }
        return (value, .present(oneof: oneof))
    }
}
