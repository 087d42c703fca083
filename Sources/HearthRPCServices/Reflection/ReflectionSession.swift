internal import HearthMessage
internal import HearthRPC

/// One reflection call: answers its requests, and remembers which files the client has.
struct ReflectionSession {
    private typealias Answer = Grpc_Reflection_V1_ServerReflectionResponse.OneOf_MessageResponse

    let registry: DescriptorRegistry
    private var sent: Set<String> = []

    init(_ registry: DescriptorRegistry) {
        self.registry = registry
    }

    mutating func answer(
        _ request: Grpc_Reflection_V1_ServerReflectionRequest
    ) -> Grpc_Reflection_V1_ServerReflectionResponse {
        Grpc_Reflection_V1_ServerReflectionResponse(
            validHost: request.host, originalRequest: request, messageResponse: answer(request.messageRequest))
    }

    private mutating func answer(
        _ question: Grpc_Reflection_V1_ServerReflectionRequest.OneOf_MessageRequest?
    ) -> Answer {
        switch question {
        case .fileByFilename(let path):
            return files(registry.file(path: path), or: "there is no file \(path)")
        case .fileContainingSymbol(let symbol):
            return files(registry.file(declaring: symbol), or: "no file declares \(symbol)")
        case .fileContainingExtension(let wanted):
            let (message, number) = (wanted.containingType, wanted.extensionNumber)
            return files(
                registry.file(extending: message, number: number), or: "no file extends \(message) with \(number)")
        case .allExtensionNumbersOfType(let message):
            guard let numbers = registry.extensionNumbers(of: message) else {
                return Self.error(.notFound, "there is no message \(message)")
            }
            return .allExtensionNumbersResponse(
                Grpc_Reflection_V1_ExtensionNumberResponse(baseTypeName: message, extensionNumber: numbers))
        case .listServices:
            let services = registry.services.map { Grpc_Reflection_V1_ServiceResponse(name: $0) }
            return .listServicesResponse(Grpc_Reflection_V1_ListServiceResponse(service: services))
        case nil:
            return Self.error(.invalidArgument, "the request is empty or of an unknown kind")
        }
    }

    /// The file with its imports, except those already sent on this stream.
    private mutating func files(_ file: FileDescriptor?, or reason: String) -> Answer {
        guard let file else { return Self.error(.notFound, reason) }
        var result = [file.serialized]
        sent.insert(file.path)
        // Imports as the registry has them now: one may have been replaced since its importer was created.
        var open = file.dependencies.map(\.path)[...]
        while let path = open.popFirst() {
            guard sent.insert(path).inserted, let next = registry.file(path: path) else { continue }
            result.append(next.serialized)
            open += next.dependencies.map(\.path)
        }
        return .fileDescriptorResponse(Grpc_Reflection_V1_FileDescriptorResponse(fileDescriptorProto: result))
    }

    private static func error(_ code: RPCError.Code, _ message: String) -> Answer {
        .errorResponse(Grpc_Reflection_V1_ErrorResponse(errorCode: Int32(code.rawValue), errorMessage: message))
    }
}
