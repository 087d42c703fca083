internal import HearthTraitDescriptors

/// Writes a trait's service and the messages of its methods into the trait's file descriptor.
struct TraitServiceWriter {
    let trait: TraitDescriptor

    /// A field of a request or a response.
    private struct Part {
        var name: String
        var number: UInt32
        var type: DescriptorWriter.FieldType
        var isRepeated = false
    }

    private struct Method {
        var name: String
        var right: Hearth_V1_Right
        var isReading = false
        var streams = false
        var request: [Part]
        var response: [Part]
    }

    func write(to file: inout DescriptorWriter) {
        let methods = methods
        for method in methods {
            message(method, "Request", method.request, &file)
            message(method, "Response", method.response, &file)
        }
        file.message(6) { service in
            service.string(1, trait.name + "Service")
            for method in methods {
                service.message(2) { entry in
                    entry.string(1, method.name)
                    entry.string(2, ".\(trait.serviceName)\(method.name)Request")
                    entry.string(3, ".\(trait.serviceName)\(method.name)Response")
                    entry.message(4) { options in
                        if method.isReading { options.number(Self.idempotencyLevel, Self.noSideEffects) }
                        options.number(Self.rightOption, method.right.rawValue)
                    }
                    if method.streams { entry.number(6, 1) }
                }
            }
        }
    }

    /// The number of the method option `hearth.v1.right`.
    private static let rightOption: Int64 = 50601
    /// The method option `idempotency_level`: methods without side effects can be called by GET over Connect.
    private static let (idempotencyLevel, noSideEffects): (Int64, Int32) = (34, 1)

    private func message(
        _ method: Method, _ suffix: String, _ parts: [Part], _ file: inout DescriptorWriter
    ) {
        file.message(4) { message in
            message.string(1, "\(trait.name)Service\(method.name)\(suffix)")
            for part in parts {
                message.field(part.name, part.number, part.type, part.isRepeated ? .repeated : .single)
            }
        }
    }

    private var methods: [Method] {
        let home = { (name: String) in DescriptorWriter.FieldType.message("hearth.v1." + name) }
        let target = Part(name: "target", number: 1, type: home("Target"))
        let wanted = Part(
            name: "fields", number: 2, type: .enumeration(trait.attributesTypeName + ".Field"), isRepeated: true)
        let options = Part(name: "options", number: 3, type: home("CallOptions"))
        let position = Part(name: "position", number: 1, type: home("Position"))
        let state = Part(name: "attributes", number: 2, type: .message(trait.attributesTypeName))
        let observed = Part(name: "observed_at", number: 3, type: .message("google.protobuf.Timestamp"))
        let connectivity = { (number: UInt32) in
            Part(name: "connectivity", number: number, type: home("SourceConnectivity"))
        }
        var result = [
            Method(
                name: "Get", right: .view, isReading: true, request: [target, wanted],
                response: [position, state, observed, connectivity(4)])
        ]
        if let weakest = trait.attributes.compactMap(\.write).min() {
            result.append(
                Method(
                    name: "Update", right: Hearth_V1_Right(weakest), request: [target, state, options],
                    response: [position, state]))
        }
        result.append(
            Method(
                name: "Watch", right: .view, streams: true, request: [target, wanted],
                response: [
                    position, state, observed, Part(name: "cause", number: 4, type: home("Cause")),
                    Part(name: "snapshot", number: 5, type: DescriptorWriter.FieldType(number: 8)), connectivity(6),
                    Part(name: "events", number: 7, type: home("EventReport"), isRepeated: true),
                    Part(name: "events_lost", number: 8, type: DescriptorWriter.FieldType(number: 4)),
                ]))
        return result
            + trait.commands.map { command in
                let arguments = Part(
                    name: "command", number: 2, type: .message(trait.typeName + "." + command.arguments.name))
                let answer = command.response.map {
                    Part(name: "response", number: 2, type: .message(trait.typeName + "." + $0.name))
                }
                let ignored = Part(name: "ignored", number: 3, type: DescriptorWriter.FieldType(number: 8))
                return Method(
                    name: command.name, right: Hearth_V1_Right(command.invoke), request: [target, arguments, options],
                    response: [position] + (answer.map { [$0] } ?? []) + [ignored])
            }
    }
}
