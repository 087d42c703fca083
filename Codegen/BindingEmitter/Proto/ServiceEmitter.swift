internal import BindingPlan
internal import struct HearthTraitDescriptors.NameScope
internal import ProtoSchema

/// Writes a service's methods, its server protocol and its client.
struct ServiceEmitter {
    let names: ProtoNames

    /// A method with its Swift names.
    private struct Call {
        var name: String
        var method: ServiceMethod
        var input: String
        var output: String
        var right: Int64?

        var kind: String {
            switch (method.streamsInput, method.streamsOutput) {
            case (false, false): "unary"
            case (true, false): "clientStreaming"
            case (false, true): "serverStreaming"
            case (true, true): "bidirectional"
            }
        }

        var comment: [String] { method.comment.isEmpty ? ["Calls `\(method.name)`."] : method.comment }
    }

    /// `hearth.v1.HomeService` → `Hearth_V1_Home`, the prefix of `Methods`, `Service` and `Client`.
    static func baseName(_ service: ServiceDescriptor, package: String) -> String {
        let name = ProtoNames.upperCamel(service.name)
        let stem = name.hasSuffix("Service") && name.count > 7 ? String(name.dropLast(7)) : name
        return ProtoNames.prefix(package: package) + stem
    }

    func emit(
        _ service: ServiceDescriptor, package: String, right: (ServiceMethod) -> Int64?, into text: inout CodeText
    ) {
        var scope = NameScope(reserved: ["init", "self", "register", "client"])
        let calls = service.methods.map { method in
            Call(
                name: scope.claim(Namer.lowerCamel(method.name), suffix: "Call"), method: method,
                input: names.type(method.input), output: names.type(method.output), right: right(method))
        }
        let base = Self.baseName(service, package: package)
        methods(service, calls, base, &text)
        text.line()
        server(service, calls, base, &text)
        text.line()
        register(calls, base, &text)
        text.line()
        client(service, calls, base, &text)
    }

    private func methods(_ service: ServiceDescriptor, _ calls: [Call], _ base: String, _ text: inout CodeText) {
        text.line("/// The methods of `\(service.fullName)`: path, kind and the right a caller needs.")
        text.block("public enum \(base)Methods") { text in
            for call in calls {
                let right = call.right.map { "Rights(rawValue: 1 << \($0))" } ?? "nil"
                text.line("/// `\(call.method.name)`.")
                text.line("public static let \(Namer.escaped(call.name)): MethodDescriptor = MethodDescriptor(")
                text.indented { text in
                    let arguments = [
                        "service: \(service.fullName.quoted)", "method: \(call.method.name.quoted)",
                        "kind: .\(call.kind)", "right: \(right)",
                    ]
                    text.filled(arguments, end: ")")
                }
            }
        }
    }

    private func server(_ service: ServiceDescriptor, _ calls: [Call], _ base: String, _ text: inout CodeText) {
        text.comment(
            service.comment.isEmpty ? ["Serves `\(service.fullName)`."] : service.comment, mark: "///")
        text.block("public protocol \(base)Service: RPCService") { text in
            for call in calls {
                text.comment(call.comment, mark: "///")
                let result = call.method.streamsOutput ? "" : " -> \(call.output)"
                text.signature("func \(Namer.escaped(call.name))", parameters(call), " async throws\(result)")
            }
        }
    }

    private func parameters(_ call: Call) -> [String] {
        var result = [call.method.streamsInput ? "_ requests: RPCReader<\(call.input)>" : "_ request: \(call.input)"]
        if call.method.streamsOutput { result.append("writer: RPCWriter<\(call.output)>") }
        return result + ["context: ServerContext"]
    }

    private func register(_ calls: [Call], _ base: String, _ text: inout CodeText) {
        text.block("extension \(base)Service") { text in
            text.block("public func register(in router: inout RPCRouter)") { text in
                for call in calls {
                    let streams = call.method.streamsInput
                    var parameters = [streams ? "requests: RPCReader<\(call.input)>" : "request: \(call.input)"]
                    var arguments = streams ? "requests" : "request"
                    if call.method.streamsOutput {
                        parameters.append("writer: RPCWriter<\(call.output)>")
                        arguments += ", writer: writer"
                    }
                    let result = call.method.streamsOutput ? "" : " -> \(call.output)"
                    text.line("router.\(call.kind)(\(base)Methods.\(Namer.escaped(call.name))) {")
                    text.indented { text in
                        parameters.append("context: ServerContext")
                        let head = "(\(parameters.joined(separator: ", ")))"
                        let tail = "async throws\(result) in"
                        if text.fits(head + " " + tail) {
                            text.line(head + " " + tail)
                        } else {
                            if text.fits(head) {
                                text.line(head)
                            } else {
                                text.line("(")
                                text.indented { $0.filled(parameters, end: "") }
                                text.line(")")
                            }
                            text.indented { $0.line(tail) }
                        }
                        text.line("try await self.\(call.name)(\(arguments), context: context)")
                    }
                    text.line("}")
                }
            }
        }
    }

    private func client(_ service: ServiceDescriptor, _ calls: [Call], _ base: String, _ text: inout CodeText) {
        text.line("/// Calls `\(service.fullName)`.")
        text.block("public struct \(base)Client: Sendable") { text in
            text.line("/// The client that carries the calls.")
            text.line("public let client: RPCClient")
            text.line()
            text.line("/// Creates a client that calls over `client`.")
            text.block("public init(_ client: RPCClient)") { $0.line("self.client = client") }
            for call in calls { clientCall(call, base, &text) }
        }
    }

    /// A tuple of two. Its members get lines of their own if one line would be too long.
    private static func pair(_ writer: String, _ reader: String) -> String {
        let whole = "(writer: \(writer), reader: \(reader))"
        guard whole.count > 80 else { return whole }
        return "(\n        writer: \(writer),\n        reader: \(reader)\n    )"
    }

    private func clientCall(_ call: Call, _ base: String, _ text: inout CodeText) {
        let options = "options: CallOptions = CallOptions()"
        let descriptor = "\(base)Methods.\(Namer.escaped(call.name))"
        let name = Namer.escaped(call.name)
        text.line()
        text.comment(call.comment, mark: "///")
        let (reader, writer) = ("RPCReader<\(call.output)>", "RPCWriter<\(call.input)>")
        let parameters: [String]
        let result: String
        let arguments: [String]
        switch (call.method.streamsInput, call.method.streamsOutput) {
        case (false, let streams):
            parameters = ["_ request: \(call.input)", options]
            result = streams ? reader : call.output
            arguments = ["request", "options: options"]
        case (true, false):
            parameters = [options, "_ send: (\(writer)) async throws -> Void"]
            result = call.output
            arguments = ["options: options", "send"]
        case (true, true):
            parameters = [options]
            result = Self.pair(writer, reader)
            arguments = ["options: options"]
        }
        text.signature("public func \(name)", parameters, " async throws(RPCError) -> \(result) {")
        text.indented { $0.call("try await client.\(call.kind)", [descriptor] + arguments) }
        text.line("}")
    }
}
