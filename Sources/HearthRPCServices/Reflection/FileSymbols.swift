internal import HearthBase

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
    private let file: [UInt8]

    init(_ file: [UInt8]) {
        self.file = file
        let outermost = fields(file.indices)
        let package = outermost.last { $0.number == 2 }.map(text) ?? ""
        /// Messages still to be parsed. A list instead of recursion, because the file's author chooses the nesting
        /// depth.
        var open: [(scope: String, content: Range<Int>)] = []
        for field in outermost {
            switch field.number {
            case 4:
                let message = Self.join(package, name(declaredIn: field.range))
                outer.insert(message)
                open.append((message, field.range))
            case 5: outer.formUnion(names(ofEnum: field.range, in: package))
            case 6: addService(field.range, in: package)
            case 7:
                outer.insert(Self.join(package, name(declaredIn: field.range)))
                addExtension(field.range)
            default: break
            }
        }
        while let (scope, content) = open.popLast() {
            messages.insert(scope)
            for field in fields(content) {
                switch field.number {
                case 2, 8: inner.insert(Self.join(scope, name(declaredIn: field.range)))
                case 3:
                    let nested = Self.join(scope, name(declaredIn: field.range))
                    inner.insert(nested)
                    open.append((nested, field.range))
                case 4: inner.formUnion(names(ofEnum: field.range, in: scope))
                case 6:
                    inner.insert(Self.join(scope, name(declaredIn: field.range)))
                    addExtension(field.range)
                default: break
                }
            }
        }
    }

    func declares(_ symbol: String) -> Bool { outer.contains(symbol) || inner.contains(symbol) }

    private mutating func addService(_ content: Range<Int>, in package: String) {
        let service = Self.join(package, name(declaredIn: content))
        services.append(service)
        outer.insert(service)
        for method in fields(content) where method.number == 2 {
            inner.insert(Self.join(service, name(declaredIn: method.range)))
        }
    }

    private mutating func addExtension(_ content: Range<Int>) {
        var result = Extension(extendee: "", number: 0)
        for field in file.span.bytes.wireFields(in: content) {
            switch (field.number, field.wire) {
            // Full names begin with a dot in descriptors.
            case (2, 2): result.extendee = String(text(field).drop { $0 == "." })
            case (3, 0): result.number = Int32(truncatingIfNeeded: field.value)
            default: break
            }
        }
        extensions.append(result)
    }

    /// The values of an enum are in the scope that contains it.
    private func names(ofEnum content: Range<Int>, in scope: String) -> [String] {
        let values = fields(content).filter { $0.number == 2 }.map(\.range)
        return ([content] + values).map { Self.join(scope, name(declaredIn: $0)) }
    }

    private func name(declaredIn content: Range<Int>) -> String {
        for field in fields(content) where field.number == 1 { return text(field) }
        return ""
    }

    /// The texts and messages in a message.
    private func fields(_ content: Range<Int>) -> [WireField] {
        file.span.bytes.wireFields(in: content).filter { $0.wire == 2 }
    }

    private func text(_ field: WireField) -> String { String(decoding: file[field.range], as: UTF8.self) }

    private static func join(_ scope: String, _ name: String) -> String { scope.isEmpty ? name : scope + "." + name }
}
