/// The rules of proto3 on a file's numbers and names.
struct Validator {
    private var diagnostics: [ProtoDiagnostic] = []

    static func check(_ file: ProtoFile) -> [ProtoDiagnostic] {
        var validator = Validator()
        for message in file.messages { validator.check(message) }
        for declared in file.enums { validator.check(declared) }
        validator.checkValueNames(file.enums)
        for service in file.services { validator.check(service) }
        return validator.diagnostics
    }

    private mutating func report(_ location: ProtoLocation, _ message: String, hint: String? = nil) {
        diagnostics.append(ProtoDiagnostic(location, message, hint: hint))
    }

    private mutating func check(_ message: MessageDescriptor) {
        var numbers: [Int64: String] = [:]
        var names: Set<String> = []
        for field in message.fields {
            checkNumber(of: field, in: message)
            if let other = numbers.updateValue(field.name, forKey: field.number) {
                report(
                    field.location,
                    "fields \(other) and \(field.name) of \(message.fullName) share number \(field.number)")
            }
            if !names.insert(field.name).inserted {
                report(field.location, "\(message.fullName) has two fields called \(field.name)")
            }
            if message.reservedNames.contains(field.name) {
                report(field.location, "the name \(field.name) is reserved in \(message.fullName)")
            }
            if let option = field.options.first(where: { !$0.isCustom && $0.name == "default" }) {
                report(option.location, "proto3 has no defaults of one's own", hint: "mark the field optional")
            }
        }
        for oneof in message.oneofs where !names.insert(oneof.name).inserted {
            report(oneof.location, "\(message.fullName) has two members called \(oneof.name)")
        }
        for nested in message.messages { check(nested) }
        for nested in message.enums { check(nested) }
        checkValueNames(message.enums)
    }

    private mutating func checkNumber(of field: FieldDescriptor, in message: MessageDescriptor) {
        let number = field.number
        if !(1...536_870_911).contains(number) {
            report(field.location, "field \(field.name) has number \(number)", hint: "numbers go from 1 to 536870911")
        } else if (19_000...19_999).contains(number) {
            report(field.location, "field \(field.name) has number \(number); 19000 to 19999 belong to protobuf")
        } else if message.reservedNumbers.contains(where: { $0.contains(number) }) {
            report(field.location, "number \(number) of field \(field.name) is reserved in \(message.fullName)")
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

    /// Values share the scope that their enum stands in.
    private mutating func checkValueNames(_ enums: [EnumDescriptor]) {
        var owners: [String: String] = [:]
        for declared in enums {
            for value in declared.values {
                if let other = owners.updateValue(declared.name, forKey: value.name) {
                    report(
                        value.location, "value \(value.name) stands in enum \(other) and in \(declared.name) beside it",
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
