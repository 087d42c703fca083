internal import HearthRPC
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

@Suite struct ValueTests {
    @Test func aFrameIsPrefixAndMessage() {
        expect(RPCFrame(message: [9, 8]).bytes, equals: [0, 0, 0, 0, 2, 9, 8])
        expect(RPCFrame(reserved: [1]).bytes, equals: [0, 0, 0, 0, 0])
        expect(RPCFrame(message: [UInt8](repeating: 1, count: 0x10203)).bytes.prefix(5), equals: [0, 0, 1, 2, 3])
        expect(Blob("x").frame.frame, equals: Blob("x").frame)
    }

    @Test func codesHaveTheirNamesAndNumbers() {
        expect(RPCError.Code.allCases.count, equals: 16)
        expect(RPCError.Code.invalidArgument.name, equals: "INVALID_ARGUMENT")
        expect(RPCError.Code.internal.name, equals: "INTERNAL")
        expect(RPCError.Code(rawValue: 16), equals: .unauthenticated)
        expectNil(RPCError.Code(rawValue: 0))
        expectNil(RPCError.Code(rawValue: 17))
        expect(RPCError.Code.allCases.map(\.rawValue), equals: Array(1...16))
        expect(Set(RPCError.Code.allCases.map(\.name)).count, equals: 16)
        expect("\(RPCError.Code.dataLoss)", equals: "DATA_LOSS")
    }

    @Test func metadataKeepsOrderAndDuplicates() {
        var metadata = Metadata()
        metadata.add("A", "1")
        metadata.add("b-bin", [0])
        metadata.add("a", "2")
        expect(metadata.texts("a"), equals: ["1", "2"])
        expect(metadata["A"], equals: "1")
        expect(metadata.binaries("B-Bin"), equals: [[0]])
        metadata.remove("A")
        expect(metadata.entries.map(\.name), equals: ["b-bin"])
    }

    @Test(arguments: ["", "grpc-status", "te", "Content-Type", "x y", "ä", ":path", "x-bin"])
    func namesThatCannotTravelAreLeftOut(_ name: String) {
        var metadata = Metadata()
        let isAdded = metadata.add(name, "value")
        expect(!isAdded)
        expect(metadata.isEmpty)
    }

    @Test(arguments: ["line\nbreak", "ä", "\u{7F}"])
    func valuesThatCannotTravelAreLeftOut(_ value: String) {
        var metadata = Metadata()
        let isAdded = metadata.add("x", value)
        expect(!isAdded)
        expect(metadata.isEmpty)
    }

    @Test func anErrorOfTheApplicationBringsItsStatus() {
        struct Mine: RPCErrorConvertible { var rpcError: RPCError { RPCError(.notFound, "mine") } }
        struct Other: Error {}
        expect(RPCError(Mine()).code, equals: .notFound)
        expect(RPCError(CancellationError()).code, equals: .cancelled)
        expect(RPCError(Other()).code, equals: .unknown)
    }
}
