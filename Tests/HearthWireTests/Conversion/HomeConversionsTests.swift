internal import HearthRPC
internal import HearthTraitDescriptors
internal import HearthWire
internal import Expectations
internal import Testing

@Suite struct HomeConversionsTests {
    @Test(arguments: [
        Duration.zero, .seconds(1_800_000_000) + .nanoseconds(123_456_789), .milliseconds(-1), .seconds(-5),
    ])
    func timesBeforeAndAfter1970(_ time: Duration) {
        let message = Google_Protobuf_Timestamp(sinceEpoch: time)
        expect(message.sinceEpoch, equals: time)
        expect((0..<1_000_000_000).contains(message.nanos))
    }

    /// Invalid times become the nearest valid ones, whose parts fit an integer.
    @Test func timesThatAPeerMadeUpBecomeTheNearest() {
        let last = Google_Protobuf_Timestamp(seconds: 253_402_300_799, nanos: 999_999_999)
        let first = Google_Protobuf_Timestamp(seconds: -62_135_596_800)
        expect(last.isValid)
        expect(first.isValid)
        for (seconds, nanos, nearest) in [
            (Int64.max, Int32.max, last), (.max, 999_999_999, last), (.min, .min, first), (.min, 0, first),
            (0, -1, Google_Protobuf_Timestamp()), (1, .max, Google_Protobuf_Timestamp(seconds: 1, nanos: 999_999_999)),
        ] {
            let message = Google_Protobuf_Timestamp(seconds: seconds, nanos: nanos)
            expect(!message.isValid)
            expect(Google_Protobuf_Timestamp(sinceEpoch: message.sinceEpoch), equals: nearest)
        }
        for (seconds, nanos, nearest) in [
            (Int64.max, Int32.max, Int64(315_576_000_000)), (.min, .min, -315_576_000_000), (5, .min, 4),
        ] {
            let message = Google_Protobuf_Duration(seconds: seconds, nanos: nanos)
            expect(message.duration.components.seconds, equals: nearest)
        }
    }

    /// Causes.
    @Test(arguments: [
        ChangeCause.device, .client("phone"), .client(""), .automation("a1"), .automation("a1", run: 7), .hub,
    ])
    func causes(_ cause: ChangeCause) {
        expect(ChangeCause(Hearth_V1_Cause(cause)), equals: cause)
        expectNil(ChangeCause(Hearth_V1_Cause()))
    }

    @Test func connectivityOfEveryKind() {
        for state in [ConnectivityState.unknown, .online, .offline, .partiallyOnline] {
            for way in [LocalityType.unspecified, .direct, .localPeer, .remote, .mixed] {
                let value = SourceConnectivity(connectivityState: state, dataSourceLocality: way)
                expect(SourceConnectivity(Hearth_V1_SourceConnectivity(value)), equals: value)
            }
        }
    }

    @Test func targetsPositionsAndTheNamesInAnAny() {
        let target = TraitTarget(deviceID: "d", endpoint: 65_535)
        expect(TraitTarget(Hearth_V1_Target(target)), equals: target)
        expectNil(TraitTarget(Hearth_V1_Target(deviceID: "d", endpoint: 65_536)))
        let position = StructurePosition(structureID: "s", epoch: .max, sequence: 3)
        expect(StructurePosition(Hearth_V1_Position(position)), equals: position)
        expect(Google_Protobuf_Any(typeName: "a.B", value: []).typeURL, equals: "/a.B")
        expect(Google_Protobuf_Any(typeURL: "type.googleapis.com/a.B").typeName, equals: "a.B")
        expect(Google_Protobuf_Any().typeName, equals: "")
    }

    @Test func rightsAreTheBitsOfTheirNumbersOnTheWire() {
        expect(Rights.public.rawValue, equals: 1 << 1)
        expect(Rights.view.rawValue, equals: 1 << 2)
        expect(Rights.provide.rawValue, equals: 1 << 6)
        expect(Rights(Privilege.administer), equals: .administer)
        expect(Rights(Hearth_V1_Right.unrecognized(-1)).isEmpty)
        expect(Rights(Hearth_V1_Right.unrecognized(64)).isEmpty)
    }
}
