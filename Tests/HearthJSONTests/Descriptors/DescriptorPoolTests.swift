internal import HearthJSON
internal import Expectations
internal import Testing

/// The files that a pool accepts, also ones that no compiler has written.
@Suite struct DescriptorPoolTests {
    private func file(_ path: String = "a.proto", _ body: (inout Wire) -> Void) -> [UInt8] {
        Wire.make { wire in
            wire.text(1, path)
            wire.text(2, "p")
            wire.text(12, "proto3")
            body(&wire)
        }
    }

    private func field(
        _ wire: inout Wire, _ name: String, _ number: UInt64, type: UInt64 = 5, label: UInt64 = 1,
        of typeName: String? = nil
    ) {
        wire.message(2) { wire in
            wire.text(1, name)
            wire.varint(3, number)
            wire.varint(4, label)
            wire.varint(5, type)
            if let typeName { wire.text(6, typeName) }
        }
    }

    private func message(_ wire: inout Wire, _ name: String, _ body: (inout Wire) -> Void) {
        wire.message(4) { wire in
            wire.text(1, name)
            body(&wire)
        }
    }

    private func code(_ file: [UInt8], in pool: DescriptorPool = DescriptorPool()) -> DescriptorError.Code? {
        var pool = pool
        do throws(DescriptorError) {
            try pool.add(file)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func filesComeInAnyOrder() throws {
        let files = try Schema.files(
            """
            syntax = "proto3";
            package p;
            import "google/protobuf/empty.proto";
            message Outer { Inner inner = 1; google.protobuf.Empty empty = 2; message Inner { Outer outer = 1; } }
            """)
        for files in [files, files.reversed()] {
            var pool = DescriptorPool()
            for file in files { try pool.add(file) }
            let text = Array(#"{"inner":{"outer":{"empty":{}}}}"#.utf8)
            let transcoder = JSONTranscoder(pool)
            let bytes = try transcoder.message(from: text[...], of: "p.Outer")
            try expect(transcoder.json(from: bytes[...], of: "p.Outer"), equals: text)
            expect(pool.hasMessage("p.Outer.Inner"))
            expect(!pool.hasMessage("p.Inner"))
        }
    }

    @Test func methodsAreKnownByTheirPath() throws {
        let pool = try Schema.pool(
            """
            syntax = "proto3";
            package p;
            message Ask {}
            message Answer {}
            service Service {
              rpc Get(Ask) returns (Answer) { option idempotency_level = NO_SIDE_EFFECTS; }
              rpc Watch(Ask) returns (stream Answer);
              rpc Talk(stream Ask) returns (stream Answer);
            }
            """)
        let get = try require(pool.method("p.Service/Get"))
        expect((get.input, get.output) == ("p.Ask", "p.Answer"))
        expect(get.hasNoSideEffects)
        expect(!get.streamsRequests)
        expect(!get.streamsResponses)
        let watch = try require(pool.method("p.Service/Watch"))
        expect(!watch.hasNoSideEffects)
        expect(!watch.streamsRequests)
        expect(watch.streamsResponses)
        expect(pool.method("p.Service/Talk")?.streamsRequests, equals: true)
        expectNil(pool.method("p.Service/Other"))
    }

    @Test func aFileTakesTheOthersPlace() throws {
        var pool = DescriptorPool()
        try pool.add(file { message(&$0, "A") { field(&$0, "old", 1) } })
        try pool.add(file("b.proto") { message(&$0, "B") { field(&$0, "a", 1, type: 11, of: ".p.A") } })
        let before = pool
        try pool.add(file { message(&$0, "A") { field(&$0, "new", 1) } })
        func text(_ pool: DescriptorPool) throws -> String {
            String(decoding: try JSONTranscoder(pool).json(from: [0x0A, 2, 8, 5], of: "p.B"), as: UTF8.self)
        }
        try expect(text(before), equals: #"{"a":{"old":5}}"#)
        try expect(text(pool), equals: #"{"a":{"new":5}}"#)
        pool.remove(path: "a.proto")
        expect(pool.paths, equals: ["b.proto"])
        expect(throws: JSONError.self) { try text(pool) }
        try expect(JSONTranscoder(pool).json(from: [], of: "p.B"), equals: Array("{}".utf8))
    }

    /// A refused file leaves the pool unchanged, also one that was to replace another.
    @Test func refusedFileChangesNothing() throws {
        var pool = DescriptorPool()
        try pool.add(file { message(&$0, "A") { field(&$0, "old", 1) } })
        try pool.add(file("b.proto") { message(&$0, "B") { _ in } })
        expect(code(file("c.proto") { message(&$0, "A") { _ in } }, in: pool), equals: .conflict)
        expect(throws: DescriptorError.self) { try pool.add(file { message(&$0, "B") { _ in } }) }
        expect(pool.hasMessage("p.A"))
        expect(pool.hasMessage("p.B"))
        expect(pool.paths, equals: ["a.proto", "b.proto"])
    }

    @Test func theWellKnownCannotBeOthers() throws {
        var pool = DescriptorPool()
        try pool.add(
            Wire.make { wire in
                wire.text(1, "evil.proto")
                wire.text(2, "google.protobuf")
                wire.text(12, "proto3")
                message(&wire, "Timestamp") { field(&$0, "seconds", 1, type: 9) }
                message(&wire, "Value") { field(&$0, "x", 1, type: 11, of: ".google.protobuf.Value") }
            })
        let transcoder = JSONTranscoder(pool)
        try expect(
            transcoder.json(from: [8, 1], of: "google.protobuf.Timestamp"),
            equals: Array("\"1970-01-01T00:00:01Z\"".utf8))
    }

    @Test func impossibleFilesAreRefused() {
        expect(code([]), equals: .invalid)
        expect(code([0x0A]), equals: .malformed)
        expect(code([0x0B, 0x0C]), equals: .malformed)
        expect(code(file { message(&$0, "") { _ in } }), equals: .invalid)
        expect(code(file { $0.content(4, [0x0A, 1, 0xFF]) }), equals: .invalid)
        expect(
            code(
                file {
                    message(&$0, "A") {
                        field(&$0, "a", 1); field(&$0, "b", 1)
                    }
                }), equals: .invalid)
        expect(
            code(
                file {
                    message(&$0, "A") {
                        field(&$0, "a", 1); field(&$0, "a", 2)
                    }
                }), equals: .invalid)
        expect(code(file { message(&$0, "A") { field(&$0, "a", 0) } }), equals: .invalid)
        expect(code(file { message(&$0, "A") { field(&$0, "a", 1 << 29) } }), equals: .invalid)
        expect(code(file { message(&$0, "A") { field(&$0, "a", 1, type: 19) } }), equals: .invalid)
        expect(code(file { message(&$0, "A") { field(&$0, "a", 1, type: 0) } }), equals: .invalid)
        expect(
            code(
                file {
                    message(&$0, "A") {
                        $0.message(2) {
                            $0.text(1, "a"); $0.varint(3, 1); $0.varint(5, 5); $0.varint(9, 3)
                        }
                    }
                }), equals: .invalid)
        expect(
            code(
                file {
                    message(&$0, "A") { _ in }; message(&$0, "A") { _ in }
                }), equals: .conflict)
        expect(
            code(
                file {
                    message(&$0, "A") { _ in }; $0.message(5) { $0.text(1, "A") }
                }), equals: .conflict)
        // Map entries without a key, with a list as value, with a message as key.
        for body: (inout Wire) -> Void in [
            { field(&$0, "value", 2) },
            {
                field(&$0, "key", 1); field(&$0, "value", 2, label: 3)
            },
            {
                field(&$0, "key", 1, type: 11); field(&$0, "value", 2)
            },
            {
                field(&$0, "key", 1); field(&$0, "value", 2); field(&$0, "more", 3)
            },
        ] {
            expect(
                code(
                    file {
                        message(&$0, "A") {
                            body(&$0); $0.message(7) { $0.varint(7, 1) }
                        }
                    }), equals: .invalid)
        }
    }

    @Test func sizesEnd() {
        var limits = DescriptorLimits()
        limits.bytes = 100
        expect(
            code(file { $0.content(9, [UInt8](repeating: 0, count: 100)) }, in: DescriptorPool(limits: limits)),
            equals: .tooLarge)
        limits = DescriptorLimits()
        limits.declarations = 10
        let many = file {
            message(&$0, "A") { wire in for number in 1...10 { field(&wire, "f\(number)", UInt64(number)) } }
        }
        expect(code(many, in: DescriptorPool(limits: limits)), equals: .tooLarge)
        func nested(_ depth: Int) -> [UInt8] {
            file { wire in
                let inner = (1..<depth).reduce(Wire.make { $0.text(1, "A") }) { content, _ in
                    Wire.make {
                        $0.text(1, "A"); $0.content(3, content)
                    }
                }
                wire.content(4, inner)
            }
        }
        expectNil(code(nested(32)))
        expect(code(nested(33)), equals: .tooLarge)
        expect(code(nested(20_000)), equals: .tooLarge)
        expect(code(file { message(&$0, String(repeating: "A", count: 600)) { _ in } }), equals: .invalid)
    }

    /// A missing type, an enum in a message's place, and the reverse are found when first used.
    @Test func missingTypesAreFoundLate() throws {
        var pool = DescriptorPool()
        try pool.add(
            file { wire in
                message(&wire, "A") { wire in
                    field(&wire, "nowhere", 1, type: 11, of: ".p.Nowhere")
                    field(&wire, "swapped", 2, type: 11, of: ".p.E")
                    field(&wire, "enumeration", 3, type: 14, of: ".p.A")
                    field(&wire, "number", 4)
                }
                wire.message(5) { $0.text(1, "E") }
            })
        let transcoder = JSONTranscoder(pool)
        func text(_ bytes: [UInt8]) throws -> String {
            String(decoding: try transcoder.json(from: bytes[...], of: "p.A"), as: UTF8.self)
        }
        try expect(text([0x20, 1]), equals: #"{"number":1}"#)
        try expect(text([0x18, 1]), equals: #"{"enumeration":1}"#)
        for bytes: [UInt8] in [[0x0A, 0], [0x12, 0]] { expect(throws: JSONError.self) { try text(bytes) } }
        for json in [#"{"nowhere":{}}"#, #"{"swapped":{}}"#, #"{"enumeration":"A"}"#] {
            expect(throws: JSONError.self) { try transcoder.message(from: Array(json.utf8)[...], of: "p.A") }
        }
        try expect(transcoder.message(from: Array(#"{"enumeration":1}"#.utf8)[...], of: "p.A"), equals: [0x18, 1])
    }

    /// Two fields whose JSON names would be equal keep different ones.
    @Test func namesInJSONAreDistinct() throws {
        var pool = DescriptorPool()
        try pool.add(
            file {
                message(&$0, "A") {
                    field(&$0, "a_1", 1); field(&$0, "a1", 2); field(&$0, "b_c", 3); field(&$0, "b__c", 4)
                }
            })
        let transcoder = JSONTranscoder(pool)
        let all = Array(#"{"a_1":1,"a1":2,"bC":3,"b__c":4}"#.utf8)
        try expect(transcoder.json(from: [8, 1, 16, 2, 24, 3, 32, 4], of: "p.A"), equals: all)
        try expect(transcoder.message(from: all[...], of: "p.A"), equals: [8, 1, 16, 2, 24, 3, 32, 4])
    }

    @Test func proto2HasPresenceAndNoPacking() throws {
        var pool = DescriptorPool()
        try pool.add(
            Wire.make { wire in
                wire.text(1, "two.proto")
                wire.text(2, "p")
                message(&wire, "A") { wire in
                    field(&wire, "one", 1)
                    field(&wire, "list", 2, label: 3)
                    field(&wire, "group", 3, type: 10, of: ".p.A")
                }
            })
        let transcoder = JSONTranscoder(pool)
        try expect(transcoder.json(from: [8, 0], of: "p.A"), equals: Array(#"{"one":0}"#.utf8))
        try expect(
            transcoder.message(from: Array(#"{"list":[1,2],"group":{}}"#.utf8)[...], of: "p.A"), equals: [16, 1, 16, 2])
    }

    /// If a number has several names, the first is written, and all are read.
    @Test func enumsHaveAliases() throws {
        let transcoder = JSONTranscoder(
            try Schema.pool(
                """
                syntax = "proto3";
                package p;
                enum E { option allow_alias = true; ZERO = 0; OFF = 1; AUS = 1; Aus = 1; }
                message A { repeated E e = 1; }
                """))
        let bytes = try transcoder.message(from: Array(#"{"e":["OFF","AUS","Aus",1]}"#.utf8)[...], of: "p.A")
        expect(bytes, equals: [0x0A, 4, 1, 1, 1, 1])
        try expect(
            transcoder.json(from: bytes[...], of: "p.A"), equals: Array(#"{"e":["OFF","OFF","OFF","OFF"]}"#.utf8))
        expect(throws: JSONError.self) {
            try transcoder.message(from: Array(#"{"e":["aus"]}"#.utf8)[...], of: "p.A")
        }
    }
}
