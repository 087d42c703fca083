internal import BindingEmitter
internal import BindingPlan
internal import HearthBase
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Ignored parts of a maker's file are reported with their place and the way out; valid parts are not.
struct MakerFileTests {
    private static let facts = Result { StandardFacts(try StandardSchemaFiles().model()) }

    private func warnings(_ text: String, vendors: [UInt16: String] = [:]) throws -> [String] {
        let (tree, found) = SchemaParser.parse(SourceText(file: "a.matter", text))
        let missing = try StandardSchemaFiles().schemas().missing(in: [tree])
        let (model, resolved) = ModelResolver.resolve([tree] + missing, vendorNames: vendors)
        let own = found + resolved.filter { $0.location.file == "a.matter" }
        expect(own.filter { $0.severity == .error }.map(\.description), equals: [])
        return MakerFileCheck.warnings(about: [tree], model, vendorNames: vendors, against: try Self.facts.get())
            .map(\.description)
    }

    @Test func aNumberOfTheStandardsRange() throws {
        try expect(
            warnings("cluster Pump = 7 { attribute boolean on = 0; }"),
            equals: [
                "a.matter:1:9: warning: cluster 'Pump' has the number 7, which is in the standard's range, but is "
                    + "no cluster known to Hearth; it is left out (a cluster of your own has your vendor's id in its "
                    + "number: 0xFFF1FC07)"
            ])
        let taken = try warnings("vendor Acme = 0xFFF2;\ncluster Pump = 6 { attribute boolean on = 0; }")
        expect(taken.count, equals: 1)
        expect(
            taken.first?.contains("it is taken for OnOff, and this definition is left out"), equals: true, "\(taken)")
        expect(taken.first?.contains("0xFFF2FC06"), equals: true, "\(taken)")
    }

    @Test func aChangedPartOfAStandardCluster() throws {
        let found = try warnings(
            """
            cluster OnOff = 6 { revision 6;
              attribute boolean onOff = 0;
              attribute optional int32u onTime = 16385;
              attribute int8u mood = 0x5000;
              command Off(): DefaultSuccess = 1;
            }
            """)
        let places = found.map { String($0.split(separator: " ")[0]) }
        expect(places, equals: ["a.matter:2:21:", "a.matter:3:29:", "a.matter:4:19:", "a.matter:5:11:"], "\(found)")
        expect(found[0].contains("access eased"))
        expect(found[1].contains("(int16u → int32u); the standard's is taken"))
        expect(found[2].contains("attribute OnOff.mood is not in the standard's OnOff; it is left out"))
    }

    @Test func otherRevisionIsReportedOnce() throws {
        let found = try warnings(
            """
            cluster OnOff = 6 { revision 99;
              readonly attribute int8u onOff = 0;
              attribute int8u mood = 0x5000; attribute int8u air = 0x5001; attribute int8u art = 0x5002;
            }
            """)
        expect(
            found,
            equals: [
                "a.matter:1:9: warning: cluster 'OnOff' is in revision 99, Hearth has revision 6, which is taken; what "
                    + "differs is left out: OnOff.onOff, OnOff.mood, OnOff.air and 1 more (a device that keeps to the "
                    + "other revision works as far as both agree)"
            ])
    }

    @Test func omittedPartsAreNotReported() throws {
        let plain = """
            cluster OnOff = 6 { revision 6;
              readonly attribute boolean onOff = 0;
              attribute optional int16u onTime = 16385;
              attribute int8u nightLight = 0xFFF10000;
              command Off(): DefaultSuccess = 0;
            }
            """
        try expect(warnings(plain), equals: [])
    }

    @Test func aRefinementOfAStandardCluster() throws {
        let found = try warnings("refine cluster OnOff { attribute onTime [max = 100]; }")
        expect(
            found,
            equals: [
                "a.matter:1:16: warning: the refinements of the standard's OnOff are left out (standard traits keep the "
                    + "standard's limits; a handler of yours may refuse more)"
            ])
        try expect(
            warnings(
                "cluster Pump = 0xFFF1FC01 { attribute int8u a = 0; } refine cluster Pump { attribute a [max = 9]; }"),
            equals: [])
    }

    @Test func anotherVendorsPrefix() throws {
        let text = """
            vendor Acme = 0xFFF2;
            cluster Motor = 0xFFF3FC01 { attribute int8u a = 0; }
            cluster OnOff = 6 { revision 6; attribute int8u glow = 0xFFF10001; }
            cluster Own = 0xFFF2FC01 { attribute int8u b = 0xFFF10001; command Go(): DefaultSuccess = 0xFFF20001; }
            device type Plate = 0xFFF40001, version 1 { server cluster Own; }
            """
        let found = try warnings(text)
        expect(
            found.map { $0.split(separator: " ")[0] },
            equals: [
                "a.matter:2:17:", "a.matter:3:56:", "a.matter:4:48:", "a.matter:5:21:",
            ], "\(found)")
        expect(found[0].contains("(write 0xFFF2FC01, or name the vendor: 'vendor NAME = 0xFFF3;')"))
        expect(found[2].contains("without a vendor's id: 1"))
        let named: [UInt16: String] = [0xFFF1: "A", 0xFFF3: "B", 0xFFF4: "C"]
        try expect(warnings(text, vendors: named).count, equals: 1, "in a vendor's own cluster it stays wrong")
        try expect(warnings("cluster Motor = 0xFFF3FC01 { attribute int8u a = 0; }"), equals: [], "the file names none")
    }

    @Test func aDeviceTypeWithoutATraitThatItDemands() throws {
        let found = try warnings(
            """
            cluster OnOff = 6 { revision 6; readonly attribute boolean onOff = 0; }
            cluster Own = 0xFFF1FC01 { attribute int8u a = 0; }
            device type Plate = 0xFFF10001, version 1 { server cluster Own; optional server cluster Groups; }
            endpoint 0 { device type ma_rootdevice = 22, version 3; }
            endpoint 1 {
              device type ma_onofflight = 256, version 3;
              device type Plate = 0xFFF10001, version 1;
              server cluster OnOff { ram attribute onOff; }
            }
            """)
        expect(found.count, equals: 2, "\(found)")
        expect(
            found.first?.hasPrefix("a.matter:6:15: warning: endpoint 1 is a OnOffLight without Identify, "),
            equals: true,
            "\(found)")
        expect(
            found.last,
            equals: "a.matter:7:15: warning: endpoint 1 is a Plate without Own, which the type demands (add "
                + "'server cluster Own { … }' to the endpoint, or give it another type)")
    }
}
