/// The full names that a file declares, read from its encoded `google.protobuf.FileDescriptorProto`. Field numbers are
/// those of `google/protobuf/descriptor.proto`.
struct FileSymbols {
    /// An extension field of a message.
    struct Extension: Hashable {
        var extendee: String
        var number: Int32
    }

    /// Names outside of messages and services, including values of such enums.
    private(set) var outer: Set<String> = []
    /// Names inside of them: fields, oneofs, nested types, methods.
    private(set) var inner: Set<String> = []
    private(set) var messages: Set<String> = []
    private(set) var services: [String] = []
    private(set) var extensions: [Extension] = []

    init(_ file: [UInt8]) {
        let fields = Array(WireFields(file[...]))
        let package = fields.last { $0.number == 2 }.map(\.text) ?? ""
        /// Messages still to be parsed. A list instead of recursion, because the file's author chooses the nesting
        /// depth.
        var open: [(scope: String, content: ArraySlice<UInt8>)] = []
        for field in fields {
            switch field.number {
            case 4:
                let name = Self.join(package, Self.name(field.content))
                outer.insert(name)
                open.append((name, field.content))
            case 5: outer.formUnion(Self.names(ofEnum: field.content, in: package))
            case 6: addService(field.content, in: package)
            case 7:
                outer.insert(Self.join(package, Self.name(field.content)))
                addExtension(field.content)
            default: break
            }
        }
        while let (name, content) = open.popLast() {
            messages.insert(name)
            for field in WireFields(content) {
                switch field.number {
                case 2, 8: inner.insert(Self.join(name, Self.name(field.content)))
                case 3:
                    let nested = Self.join(name, Self.name(field.content))
                    inner.insert(nested)
                    open.append((nested, field.content))
                case 4: inner.formUnion(Self.names(ofEnum: field.content, in: name))
                case 6:
                    inner.insert(Self.join(name, Self.name(field.content)))
                    addExtension(field.content)
                default: break
                }
            }
        }
    }

    func declares(_ symbol: String) -> Bool { outer.contains(symbol) || inner.contains(symbol) }

    private mutating func addService(_ content: ArraySlice<UInt8>, in package: String) {
        let name = Self.join(package, Self.name(content))
        services.append(name)
        outer.insert(name)
        for method in WireFields(content) where method.number == 2 {
            inner.insert(Self.join(name, Self.name(method.content)))
        }
    }

    private mutating func addExtension(_ content: ArraySlice<UInt8>) {
        var result = Extension(extendee: "", number: 0)
        for field in WireFields(content) {
            // Full names begin with a dot in descriptors.
            if field.number == 2 { result.extendee = String(field.text.drop { $0 == "." }) }
            if field.number == 3 { result.number = Int32(truncatingIfNeeded: field.value) }
        }
        extensions.append(result)
    }

    /// The values of an enum are in the scope that contains it.
    private static func names(ofEnum content: ArraySlice<UInt8>, in scope: String) -> [String] {
        let values = WireFields(content).filter { $0.number == 2 }.map(\.content)
        return ([content] + values).map { join(scope, name($0)) }
    }

    private static func name(_ content: ArraySlice<UInt8>) -> String {
        for field in WireFields(content) where field.number == 1 { return field.text }
        return ""
    }

    private static func join(_ scope: String, _ name: String) -> String { scope.isEmpty ? name : scope + "." + name }
}
