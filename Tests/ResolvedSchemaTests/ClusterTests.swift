internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// The model of a cluster.
struct ClusterTests {
    @Test func theGlobalAttributesAreAlwaysThere() throws {
        let none = try cluster("")
        expect(none.attributes.map(\.id), equals: [0xFFF8, 0xFFF9, 0xFFFB, 0xFFFC, 0xFFFD])
        expect(none.attributes.allSatisfy { $0.isGlobal && !$0.isWritable && $0.isReadable })
        try expect(
            none.field("featureMap").type, equals: .scalar(ScalarType(name: "bitmap32", kind: .bitmap(bits: 32))))
        try expect(none.field("attributeList").isList)
        let some = try cluster(
            """
            readonly attribute event_id eventList[] = 65530;
            readonly attribute bitmap32 featureMap = 65532;
            """)
        expect(some.attributes.map(\.id), equals: [0xFFF8, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFC, 0xFFFD])
    }

    @Test func featuresAreBitsWithoutK() throws {
        let model = resolve(
            """
            cluster C = 1 {
              bitmap Feature : bitmap32 {
                kOffOnly = 0x4;
                /** Lamp. */ provisional kLighting = 0x1 [spec_name = "Light-ing"];
                k2Way = 0x2;
              }
            }
            """
        ).model
        let features = try require(model.cluster(named: "C")).features
        expect((features.map(\.name), features.map(\.mask)), are: (["Lighting", "k2Way", "OffOnly"], [1, 2, 4]))
        expect(features[0].specificationName, equals: "Light-ing")
        expect((features[0].maturity, features[0].description), are: (.provisional, "Lamp."))
        try expect(require(model.cluster(named: "C")).types.bitmaps.isEmpty)
    }

    /// A cluster's own type hides a global one; types of another cluster are not visible.
    @Test func typesAreFoundInTheClusterThenGlobally() throws {
        let (model, findings) = resolve(
            """
            enum E : enum8 { kGlobal = 0; }
            struct S { E e = 0; }
            cluster A = 1 { enum E : enum16 { kOwn = 0; } attribute E e = 0; attribute S s = 1; }
            cluster B = 2 { attribute E e = 0; attribute e other = 1; }
            """)
        expect(findings, equals: [])
        let (a, b) = (try require(model.cluster(named: "A")), try require(model.cluster(named: "B")))
        try expect(a.field("e").type, equals: .enumeration(TypeReference(name: "E", scope: .cluster)))
        try expect(a.field("s").type, equals: .structure(TypeReference(name: "S", scope: .global)))
        try expect(b.field("e").type, equals: .enumeration(TypeReference(name: "E", scope: .global)))
        try expect(b.field("other").type, equals: b.field("e").type)
        guard case .enumeration(let reference) = try a.field("e").type else { return expect(Bool(false)) }
        expect(model.enumeration(reference, in: a)?.base.kind, equals: .enumeration(bits: 16))
        expect(
            resolve("cluster A = 1 { enum E : enum8 { } } cluster B = 2 { attribute E e = 0; }").findings,
            equals: [
                "a.matter:1:64: error: unknown type 'E'"
            ])
    }

    @Test func baseTypesHaveWidthsAndUnits() throws {
        let cluster = try cluster(
            """
            attribute INT16U a = 0;
            attribute int24s b = 1;
            attribute temperature c = 2;
            attribute percent100ths d = 3;
            attribute elapsed_s e = 4;
            attribute char_string<32> f = 5;
            attribute long_octet_string<900> g[] = 6 [maxLength = 3];
            attribute int16u h = 7 [unit = "0.1 s"];
            attribute node_id i = 8;
            attribute single j = 9;
            """)
        func scalar(_ name: String) throws -> ScalarType {
            guard case .scalar(let type) = try cluster.field(name).type else { throw Missing() }
            return type
        }
        try expect(scalar("a"), equals: ScalarType(name: "int16u", kind: .unsigned(bits: 16)))
        try expect((scalar("b").range, scalar("c").kind), are: (-8_388_608...8_388_607, .signed(bits: 16)))
        try expect((cluster.field("c").unit, cluster.field("d").unit), are: ("0.01 °C", "0.01 %"))
        try expect((cluster.field("e").unit, cluster.field("f").constraints.maximumLength), are: ("s", 32))
        try expect(scalar("f").maximumLength, equals: 254)
        try expect(cluster.field("g").constraints.maximumEntryLength, equals: 900)
        try expect((cluster.field("g").constraints.maximumLength, cluster.field("h").unit), are: (3, "0.1 s"))
        try expect(scalar("i").range, equals: 0...18_446_744_073_709_551_615)
        try expectNil(scalar("j").range)
    }

    @Test func messagesOfCommandsAreNoTypes() throws {
        let cluster = try cluster(
            """
            request struct DoRequest { int8u a = 0; }
            response struct Done = 3 { int8u x = 0; }
            command Do(DoRequest): Done = 3;
            command Plain(): DefaultSuccess = 9;
            """)
        expect(
            (cluster.commands.map(\.requestName), cluster.commands.map(\.responseName), cluster.responses.map(\.id)),
            are: (["DoRequest", nil], ["Done", nil], [3]))
        expect(cluster.types.structures.isEmpty)
    }

    @Test func multiBitMasksAreKnown() throws {
        let bitmaps = try cluster(
            """
            bitmap M : bitmap8 { kHigh = 0xC; kLow = 0x3; }
            bitmap N : bitmap8 { kA = 1; }
            """
        ).types.bitmaps
        expect((bitmaps.map(\.hasMultiBitField), bitmaps[0].fields.map(\.value)), are: ([true, false], [3, 12]))
    }

    @Test func vendors() {
        let (model, findings) = resolve(
            "vendor Acme = 0xFFF2; cluster A = 0xFFF2FC00 { } cluster B = 0xFFF1FC00 { }",
            "cluster D = 3 { attribute int8u extra = 0xFFF10000; }")
        expect((findings, model.vendors.map(\.name)), are: ([], ["Matter", "Vendor_FFF1", "Acme"]))
        expect(model.cluster(named: "A")?.vendor, equals: VendorModel(id: 0xFFF2, name: "Acme"))
        expect(model.cluster(named: "D")?.vendor, equals: .matter)
    }

    /// Old tools wrote a cluster for each side.
    @Test func aClusterCanBeGivenTwice() {
        let body = "{ attribute int8u a = 0; }"
        expect(resolve("client cluster C = 1 \(body) server cluster C = 1 \(body)").findings, equals: [])
        expect(
            resolve("client cluster C = 1 \(body) server cluster C = 1 { }").findings,
            equals: [
                "a.matter:1:64: error: cluster C is defined a second time (the first is in line 1)"
            ])
        expect(
            resolve("cluster C = 1 \(body)", "cluster C = 1 { }").findings,
            equals: [
                "b.matter:1:9: warning: cluster C differs from the one at a.matter:1:9 (this one is ignored)"
            ])
        expect(resolve("cluster C = 1 \(body)", "cluster C = 1 \(body)").model.clusters.count, equals: 1)
    }

    @Test func structsMayHoldThemselvesInLists() throws {
        let types = try cluster(
            """
            struct Tree { Tree children[] = 0; Leaf leaf = 1; }
            struct Leaf { int8u x = 0; }
            struct A { B b[] = 0; }
            struct B { optional A a = 0; }
            """
        ).types.structures
        expect(types.map(\.name), equals: ["A", "B", "Leaf", "Tree"])
        expect(types.map(\.isRecursive), equals: [true, true, false, true])
    }
}

struct Missing: Error {}
