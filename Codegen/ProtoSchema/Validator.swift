internal import HearthBase

/// Checks proto3's rules for the numbers and names of a file.
struct Validator {
    private var diagnostics: [Diagnostic] = []

    static func check(_ file: ProtoFile) -> [Diagnostic] {
        var validator = Validator()
        for message in file.messages { validator.check(message) }
        for declared in file.enums { validator.check(declared) }
        let services = file.services.map(\.name)
        let extensions = file.extensions.filter { $0.scope == nil }.map(\.field.name)
        let types = file.messages.map(\.name) + file.enums.map(\.name)
        validator.checkValueNames(file.enums, beside: Set(types + services + extensions))
        for service in file.services { validator.check(service) }
        for declared in file.extensions { validator.check(declared) }
        return validator.diagnostics
    }

    private mutating func report(_ location: SourceLocation, _ message: String, hint: String? = nil) {
        diagnostics.append(Diagnostic(.error, location, message, hint: hint))
    }

    private mutating func check(_ declared: ExtensionDescriptor) {
        let field = declared.field
        checkNumber(of: field, reserved: [], in: declared.extendee)
        checkPseudoOptions(of: field)
        checkFit(of: field)
        if declared.extendee.hasPrefix("google.protobuf."), field.number < 1000 {
            report(
                field.location, "extension \(field.name) has number \(field.number)",
                hint: "those below 1000 belong to protobuf; begin at 50000 for your own")
        }
        if case .map = field.label { report(field.location, "extension \(field.name) may not be a map") }
        if field.options.contains(where: { $0.isPseudo }) {
            report(field.location, "extension \(field.name) may not set its JSON name")
        }
    }

    private mutating func checkPseudoOptions(of field: FieldDescriptor) {
        for option in field.options where option.isPseudo {
            if option.name == "default" {
                report(option.location, "proto3 has no defaults of one's own", hint: "mark the field optional")
            } else if case .string = option.value {
                continue
            } else {
                report(option.location, "json_name of field \(field.name) is not set to a string")
            }
        }
    }

    /// Checks options that only fields of some types may have.
    private mutating func checkFit(of field: FieldDescriptor) {
        for option in field.options where !option.isCustom {
            let fits: Bool
            switch (option.name, field.type) {
            case ("packed", .string), ("packed", .bytes), ("packed", .message):
                fits = option.value != .identifier("true")
            case ("packed", _): fits = field.label == .repeated || option.value != .identifier("true")
            case ("jstype", .int64), ("jstype", .uint64), ("jstype", .sint64), ("jstype", .fixed64),
                ("jstype", .sfixed64):
                fits = true
            case ("jstype", _): fits = option.value == .identifier("JS_NORMAL")
            case ("lazy", .message), ("unverified_lazy", .message): fits = true
            case ("lazy", _), ("unverified_lazy", _): fits = option.value != .identifier("true")
            default: fits = true
            }
            if !fits { report(option.location, "option \(option.name) does not fit the type of field \(field.name)") }
        }
    }

    private mutating func check(_ message: MessageDescriptor) {
        var jsonNames: [String: String] = [:]
        var numbers: [Int64: String] = [:]
        var names: Set<String> = []
        let nested = Set(message.messages.map(\.name) + message.enums.map(\.name))
        for field in message.fields {
            checkNumber(of: field, reserved: message.reservedNumbers, in: message.fullName)
            checkPseudoOptions(of: field)
            checkFit(of: field)
            if let other = numbers.updateValue(field.name, forKey: field.number) {
                report(
                    field.location,
                    "fields \(other) and \(field.name) of \(message.fullName) share number \(field.number)")
            }
            if nested.contains(field.name) {
                report(field.location, "field \(field.name) has the name of a type nested in \(message.fullName)")
            }
            if !names.insert(field.name).inserted {
                report(field.location, "\(message.fullName) has two fields called \(field.name)")
            }
            if message.reservedNames.contains(field.name) {
                report(field.location, "the name \(field.name) is reserved in \(message.fullName)")
            }
            // protoc compares the names without case and underscores, whatever json_name says.
            for key in Set([field.jsonName, field.name.lowercased().filter { $0 != "_" }]) {
                if let other = jsonNames.updateValue(field.name, forKey: key), other != field.name {
                    report(
                        field.location,
                        "fields \(other) and \(field.name) of \(message.fullName) have the same name in JSON")
                    break
                }
            }
            if case .map = field.label, nested.contains(field.mapEntryName) {
                report(
                    field.location,
                    "the entry of map \(field.name) takes the name of \(message.fullName).\(field.mapEntryName)")
            }
        }
        for oneof in message.oneofs where nested.contains(oneof.name) || !names.insert(oneof.name).inserted {
            report(oneof.location, "\(message.fullName) has two members called \(oneof.name)")
        }
        for nested in message.messages { check(nested) }
        for nested in message.enums { check(nested) }
        checkValueNames(message.enums, beside: names.union(nested))
    }

    private mutating func checkNumber(
        of field: FieldDescriptor, reserved: [ClosedRange<Int64>], in message: String
    ) {
        let number = field.number
        if !(1...536_870_911).contains(number) {
            report(field.location, "field \(field.name) has number \(number)", hint: "numbers go from 1 to 536870911")
        } else if (19_000...19_999).contains(number) {
            report(field.location, "field \(field.name) has number \(number); 19000 to 19999 belong to protobuf")
        } else if reserved.contains(where: { $0.contains(number) }) {
            report(field.location, "number \(number) of field \(field.name) is reserved in \(message)")
        }
    }

    private mutating func check(_ declared: EnumDescriptor) {
        guard let first = declared.values.first else {
            report(declared.location, "enum \(declared.fullName) has no values")
            return
        }
        if first.number != 0 {
            report(
                first.location, "the first value of enum \(declared.fullName) is \(first.number), not 0",
                hint: "put a value with number 0 in front")
        }
        let allowsAlias = declared.options.contains { $0.name == "allow_alias" && $0.value == .identifier("true") }
        var numbers: [Int64: String] = [:]
        for value in declared.values {
            if Int32(exactly: value.number) == nil {
                report(value.location, "value \(value.name) is \(value.number), which 32 bits do not hold")
            }
            if let other = numbers[value.number], !allowsAlias {
                report(
                    value.location, "values \(other) and \(value.name) are both \(value.number)",
                    hint: "option allow_alias = true; if that is meant")
            }
            numbers[value.number] = value.name
            let isReserved = declared.reservedNumbers.contains { $0.contains(value.number) }
            if isReserved || declared.reservedNames.contains(value.name) {
                report(value.location, "value \(value.name) = \(value.number) is reserved in \(declared.fullName)")
            }
        }
    }

    /// The names of values are in the scope of their enum.
    private mutating func checkValueNames(_ enums: [EnumDescriptor], beside taken: Set<String>) {
        var owners: [String: String] = [:]
        for declared in enums {
            for value in declared.values {
                if taken.contains(value.name) {
                    report(
                        value.location, "value \(value.name) has the name of something beside enum \(declared.name)",
                        hint: "begin each value's name with its enum's")
                }
                if let other = owners.updateValue(declared.name, forKey: value.name) {
                    report(
                        value.location, "value \(value.name) is in enum \(other) and in \(declared.name) beside it",
                        hint: "begin each value's name with its enum's")
                }
            }
        }
    }

    private mutating func check(_ service: ServiceDescriptor) {
        var names: Set<String> = []
        for method in service.methods where !names.insert(method.name).inserted {
            report(method.location, "service \(service.fullName) has two methods called \(method.name)")
        }
    }
}
