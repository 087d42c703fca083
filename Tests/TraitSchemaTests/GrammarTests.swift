internal import HearthBase
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import TraitSchema

/// Every form of Matter's language.
struct GrammarTests {
    @Test func enumsAndBitmaps() {
        let file = parsed(
            """
            shared enum E : ENUM8 { kA = 0; provisional kB = 0x1 [spec_name = "B-b"]; }
            deprecated bitmap B : bitmap32 { /** Low. */ kLow = 0x3; kNext = 4; }
            """)
        guard case .constants(let first) = file.items[0], case .constants(let second) = file.items[1] else {
            return expect(Bool(false))
        }
        expect(first.kind, equals: .enumeration)
        expect(first.isShared)
        expect(first.base.text, equals: "ENUM8")
        expect(first.constants.map(\.maturity), equals: [.stable, .provisional])
        expect(first.constants[1].annotations.first?.value, equals: .string("B-b"))
        expect(second.kind, equals: .bitmap)
        expect(second.maturity, equals: .deprecated)
        expect(second.constants.map(\.value.value), equals: [3, 4])
        expect(second.constants[0].description, equals: "Low.")
        expect(first.location, equals: HearthBase.SourceLocation(file: "a.matter", line: 1, column: 1))
        expect(
            second.constants[1].name.location, equals: HearthBase.SourceLocation(file: "a.matter", line: 2, column: 58))
    }

    @Test func structs() throws {
        let items = try cluster(
            """
            shared fabric_scoped struct S {
              optional nullable fabric_sensitive char_string<32> names[] = 3;
              internal int8u plain = 0x4;
              fabric_idx fabricIndex = 254;
            }
            request struct R { }
            response struct A = 12 { S s = 0; }
            """
        ).items
        guard case .structure(let plain) = items[0], case .structure(let request) = items[1],
            case .structure(let response) = items[2]
        else { throw Missing() }
        expect(plain.role, equals: .plain)
        expect(plain.isShared)
        expect(plain.isFabricScoped)
        let names = plain.fields[0]
        expect(names.isOptional)
        expect(names.isNullable)
        expect(names.isFabricSensitive)
        expect(names.isList)
        expect(names.length?.value, equals: 32)
        expect(names.id.value, equals: 3)
        expect(plain.fields[1].maturity, equals: .internal)
        expect(request.role, equals: .request)
        guard case .response(let id) = response.role else { throw Missing() }
        expect(id.value, equals: 12)
    }

    @Test func attributes() throws {
        let items = try cluster(
            """
            attribute int8u a = 0;
            readonly nosubscribe attribute access(read: administer) optional nullable int16u b[] = 1;
            writeonly timedwrite attribute ACCESS(Write: Manage, read: view) E c = 2;
            stable READONLY attribute long_char_string<300> d = 4293984256;
            """
        ).items
        let attributes = items.compactMap { item -> AttributeSyntax? in
            if case .attribute(let attribute) = item { attribute } else { nil }
        }
        expect(attributes.count, equals: 4)
        expect(!attributes[0].isReadOnly && !attributes[0].isWriteOnly)
        expect(attributes[1].isReadOnly && attributes[1].isUnreported)
        expect(attributes[1].readPrivilege, equals: .administer)
        expect(attributes[1].field.isOptional && attributes[1].field.isNullable && attributes[1].field.isList)
        expect(attributes[2].isWriteOnly && attributes[2].isTimedWrite)
        expect(attributes[2].writePrivilege == .manage && attributes[2].readPrivilege == .view)
        expect(attributes[3].isReadOnly)
        expect(attributes[3].field.length?.value, equals: 300)
        expect(attributes[3].field.id.value, equals: 0xFFF1_0000)
    }

    @Test func commands() throws {
        let items = try cluster(
            """
            command Off(): DefaultSuccess = 0 [repeatable];
            fabric timed optional command access(invoke: administer) Do(DoRequest): DoResponse = 0xFE;
            """
        ).items
        guard case .command(let off) = items[0], case .command(let full) = items[1] else { throw Missing() }
        expectNil(off.request)
        expect(off.output.text, equals: "DefaultSuccess")
        expectNil(off.invokePrivilege)
        expect(off.annotations.map(\.key.text) == ["repeatable"] && off.annotations[0].value == nil)
        expect(full.isFabricScoped)
        expect(full.isTimed)
        expect(full.isOptional)
        expect(full.invokePrivilege, equals: .administer)
        expect(full.request?.text, equals: "DoRequest")
        expect(full.output.text, equals: "DoResponse")
        expect(full.id.value, equals: 254)
    }

    @Test func events() throws {
        let items = try cluster(
            """
            critical event A = 0 { }
            provisional fabric_sensitive info optional event access(read: manage) B = 1 { int8u x = 0; }
            DEBUG event C = 2 { }
            """
        ).items
        let events = items.compactMap { item -> EventSyntax? in
            if case .event(let event) = item { event } else { nil }
        }
        expect(events.map(\.priority), equals: [.critical, .info, .debug])
        expect(events[1].isFabricSensitive && events[1].isOptional)
        expect(events[1].maturity, equals: .provisional)
        expect(events[1].readPrivilege, equals: .manage)
        expect(events[1].fields.count, equals: 1)
    }

