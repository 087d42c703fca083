public import HearthBase

/// The text of a `.proto` file.
public struct ProtoSource: Hashable, Sendable {
    /// The path below the import root, as in other files' imports: `hearth/v1/home.proto`.
    public var path: String
    public var text: String

    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// All files of a run with every name resolved. protobuf's well-known files and `google/rpc/status.proto` are built in;
/// a source of the same path replaces a built-in one.
public struct DescriptorPool: Sendable {
    /// The sources in the given order, then the built-in files that were imported.
    public private(set) var files: [ProtoFile] = []
    /// Messages by full name, including nested ones.
    public private(set) var messages: [String: MessageDescriptor] = [:]
    public private(set) var enums: [String: EnumDescriptor] = [:]
    /// Custom options by full name.
    public private(set) var extensions: [String: ExtensionDescriptor] = [:]
    /// The path of the declaring file by full name.
    public private(set) var declaringFile: [String: String] = [:]
    public private(set) var diagnostics: [Diagnostic] = []

    /// Reads the sources and the built-in files that they import. `adding` names further built-in files to read.
    public init(_ sources: [ProtoSource], adding builtIn: [String] = []) {
        let parsed = Self.parse(sources, adding: builtIn)
        diagnostics = parsed.diagnostics
        let visibility = FileVisibility(parsed.files)
        diagnostics += visibility.diagnostics
        var names = NameTable()
        for file in parsed.files { names.declare(file) }
        diagnostics += names.diagnostics
        var resolver = Resolver(names: names, visibility: visibility)
        files = parsed.files.map { resolver.resolve($0) }
        diagnostics += resolver.diagnostics
        declaringFile = names.files
        index()
        checkOptions()
        for file in files { diagnostics += Validator.check(file) }
        diagnostics = diagnostics.ordered { [$0.location.line, $0.location.column] }.ordered(by: \.location.file)
    }

    private static func parse(
        _ sources: [ProtoSource], adding builtIn: [String]
    ) -> (files: [ProtoFile], diagnostics: [Diagnostic]) {
        var files: [ProtoFile] = []
        var diagnostics: [Diagnostic] = []
        var known: Set<String> = []
        func read(_ path: String, _ text: String) {
            guard known.insert(path).inserted else {
                let location = SourceLocation(file: path, line: 1, column: 1)
                diagnostics.append(Diagnostic(.error, location, "file \(path) was given twice"))
                return
            }
            var parser = Parser(path: path, text: text)
            files.append(parser.parse())
            diagnostics += parser.diagnostics
        }
        // The real descriptor.proto is proto2; the built-in one has the same extendable messages.
        for source in sources {
            let isDescriptor = source.path == WellKnown.descriptorFile
            read(source.path, isDescriptor ? WellKnown.text(of: source.path) ?? source.text : source.text)
        }
        for path in builtIn where !known.contains(path) {
            if let text = WellKnown.files[path] { read(path, text) }
        }
        var next = 0
        while next < files.count {
            for wanted in files[next].imports where !known.contains(wanted.path) {
                if let text = WellKnown.files[wanted.path] { read(wanted.path, text) }
            }
            next += 1
        }
        return (files, diagnostics)
    }

    private mutating func index() {
        func walk(_ message: MessageDescriptor) {
            messages[message.fullName] = message
            for nested in message.enums { enums[nested.fullName] = nested }
            for nested in message.messages { walk(nested) }
        }
        for file in files {
            for message in file.messages { walk(message) }
            for declared in file.enums { enums[declared.fullName] = declared }
            for declared in file.extensions { extensions[declared.fullName] = declared }
        }
        checkExtensionNumbers()
    }

    private mutating func checkExtensionNumbers() {
        var owners: [String: [Int64: String]] = [:]
        for declared in files.flatMap(\.extensions) {
            let (name, number) = (declared.fullName, declared.field.number)
            if let other = owners[declared.extendee, default: [:]].updateValue(name, forKey: number), other != name {
                diagnostics.append(
                    Diagnostic(
                        .error,
                        declared.field.location,
                        "options \(other) and \(name) of \(declared.extendee) share number \(number)"))
            }
        }
    }

    /// The number to which a custom option with an enum type is set on a method; nil if it is not set.
    public func enumOption(_ name: String, of options: [ProtoOption]) -> Int64? {
        guard let option = options.last(where: { $0.isCustom && $0.name == name }),
            case .identifier(let value) = option.value,
            case .enumeration(let type)? = extensions[name]?.field.type
        else { return nil }
        return enums[type]?.values.first { $0.name == value }?.number
    }

    private mutating func checkOptions() {
        var encoder = OptionEncoder(self)
        func check(_ options: [ProtoOption], _ kind: OptionKind) { _ = encoder.encode(options, on: kind) }
        func check(_ declared: EnumDescriptor) {
            check(declared.options, .enumeration)
            for value in declared.values { check(value.options, .enumValue) }
        }
        func check(_ message: MessageDescriptor) {
            check(message.options, .message)
            for field in message.fields { check(field.options, .field) }
            for oneof in message.oneofs { check(oneof.options, .oneof) }
            for nested in message.enums { check(nested) }
            for nested in message.messages { check(nested) }
        }
        for file in files {
            check(file.options, .file)
            for message in file.messages { check(message) }
            for declared in file.enums { check(declared) }
            for declared in file.extensions { check(declared.field.options, .field) }
            for service in file.services {
                check(service.options, .service)
                for method in service.methods { check(method.options, .method) }
            }
        }
        diagnostics += encoder.diagnostics
    }
}

extension ProtoSource {
    /// The paths that a text imports, so that a caller can fetch those texts too.
    public static func imports(in text: String, path: String) -> [String] {
        var parser = Parser(path: path, text: text)
        return parser.parse().imports.map(\.path)
    }
}
