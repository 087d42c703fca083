internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// The model of a cluster.
struct ClusterTests {
    @Test func accessAndQualities() throws {
        let cluster = try cluster(
            """
            attribute int8u a = 3;
            readonly nosubscribe attribute access(read: administer) optional nullable int16u b[] = 2;
            writeonly timedwrite attribute access(write: manage) boolean c = 1;
            """)
        expect(cluster.attributes.filter { !$0.isGlobal }.map(\.name), equals: ["c", "b", "a"])
        let a = try require(cluster.attribute(named: "a"))
        expect(a.isReadable)
        expect(a.isWritable)
        expect(a.isReported)
        expect(!a.requiresTimedWrite)
        expect(a.readPrivilege, equals: .view)
        expect(a.writePrivilege, equals: .operate)
        let b = try require(cluster.attribute(named: "b"))
        expect(!b.isWritable)
        expect(!b.isReported)
        expect(b.readPrivilege, equals: .administer)
        expect(b.field.isOptional)
        expect(b.field.isNullable)
        expect(b.field.isList)
        let c = try require(cluster.attribute(named: "c"))
        expect(!c.isReadable)
        expect(c.isWritable)
        expect(c.requiresTimedWrite)
        expect(c.writePrivilege, equals: .manage)
    }

    @Test func quieterReportingIsReadAlsoFromRefinements() throws {
        let cluster = try cluster(
            """
            attribute int8u a = 0 [max = 9, quieterReporting];
            readonly attribute int8u b = 1;
            attribute int8u c = 2;
            }
            refine cluster C { attribute b [quieterReporting];
            """)
        expect(cluster.attributes.prefix(3).map(\.isQuieterReported), equals: [true, true, false])
        try expect(cluster.field("a").constraints.maximum, equals: .literal(9))
    }

    @Test(arguments: [
        ("attribute int8u a = 0 [quieterReporting = 5];", "2:43: error: 'quieterReporting' takes no value (remove it)"),
        (
            "struct S { int8u a = 0 [quieterReporting]; }",
            "2:25: error: 'quieterReporting' is for attributes, and 'a' is not one"
        ),
        (
            "attribute int8u a = 0 [quieterReporting, quieterReporting];",
            "2:42: error: 'quieterReporting' is given twice (the first is in line 2)"
        ),
        (
            "info event E = 0 [quieterReporting] { }",
            "2:19: error: 'quieterReporting' has no meaning here (known here: required, allowed)"
        ),
    ])
    func misplacedQuieterReportingIsReported(_ item: String, _ message: String) {
        expect(findings(item), equals: ["a.matter:" + message])
    }

    @Test func repeatableIsAMarkOfCommandsAlsoByRefinement() throws {
        let cluster = try cluster(
            """
            command On(): DefaultSuccess = 0 [required = Plus, repeatable];
            command Toggle(): DefaultSuccess = 1;
            command Off(): DefaultSuccess = 2;
            command Rest(): DefaultSuccess = 3 [repeatable];
            }
            refine cluster C { command Off [repeatable]; command Rest [repeatable];
            """)
        expect(cluster.commands.map(\.isRepeatable), equals: [true, false, true, true])
        expect(cluster.commands[0].conformance.required, equals: .feature(name: "Plus", mask: 1))
    }

