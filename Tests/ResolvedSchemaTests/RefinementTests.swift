internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Annotations from a second file.
struct RefinementTests {
    static let plain = """
        cluster OnOff = 6 {
          bitmap Feature : bitmap32 { kLighting = 0x1; kOffOnly = 0x4; }
          struct S { int8u f = 0 [min = 1]; }
          attribute optional int16u onTime = 1 [min = 2, max = 100];
          info event E = 0 { int8u x = 0; }
          request struct TimedRequest { int16u onTime = 0; int8u other = 1; }
          command On(): DefaultSuccess = 1;
          command Timed(TimedRequest): DefaultSuccess = 2;
          command Again(TimedRequest): DefaultSuccess = 3;
        }
        """

    @Test func addAndNarrow() throws {
        let (model, findings) = resolve(
            Self.plain,
            """
            refine cluster OnOff {
              attribute onTime [unit = "0.1 s", default = 10, required = Lighting, min = 3, max = 100];
              command On [required = !OffOnly];
              command Timed { onTime [max = 0xFFFE]; }
              struct TimedRequest { other [max = 9]; }
              struct S { f [max = 7, min = 1]; }
              event E [allowed = Lighting] { x [max = 3]; }
            }
            """)
        expect(findings, equals: [])
        let cluster = try require(model.cluster(named: "OnOff"))
        let onTime = try cluster.field("onTime")
        expect(
            (onTime.unit, onTime.defaultValue, onTime.constraints.minimum, onTime.constraints.maximum),
            are: ("0.1 s", .integer(10), .literal(3), .literal(100)))
        expect(onTime.conformance.required, equals: .feature(name: "Lighting", mask: 1))
        expect(cluster.commands[0].conformance.required, equals: .not(.feature(name: "OffOnly", mask: 4)))
        expect(cluster.commands[1].fields.map(\.constraints.maximum), equals: [.literal(0xFFFE), .literal(9)])
        expect(cluster.commands[2].fields.map(\.constraints.maximum), equals: [nil, .literal(9)])
        expect(cluster.types.structures[0].fields[0].constraints.maximum, equals: .literal(7))
        expect(cluster.events[0].conformance.allowed, equals: .feature(name: "Lighting", mask: 1))
        expect(cluster.events[0].fields[0].constraints.maximum, equals: .literal(3))
    }

    @Test func sayingTheSameTwiceIsFine() {
        let block = "refine cluster OnOff { attribute onTime [min = 3, required = Lighting & !OffOnly]; }"
        expect(resolve(Self.plain, block, block).findings, equals: [])
    }

    @Test func aProductNeedNotHaveTheCluster() {
        let (_, findings) = resolve(Self.plain, "refine cluster OnOf { attribute x [min = 1]; }")
        expect(findings, equals: ["b.matter:1:16: note: no cluster 'OnOf' to refine; ignored (did you mean 'OnOff'?)"])
    }
}
