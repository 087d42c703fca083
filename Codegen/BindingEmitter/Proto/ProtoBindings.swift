internal import BindingPlan
public import HearthBase
public import ProtoSchema

/// Swift for `.proto` files: messages, enums and services that use HearthMessage and HearthRPC at run time.
public struct ProtoBindings {
    /// The custom option with the right that a method requires.
    public static let rightOption = "hearth.v1.right"

    private let pool: DescriptorPool
    /// The module of the generated files.
    private let module: String
    /// The modules with the Swift types of files that are not emitted here, by path.
    private let providers: [String: String]
    private let names: ProtoNames
    private let cycles: MessageCycles

    /// - Parameters:
    ///   - module: the module that the generated files become part of.
    ///   - providers: modules by the paths of the `.proto` files whose Swift types they hold.
    public init(_ pool: DescriptorPool, module: String, providers: [String: String]) {
        self.pool = pool
        self.module = module
        self.providers = providers
        names = ProtoNames(pool)
        cycles = MessageCycles(pool)
    }

    /// One Swift file for each of the named `.proto` files that declares anything but options.
    public func emit(_ paths: [String]) -> (files: [OutputFile], diagnostics: [Diagnostic]) {
        var files: [OutputFile] = []
        var diagnostics: [Diagnostic] = []
        let wanted = Set(paths)
        let declaring = pool.files.filter { wanted.contains($0.path) && Self.declaresTypes($0) }
        let data = FileEmitter(pool: pool, bound: Set(declaring.map(\.path)).union(providers.keys))
        for file in pool.files where wanted.contains(file.path) {
            diagnostics += check(file)
            guard Self.declaresTypes(file) else { continue }
            files.append(OutputFile(path: ProtoNames.swiftFile(file.path), text: text(of: file, data)))
        }
        return diagnostics.isEmpty ? (files, []) : ([], diagnostics)
    }

    private static func declaresTypes(_ file: ProtoFile) -> Bool {
        !(file.messages.isEmpty && file.enums.isEmpty && file.services.isEmpty)
    }

    private func text(of file: ProtoFile, _ data: FileEmitter) -> String {
        var text = CodeText()
        text.line(OutputFile.header(source: file.path))
        text.line()
        let modules = imports(of: file)
        for name in modules.union(providersOfImports(of: file)).ordered() {
            text.line("\(modules.contains(name) ? "public" : "internal") import \(name)")
        }
        for declared in file.enums {
            text.line()
            EnumEmitter(names: names).emit(declared, into: &text)
        }
        let messages = MessageEmitter(pool: pool, names: names, cycles: cycles)
        for message in file.messages {
            text.line()
            messages.emit(message, into: &text)
        }
        for service in file.services {
            text.line()
            ServiceEmitter(names: names).emit(service, package: file.package, right: right, into: &text)
        }
        text.line()
        data.emit(file, into: &text)
        return text.text
    }

    private func right(_ method: ServiceMethod) -> Int64? { pool.enumOption(Self.rightOption, of: method.options) }

    /// The modules that the file's public declarations refer to: the compiler warns of other public imports.
    private func imports(of file: ProtoFile) -> Set<String> {
        var result: Set<String> = ["HearthMessage"]
        if !(file.messages.isEmpty && file.services.isEmpty) { result.insert("HearthRPC") }
        for name in referenced(by: file) {
            guard let path = pool.declaringFile[name], path != file.path, let provider = providers[path] else {
                continue
            }
            if provider != module { result.insert(provider) }
        }
        return result
    }

    /// The modules of the descriptors of imported files, including imports that no declaration refers to.
    private func providersOfImports(of file: ProtoFile) -> Set<String> {
        Set(file.imports.compactMap { providers[$0.path] }).subtracting([module])
    }

    private func referenced(by file: ProtoFile) -> Set<String> {
        var result: Set<String> = []
        func walk(_ message: MessageDescriptor) {
            for field in message.fields {
                switch field.type {
                case .message(let name), .enumeration(let name): result.insert(name)
                default: break
                }
            }
            for nested in message.messages { walk(nested) }
        }
        for message in file.messages { walk(message) }
        for method in file.services.flatMap(\.methods) { result.formUnion([method.input, method.output]) }
        return result
    }

    private func check(_ file: ProtoFile) -> [Diagnostic] {
        var result: [Diagnostic] = []
        for method in file.services.flatMap(\.methods) {
            guard file.package == "hearth" || file.package.hasPrefix("hearth.") else { break }
            if let right = right(method) {
                if (1..<32).contains(right) { continue }
                result.append(
                    Diagnostic(.error, method.location, "the right of method \(method.name) is not one of 1 to 31"))
            } else {
                result.append(
                    Diagnostic(
                        .error, method.location, "method \(method.name) does not say which right it needs",
                        hint: "option (hearth.v1.right) = RIGHT_VIEW; or another value of hearth.v1.Right"))
            }
        }
        var taken: [String: String] = [:]
        for message in file.messages { taken[names.type(message.fullName)] = message.fullName }
        for declared in file.enums { taken[names.type(declared.fullName)] = declared.fullName }
        if let other = taken.updateValue(file.path, forKey: FileEmitter.type(file.path)) {
            result.append(
                Diagnostic(
                    .error, SourceLocation(file: file.path, line: 1, column: 1),
                    "\(other) and the file itself both become "
                        + "Swift's \(FileEmitter.type(file.path))", hint: "rename one of them"))
        }
        for service in file.services {
            let base = ServiceEmitter.baseName(service, package: file.package)
            for name in [base + "Methods", base + "Service", base + "Client"] {
                if let other = taken.updateValue(service.fullName, forKey: name) {
                    result.append(
                        Diagnostic(
                            .error, service.location, "\(service.fullName) and \(other) both become Swift's \(name)",
                            hint: "rename one of them"))
                }
            }
        }
        return result
    }
}