    @Test(arguments: [
        (
            "command On(): DefaultSuccess = 0 [repeatable = true];",
            "2:48: error: 'repeatable' takes no value (remove it)"
        ),
        (
            "command On(): DefaultSuccess = 0 [repeatable, repeatable];",
            "2:47: error: 'repeatable' is given twice (the first is in line 2)"
        ),
        (
            "command On(): DefaultSuccess = 0 [repeatble];",
            "2:35: error: unknown annotation 'repeatble' (did you mean 'repeatable'?)"
        ),
        (
            "command On(): DefaultSuccess = 0 [quieterReporting];",
            "2:35: error: 'quieterReporting' has no meaning here (known here: required, allowed, repeatable)"
        ),
        (
            "attribute int8u a = 0 [repeatable];",
            "2:24: error: 'repeatable' is for commands, and 'a' is not one (write it after a command's number; "
                + "attributes may be written again anyway)"
        ),
        (
            "info event E = 0 [repeatable] { }",
            "2:19: error: 'repeatable' has no meaning here (known here: required, allowed)"
        ),
    ])
    func misplacedRepeatableIsReported(_ item: String, _ message: String) {
        expect(findings(item), equals: ["a.matter:" + message])
    }

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
        expect(features.map(\.name), equals: ["Lighting", "k2Way", "OffOnly"])
        expect(features.map(\.mask), equals: [1, 2, 4])
        expect(features[0].specificationName, equals: "Light-ing")
        expect(features[0].maturity == .provisional && features[0].description == "Lamp.")
        try expect(require(model.cluster(named: "C")).types.bitmaps.isEmpty)
    }

    @Test func commandsAndResponses() throws {
        let cluster = try cluster(
            """
            request struct DoRequest { optional int8u b = 1; nullable int8u a = 0; }
            response struct Done = 3 { int8u x = 0; }
            timed fabric command access(invoke: manage) Do(DoRequest): Done = 3;
            optional command Again(DoRequest): Done = 2;
            command Plain(): DefaultSuccess = 9;
            """)
        expect(cluster.commands.map(\.name), equals: ["Again", "Do", "Plain"])
        let command = cluster.commands[1]
        expect(command.isTimed)
        expect(command.isFabricScoped)
        expect(!command.isOptional)
        expect(command.invokePrivilege, equals: .manage)
        expect(command.requestName, equals: "DoRequest")
        expect(command.responseName, equals: "Done")
        expect(command.fields.map(\.name), equals: ["a", "b"])
        expect(cluster.commands[0].fields == command.fields && cluster.commands[0].isOptional)
        expect(cluster.commands[2].requestName == nil && cluster.commands[2].responseName == nil)
        expect(cluster.responses.map(\.id), equals: [3])
        expect(cluster.response(named: "Done")?.fields.map(\.name), equals: ["x"])
        expect(cluster.types.structures.isEmpty)
    }

    @Test func events() throws {
        let cluster = try cluster(
            """
            fabric_sensitive critical optional event access(read: administer) B = 1 [allowed = Plus] { int8u x = 0; }
            debug event A = 0 { }
            """)
        expect(cluster.events.map(\.name), equals: ["A", "B"])
        let event = cluster.events[1]
        expect(event.priority, equals: .critical)
        expect(event.isFabricSensitive)
        expect(event.isOptional)
        expect(event.readPrivilege, equals: .administer)
        expect(event.conformance.allowed, equals: .feature(name: "Plus", mask: 1))
        expect(cluster.events[0].readPrivilege, equals: .view)
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
        try expect(scalar("b").range, equals: -8_388_608...8_388_607)
        try expect(scalar("c").kind, equals: .signed(bits: 16))
        try expect(cluster.field("c").unit, equals: "0.01 °C")
        try expect(cluster.field("d").unit, equals: "0.01 %")
        try expect(cluster.field("e").unit, equals: "s")
        try expect(cluster.field("f").constraints.maximumLength, equals: 32)
        try expect(scalar("f").maximumLength, equals: 254)
        try expect(cluster.field("g").constraints.maximumEntryLength, equals: 900)
        try expect(cluster.field("g").constraints.maximumLength, equals: 3)
        try expect(cluster.field("h").unit, equals: "0.1 s")
        try expect(scalar("i").range, equals: 0...18_446_744_073_709_551_615)
        try expectNil(scalar("j").range)
    }

    @Test func multiBitMasksAreKnown() throws {
        let bitmaps = try cluster(
            """
            bitmap M : bitmap8 { kHigh = 0xC; kLow = 0x3; }
            bitmap N : bitmap8 { kA = 1; }
            """
        ).types.bitmaps
        expect(bitmaps.map(\.hasMultiBitField), equals: [true, false])
        expect(bitmaps[0].fields.map(\.value), equals: [3, 12])
    }

    @Test func fabricScopedStructsCarryTheirFabric() throws {
        let types = try cluster(
            """
            fabric_scoped struct A { int8u x = 0; }
            fabric_scoped struct B { fabric_idx fabricIndex = 254; }
            """
        ).types.structures
        expect(types.map { $0.fields.map(\.id) }, equals: [[0, 254], [254]])
        expect(types[0].fields[1].name, equals: "fabricIndex")
    }

    @Test func vendors() {
        let (model, findings) = resolve(
            "vendor Acme = 0xFFF2; cluster A = 0xFFF2FC00 { } cluster B = 0xFFF1FC00 { }",
            "cluster D = 3 { attribute int8u extra = 0xFFF10000; }")
        expect(findings, equals: [])
        expect(model.vendors.map(\.name), equals: ["Matter", "Vendor_FFF1", "Acme"])
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
