internal import HearthBase

/// Replaces names by full names, by protobuf's scope rule: the innermost scope that declares the name's first part
/// decides.
struct Resolver {
    let names: NameTable
    let visibility: FileVisibility
    private(set) var diagnostics: [Diagnostic] = []
    private var path = ""

    init(names: NameTable, visibility: FileVisibility) {
        self.names = names
        self.visibility = visibility
    }

    mutating func resolve(_ file: ProtoFile) -> ProtoFile {
        path = file.path
        var file = file
        for index in file.messages.indices { resolve(&file.messages[index]) }
        for index in file.enums.indices { resolve(&file.enums[index]) }
        for index in file.services.indices { resolve(&file.services[index]) }
        for index in file.extensions.indices { resolve(&file.extensions[index], package: file.package) }
        resolve(&file.options, scope: file.package)
        return file
    }

    private mutating func resolve(_ message: inout MessageDescriptor) {
        for index in message.fields.indices { resolve(&message.fields[index], scope: message.fullName) }
        for index in message.messages.indices { resolve(&message.messages[index]) }
        for index in message.enums.indices { resolve(&message.enums[index]) }
        for index in message.oneofs.indices { resolve(&message.oneofs[index].options, scope: message.fullName) }
        resolve(&message.options, scope: Self.parent(of: message.fullName))
    }

    private mutating func resolve(_ declared: inout EnumDescriptor) {
        // An enum's values are in the scope of the enum, so names in their options are resolved there too.
        let scope = Self.parent(of: declared.fullName)
        resolve(&declared.options, scope: scope)
        for index in declared.values.indices { resolve(&declared.values[index].options, scope: scope) }
    }

    /// The scope of an element, in which names in its options are resolved.
    private static func parent(of fullName: String) -> String {
        fullName.lastIndex(of: ".").map { String(fullName[..<$0]) } ?? ""
    }

    private mutating func resolve(_ field: inout FieldDescriptor, scope: String) {
        resolve(&field.options, scope: scope)
        guard case .unresolved(let written) = field.type else { return }
        guard let name = find(written, scope: scope, for: "field \(field.name)", at: field.location) else { return }
        switch names.kinds[name] {
        case .message: field.type = .message(name)
        case .enumeration: field.type = .enumeration(name)
        default:
            diagnostics.append(
                Diagnostic(
                    .error,
                    field.location, "\(name) is not a message or enum, so field \(field.name) cannot have it"))
        }
    }

    private mutating func resolve(_ service: inout ServiceDescriptor) {
        resolve(&service.options, scope: Self.parent(of: service.fullName))
        let own = Set(service.methods.map(\.name))
        for index in service.methods.indices {
            var method = service.methods[index]
            for written in Set([method.input, method.output]) where own.contains(written) {
                diagnostics.append(
                    Diagnostic(
                        .error,
                        method.location,
                        "method \(method.name) names '\(written)', which inside its service is a method",
                        hint: "write the message's name with its package"))
            }
            resolve(&method.options, scope: service.fullName)
            method.input = message(method.input, of: method, scope: service.fullName)
            method.output = message(method.output, of: method, scope: service.fullName)
            service.methods[index] = method
        }
    }

    private mutating func message(_ written: String, of method: ServiceMethod, scope: String) -> String {
        guard let name = find(written, scope: scope, for: "method \(method.name)", at: method.location) else {
            return written
        }
        if names.kinds[name] != .message {
            diagnostics.append(
                Diagnostic(.error, method.location, "method \(method.name) needs messages, and \(name) is not one"))
        }
        return name
    }

    private mutating func resolve(_ declared: inout ExtensionDescriptor, package: String) {
        let scope = declared.scope ?? package
        resolve(&declared.field, scope: scope)
        let location = declared.field.location
        guard let extendee = find(declared.extendee, scope: scope, for: "extend", at: location) else { return }
        declared.extendee = extendee
        if !(extendee.hasPrefix("google.protobuf.") && extendee.hasSuffix("Options")) {
            diagnostics.append(
                Diagnostic(
                    .error,
                    location, "proto3 extends option messages only, not \(extendee)",
                    hint: "put a google.protobuf.Any into \(extendee)"))
        }
    }

    private mutating func resolve(_ options: inout [ProtoOption], scope: String) {
        for index in options.indices where options[index].isCustom {
            let option = options[index]
            guard let name = find(option.name, scope: scope, for: "option", at: option.location) else { continue }
            options[index].name = name
            if names.kinds[name] != .option {
                diagnostics.append(Diagnostic(.error, option.location, "\(name) is not an option"))
            }
        }
    }

    private mutating func find(
        _ written: String, scope: String, for user: String, at location: SourceLocation
    ) -> String? {
        if written.hasPrefix(".") {
            let name = String(written.dropFirst())
            if names.kinds[name] != nil { return check(name, for: user, at: location) }
        } else {
            let first = written.prefix { $0 != "." }
            var scope = Substring(scope)
            while true {
                let prefix = scope.isEmpty ? "" : scope + "."
                // A package or an option with the right first name does not end the search if the rest is not found in
                // it.
                if names.kinds[prefix + written] != nil { return check(prefix + written, for: user, at: location) }
                if let kind = names.kinds[prefix + first], kind != .package, kind != .option { break }
                guard !scope.isEmpty else { break }
                scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
            }
        }
        // An unreadable import was already reported, and may declare the name.
        guard !visibility.incomplete.contains(path) else { return nil }
        diagnostics.append(
            Diagnostic(.error, location, "\(user) names '\(written)', which no file declares", hint: hint(for: written))
        )
        return nil
    }

    private mutating func check(_ name: String, for user: String, at location: SourceLocation) -> String? {
        guard let file = names.files[name], visibility.visible[path]?.contains(file) != true else { return name }
        diagnostics.append(
            Diagnostic(
                .error,
                location, "\(user) names \(name), whose file is not imported", hint: "add import \"\(file)\";"))
        return name
    }

    private func hint(for written: String) -> String? {
        let last = written.split(separator: ".").last.map { "." + $0 } ?? written
        let like = names.files.keys.filter { $0.hasSuffix(last) }.ordered()
        if let first = like.first { return "did you mean \(first)?" }
        if let file = WellKnown.file(declaring: written) { return "add import \"\(file)\";" }
        return nil
    }
}