    /// Qualities of commands, and those of events before or after the priority, may be in any order; the brackets of
    /// `access` may be empty.
    @Test func qualitiesInAnyOrder() throws {
        let commands = ["fabric", "timed", "optional"]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let words = order.map { commands[$0] }.joined(separator: " ")
            let items = try cluster("\(words) command access() Do(): DefaultSuccess = 0;").items
            guard case .command(let command) = items.first else { throw Missing() }
            expect(command.isFabricScoped, "\(words)")
            expect(command.isTimed, "\(words)")
            expect(command.isOptional, "\(words)")
            expectNil(command.invokePrivilege)
        }
        for words in [
            "optional fabric_sensitive info", "fabric_sensitive optional info", "optional info fabric_sensitive",
            "fabric_sensitive info optional", "info optional fabric_sensitive", "info fabric_sensitive optional",
        ] {
            let items = try cluster("provisional \(words) event access() Ran = 0 { }").items
            guard case .event(let event) = items.first else { throw Missing() }
            expect(event.isOptional, "\(words)")
            expect(event.isFabricSensitive, "\(words)")
            expect(event.priority, equals: .info, "\(words)")
            expectNil(event.readPrivilege)
            expect(event.maturity, equals: .provisional)
        }
        let items = try cluster("attribute access() optional int8u a = 0;").items
        guard case .attribute(let attribute) = items.first else { throw Missing() }
        expectNil(attribute.readPrivilege)
        expect(attribute.field.isOptional)
    }

    @Test func clusters() {
        let file = parsed(
            """
            /** Old. */
            provisional client cluster A = 6 { revision 3; }
            server cluster B = 0xFFF1FC20 { }
            CLUSTER C = 7 { }
            """)
        let clusters = file.items.compactMap { item -> ClusterSyntax? in
            if case .cluster(let cluster) = item { cluster } else { nil }
        }
        expect(clusters.map(\.side), equals: [.client, .server, nil])
        expect(clusters.map(\.revision?.value), equals: [3, nil, nil])
        expect(clusters[0].maturity, equals: .provisional)
        expect(clusters[0].description, equals: "Old.")
        expect(clusters[1].id.value, equals: 0xFFF1_FC20)
    }

    @Test func endpoints() {
        let file = parsed(
            """
            endpoint 1 {
              device type ma_onofflight = 256, version 4;
              binding cluster OnOff;
              server cluster Groups {
                emits event E;
                ram      attribute a default = -5;
                persist  attribute b default = "x";
                callback attribute c;
                RAM attribute d default = TRUE;
                handle command X;
              }
            }
            """)
        guard case .endpoint(let endpoint) = file.items.first else { return expect(Bool(false)) }
        expect(endpoint.number.value, equals: 1)
        expect(endpoint.deviceTypes.map(\.id.value), equals: [256])
        expect(endpoint.deviceTypes.map(\.version.value), equals: [4])
        expect(endpoint.bindings.map(\.text), equals: ["OnOff"])
        let cluster = endpoint.clusters[0]
        expect(cluster.events.map(\.text), equals: ["E"])
        expect(cluster.commands.map(\.text), equals: ["X"])
        expect(cluster.attributes.map(\.storage), equals: [.ram, .persist, .callback, .ram])
        expect(
            cluster.attributes.map(\.defaultValue?.value), equals: [.integer(-5), .string("x"), nil, .boolean(true)])
    }

    /// No word is reserved: its meaning depends on its place.
    @Test func keywordsAreNames() throws {
        let items = try cluster(
            """
            enum optional : enum8 { stable = 0; provisional provisional = 1; attribute = 2; }
            struct struct { optional optional = 0; nullable nullable nullable = 1; internal internal x[] = 2; }
            struct revision { provisional stable stable = 0; status status = 1; command event = 2; }
            attribute optional optional = 0;
            attribute optional nullable nullable nullable = 1;
            attribute access access = 2;
            command command(request): response = 0;
            info event event = 0 { event event = 0; }
            request struct request { timed fabric = 0; }
            """
        ).items
        expect(items.count, equals: 9)
        guard case .structure(let structure) = items[1], case .attribute(let first) = items[3],
            case .attribute(let second) = items[4], case .attribute(let third) = items[5]
        else { throw Missing() }
        expect(structure.fields.map(\.type.text), equals: ["optional", "nullable", "internal"])
        expect(structure.fields.map(\.isNullable), equals: [false, true, false])
        expect(structure.fields.map(\.maturity), equals: [.stable, .stable, .internal])
        expect(!first.field.isOptional)
        expect(second.field.isOptional)
        expect(second.field.isNullable)
        expect(third.field.type.text, equals: "access")
        expectNil(third.readPrivilege)
    }

    @Test(arguments: [
        (
            "cluster C = 1 { info EVENT E = 0 { } }",
            "a.matter:1:22: error: 'EVENT' must be in lower case (write 'event')"
        ),
        ("SERVER cluster C = 1 { }", "a.matter:1:1: error: 'SERVER' must be in lower case (write 'server')"),
        (
            "cluster C = 1 { Fabric_Sensitive info event E = 0 { } }",
            "a.matter:1:17: error: 'Fabric_Sensitive' must be in lower case (write 'fabric_sensitive')"
        ),
        (
            "cluster C = 1 { info event Access(read: view) E = 0 { } }",
            "a.matter:1:28: error: 'Access' must be in lower case (write 'access')"
        ),
        (
            "endpoint 1 { Device type x = 1, version 1; }",
            "a.matter:1:14: error: 'Device' must be in lower case (write 'device')"
        ),
        (
            "endpoint 1 { device Type x = 1, version 1; }",
            "a.matter:1:21: error: 'Type' must be in lower case (write 'type')"
        ),
        (
            "endpoint 1 { device type x = 1, Version 1; }",
            "a.matter:1:33: error: 'Version' must be in lower case (write 'version')"
        ),
    ])
    func someWordsAreLowerCaseOnly(_ text: String, _ expected: String) {
        expect(findings(text), equals: [expected])
    }
}
