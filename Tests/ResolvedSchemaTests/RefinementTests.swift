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
        expect(onTime.unit, equals: "0.1 s")
        expect(onTime.defaultValue, equals: .integer(10))
        expect(onTime.constraints.minimum, equals: .literal(3))
        expect(onTime.constraints.maximum, equals: .literal(100))
        expect(onTime.conformance.required, equals: .feature(name: "Lighting", mask: 1))
        expect(cluster.commands[0].conformance.required, equals: .not(.feature(name: "OffOnly", mask: 4)))
        expect(cluster.commands[1].fields.map(\.constraints.maximum), equals: [.literal(0xFFFE), .literal(9)])
        expect(cluster.commands[2].fields.map(\.constraints.maximum), equals: [nil, .literal(9)])
        expect(cluster.types.structures[0].fields[0].constraints.maximum, equals: .literal(7))
        expect(cluster.events[0].conformance.allowed, equals: .feature(name: "Lighting", mask: 1))
        expect(cluster.events[0].fields[0].constraints.maximum, equals: .literal(3))
    }

    @Test(arguments: [
        (
            "attribute onTime [min = 1];",
            "1:54: error: this 'min' contradicts a.matter:4:41 (a refinement may only narrow: raise a minimum, "
                + "lower a maximum)"
        ),
        (
            "attribute onTime [max = 101];",
            "1:54: error: this 'max' contradicts a.matter:4:50 (a refinement may only narrow: raise a minimum, "
                + "lower a maximum)"
        ),
        ("attribute onTme [min = 3];", "1:40: error: cluster OnOff has no attribute 'onTme' (did you mean 'onTime'?)"),
        ("command Onn [required = Lighting];", "1:38: error: cluster OnOff has no command 'Onn' (did you mean 'On'?)"),
        (
            "command Timed { onTme [max = 1]; }",
            "1:46: error: command Timed of cluster OnOff has no field 'onTme' (did you mean 'onTime'?)"
        ),
        (
            "attribute onTime [unit = \"s\"]; attribute onTime [unit = \"0.1 s\"];",
            "1:79: error: 'unit' of 'onTime' is refined twice, differently (the other is at b.matter:1:48)"
        ),
        ("attribute onTime [min = 101];", "1:54: error: the minimum 101 of 'onTime' is above its maximum 100"),
        ("command On [max = 1];", "1:42: error: 'max' has no meaning here (known here: required, allowed, repeatable)"),
    ])
    func mistakes(_ target: String, _ expected: String) {
        expect(
            resolve(Self.plain, "refine cluster OnOff {       \(target) }").findings, equals: ["b.matter:\(expected)"])
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
