internal import HearthRPC
internal import HearthTraitDescriptors
internal import HearthWire
internal import Expectations
internal import Testing

@Suite struct ErrorConversionTests {
    @Test func aRefusalSurvivesTheWire() throws {
        var error = TraitError(
            .constraintError, "too bright", element: .command(4), field: "level", constraint: "max = 254",
            clusterStatus: 3)
        error.target = TraitTarget(deviceID: "lamp", endpoint: 1)
        error.traitID = 8
        error.trait = "hearth.traits.matter.v1.LevelControl"
        let rpc = error.rpcError
        expect(rpc.code, equals: .invalidArgument)
        expect(rpc.traitError, equals: error)
        let home = HomeError(rpc)
        expect(home.code, equals: .invalidArgument)
        expect(home.message, equals: "too bright")
        expect(home.subtype, equals: .matter(HomeError.MatterError(code: 0x87, clusterCode: 3)))
        expect(HomeError(error), equals: home, "whether it came from afar or was found before anything was sent")
    }

    @Test(arguments: RPCError.Code.allCases)
    func everyCodeHasOneHomeError(_ code: RPCError.Code) {
        let error = HomeError(RPCError(code, "why"))
        expect(error.code.rawValue, equals: Int(code.rawValue))
        expectNil(error.subtype)
    }

    @Test func garbageInTheDetailsIsNoReason() {
        expectNil(RPCError(.internal, "", details: [1, 2, 3]).traitError)
    }
}
