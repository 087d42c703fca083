internal import BindingPlan
internal import struct HearthTraitDescriptors.NameScope
internal import ProtoSchema

/// Swift names for the declarations of `.proto` files. Packages become prefixes (`hearth.v1.Target` →
/// `Hearth_V1_Target`); nested types stay nested.
struct ProtoNames {
    /// Full protobuf name → full Swift name.
    private(set) var types: [String: String] = [:]
    /// Full protobuf name → Swift name within the enclosing type.
    private(set) var localTypes: [String: String] = [:]

    /// Members that every generated message has.
    static let reservedMembers: Set<String> = [
        "hash", "hashValue", "init", "layout", "merge", "read", "self", "serialized", "unknownFields", "write",
    ]

    static let acronyms: [String: String] = [
        "id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "http": "HTTP", "https": "HTTPS",
    ]

    init(_ pool: DescriptorPool) {
        for file in pool.files {
            let prefix = Self.prefix(package: file.package)
            var scope = NameScope()
            for message in file.messages { declare(message, parent: nil, prefix: prefix, scope: &scope) }
            for declared in file.enums { declare(declared, parent: nil, prefix: prefix, scope: &scope) }
        }
    }

    static func prefix(package: String) -> String {
        package.split(separator: ".").map { upperCamel(String($0)) + "_" }.joined()
    }

    static func upperCamel(_ name: String) -> String {
        name.split(separator: "_").map { Namer.capitalized(String($0)) }.joined()
    }

    /// `hearth/v1/home.proto` → `Hearth_V1_Home.swift`, which is unique within a module.
    static func swiftFile(_ path: String) -> String {
        let stem = path.hasSuffix(".proto") ? String(path.dropLast(6)) : path
        let parts = stem.split(separator: "/").map { part in
            upperCamel(String(part.map { $0.isLetter || $0.isNumber ? $0 : "_" }))
        }
        return parts.joined(separator: "_") + ".swift"
    }

    private mutating func declare(
        _ message: MessageDescriptor, parent: String?, prefix: String, scope: inout NameScope
    ) {
        let name = add(message.name, message.fullName, parent: parent, prefix: prefix, suffix: "Message", &scope)
        var inner = NameScope()
        for oneof in message.oneofs { _ = inner.claim(Self.oneofType(oneof.name), suffix: "") }
        for nested in message.messages { declare(nested, parent: name, prefix: "", scope: &inner) }
        for nested in message.enums { declare(nested, parent: name, prefix: "", scope: &inner) }
    }

    private mutating func declare(
        _ declared: EnumDescriptor, parent: String?, prefix: String, scope: inout NameScope
    ) {
        _ = add(declared.name, declared.fullName, parent: parent, prefix: prefix, suffix: "Enum", &scope)
    }

    private mutating func add(
        _ name: String, _ fullName: String, parent: String?, prefix: String, suffix: String, _ scope: inout NameScope
    ) -> String {
        var wanted = prefix + Self.upperCamel(name)
        if Namer.reservedTypes.contains(wanted) { wanted += suffix }
        let local = scope.claim(wanted, suffix: suffix)
        localTypes[fullName] = local
        let whole = parent.map { $0 + "." + local } ?? local
        types[fullName] = whole
        return whole
    }

    func type(_ fullName: String) -> String { types[fullName] ?? ProtoNames.upperCamel(fullName) }

    // MARK: Members

    static func oneofType(_ name: String) -> String { "OneOf_" + upperCamel(name) }

    /// `device_id` → `deviceID`.
    static func lowerCamel(_ name: String) -> String {
        let parts = name.split(separator: "_").map(String.init)
        guard let first = parts.first else { return name }
        let head = first.allSatisfy { $0.isUppercase || $0.isNumber } ? first.lowercased() : Namer.lowerCamel(first)
        return head + parts.dropFirst().map { acronyms[$0] ?? Namer.capitalized($0) }.joined()
    }

    /// The names of a message's properties, by field index. Members of a oneof have the name of their case.
    static func properties(of message: MessageDescriptor) -> (fields: [String], oneofs: [String]) {
        var scope = NameScope(reserved: reservedMembers)
        var cases = message.oneofs.map { _ in
            NameScope(reserved: ["none", "some", "init", "self", "hash", "hashValue"])
        }
        let oneofs = message.oneofs.map { scope.claim(lowerCamel($0.name), suffix: "Choice") }
        let fields = message.fields.map { field in
            if let oneof = field.oneof, cases.indices.contains(oneof) {
                return cases[oneof].claim(lowerCamel(field.name), suffix: "Value")
            }
            return scope.claim(lowerCamel(field.name), suffix: "Field")
        }
        return (fields, oneofs)
    }

    /// The cases' names without the enum's own name, if all have it as a prefix: `RIGHT_VIEW` → `view`.
    static func cases(of declared: EnumDescriptor) -> [String] {
        let prefix = Namer.upperSnake(declared.name) + "_"
        var scope = NameScope(reserved: [
            "none", "some", "init", "self", "rawValue", "unrecognized", "hash", "hashValue",
        ])
        return declared.values.map { value in
            var name = value.name[...]
            if name.hasPrefix(prefix), name.dropFirst(prefix.count).first?.isLetter == true {
                name = name.dropFirst(prefix.count)
            }
            let isUpper = !name.contains { $0.isLowercase }
            let wanted = isUpper ? lowerCamel(name.lowercased()) : lowerCamel(String(name))
            return scope.claim(wanted, suffix: "Value")
        }
    }
}
