internal import HearthMessage
internal import HearthRPC
internal import HearthRPCServices
internal import Expectations
internal import Testing

private typealias Request = Grpc_Reflection_V1_ServerReflectionRequest
private typealias Response = Grpc_Reflection_V1_ServerReflectionResponse

@Suite(.timeLimit(.minutes(5))) struct ReflectionServiceTests {
    static let methods = [
        Grpc_Reflection_V1_ServerReflectionMethods.serverReflectionInfo,
        Grpc_Reflection_V1alpha_ServerReflectionMethods.serverReflectionInfo,
    ]

    let registry = DescriptorRegistry([Demo.file])

    /// An open call.
    private func call(
        _ method: MethodDescriptor
    ) async throws -> (writer: RPCWriter<Request>, reader: RPCReader<Response>) {
        var router = RPCRouter()
        router.register(ReflectionService(registry))
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allowServices(ReflectionService.names)
        let server = RPCServer(router: router, options: options)
        return try await RPCClient(transport: InProcessTransport(server: server)).bidirectional(method)
    }

    /// The answers to requests, sent one after the other on one call.
    private func answers(
        _ questions: [Request.OneOf_MessageRequest?], _ method: MethodDescriptor = methods[0]
    ) async throws -> [Response.OneOf_MessageResponse?] {
        let (writer, reader) = try await call(method)
        var answers: [Response.OneOf_MessageResponse?] = []
        for question in questions {
            let request = Request(host: "h", messageRequest: question)
            try await writer.write(request)
            let response = try require(try await reader.next())
            expect(response.validHost, equals: "h")
            expect(response.originalRequest, equals: request)
            answers.append(response.messageResponse)
        }
        writer.finish()
        try await expectNil(reader.next())
        return answers
    }

    private func files(_ answer: Response.OneOf_MessageResponse?) -> [[UInt8]] {
        if case .fileDescriptorResponse(let response)? = answer { response.fileDescriptorProto } else { [] }
    }

    private func code(_ answer: Response.OneOf_MessageResponse?) -> Int32? {
        if case .errorResponse(let error)? = answer { error.errorCode } else { nil }
    }

    @Test(arguments: methods)
    func bothVersionsListServices(method: MethodDescriptor) async throws {
        guard case .listServicesResponse(let list)? = try await answers([.listServices("")], method)[0] else {
            Issue.record("no list")
            return
        }
        expect(
            list.service.map(\.name),
            equals: [
                "demo.v1.DemoService", "grpc.reflection.v1.ServerReflection",
                "grpc.reflection.v1alpha.ServerReflection",
            ])
    }

    @Test func aFileComesFirstAndWithItsImportsOnce() async throws {
        let all = try await answers([
            .fileByFilename("demo/v1/demo.proto"), .fileContainingSymbol("demo.v1.DemoService.Do"),
            .fileContainingSymbol("google.protobuf.MethodOptions"),
        ])
        let (demo, options) = (Demo.file.serialized, FileDescriptor.descriptorProto.serialized)
        expect(all.map { files($0) }, equals: [[demo, options], [demo], [options]])
    }

    @Test func extensionsAreAnswered() async throws {
        let wanted = Grpc_Reflection_V1_ExtensionRequest(
            containingType: "google.protobuf.MethodOptions", extensionNumber: 50001)
        let all = try await answers([
            .fileContainingExtension(wanted), .allExtensionNumbersOfType("google.protobuf.FieldOptions"),
        ])
        expect(files(all[0]).first, equals: Demo.file.serialized)
        expect(
            all[1],
            equals: .allExtensionNumbersResponse(
                Grpc_Reflection_V1_ExtensionNumberResponse(
                    baseTypeName: "google.protobuf.FieldOptions", extensionNumber: [50002])))
    }

    @Test func missingSymbolIsAnErrorInAnOpenCall() async throws {
        let all = try await answers([
            .fileByFilename("none.proto"), .fileContainingSymbol("demo.v1.None"),
            .fileContainingExtension(Grpc_Reflection_V1_ExtensionRequest(containingType: "demo.v1.Outer")),
            .allExtensionNumbersOfType("demo.v1.None"), nil, .fileByFilename("demo/v1/demo.proto"),
        ])
        expect(all.dropLast().map { code($0) }, equals: [5, 5, 5, 5, 3])
        expect(files(all.last ?? nil).count, equals: 2)
    }

    @Test(arguments: methods)
    func anOpenCallSeesWhatIsAddedMeanwhile(method: MethodDescriptor) async throws {
        let (writer, reader) = try await call(method)
        let question = Request(messageRequest: .fileContainingSymbol("Late"))
        try await writer.write(question)
        expect(code(try await reader.next()?.messageResponse), equals: 5)
        let late = Demo.file("late.proto", message: "Late", importing: [Demo.file])
        registry.add([late])
        try await writer.write(question)
        let files = files(try await reader.next()?.messageResponse)
        expect(files, equals: [late, Demo.file, .descriptorProto].map(\.serialized))
        writer.finish()
    }
}
