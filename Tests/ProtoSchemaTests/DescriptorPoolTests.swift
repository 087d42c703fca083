internal import HearthBase
internal import ProtoSchema
internal import Expectations
internal import Testing

struct DescriptorPoolTests {
    private func pool(_ files: [String: String]) -> DescriptorPool {
        DescriptorPool(
            files.sorted { $0.key < $1.key }.map { ProtoSource(path: $0, text: "syntax = \"proto3\";\n" + $1) })
    }

    @Test func findsNamesFromTheInnermostScope() {
        let pool = pool([
            "a.proto": """
            package x.y;
            message T {}
            message Outer {
              message T {}
              message Inner { T near = 1; Outer.T same = 2; y.T far = 3; .x.y.T whole = 4; }
            }
            """
        ])
        expect(pool.diagnostics, equals: [])
        expect(
            pool.messages["x.y.Outer.Inner"]?.fields.map(\.type),
            equals: [
                .message("x.y.Outer.T"), .message("x.y.Outer.T"), .message("x.y.T"), .message("x.y.T"),
            ])
    }

    /// A package part of the same name must not hide a declaration in a package of that name further out.
    @Test func packagePartsDoNotHideNames() {
        let pool = pool([
            "a.proto": "package hearth.v1; message Target {}",
            "b.proto": "package hearth.traits.v1; import \"a.proto\"; message M { hearth.v1.Target target = 1; }",
        ])
        expect(pool.diagnostics, equals: [])
        expect(pool.messages["hearth.traits.v1.M"]?.fields.map(\.type), equals: [.message("hearth.v1.Target")])
    }

    @Test func seesOnlyWhatIsImported() {
        let files = [
            "a.proto": "package a; message A {}",
            "b.proto": "package b; import public \"a.proto\";",
            "c.proto": "package c; import \"b.proto\"; message C { a.A a = 1; }",
            "d.proto": "package d; import \"c.proto\"; message D { a.A a = 1; }",
        ]
        let diagnostics = pool(files).diagnostics
        expect(diagnostics.map { "\($0.location)" }, equals: ["d.proto:2:46"])
        expect(diagnostics.map(\.hint), equals: ["add import \"a.proto\";"])
    }

    @Test func reportsImportsThatAreMissingOrCircular() {
        expect(
            pool(["a.proto": "import \"b.proto\";"]).diagnostics.map(\.message),
            equals: [
                "imported file b.proto was not found"
            ])
        expect(
            pool(["a.proto": "import \"b.proto\";", "b.proto": "import \"a.proto\";"]).diagnostics.map(\.message),
            equals: ["files import each other in a circle: a.proto, b.proto"])
    }

    @Test func suggestsTheImportOfAWellKnownType() {
        let pool = pool(["a.proto": "message M { google.protobuf.Timestamp at = 1; }"])
        expect(pool.diagnostics.map(\.hint), equals: ["add import \"google/protobuf/timestamp.proto\";"])
    }

    @Test(arguments: WellKnown.messageFiles)
    func wellKnownFilesAreBuiltIn(path: String) {
        let pool = pool(["a.proto": "import \"\(path)\";"])
        expect(pool.diagnostics, equals: [])
        expect(pool.files.map(\.path).contains(path))
    }

    @Test func enumOptionsOfMethodsHaveNumbers() throws {
        let text = """
            package h;
            import "google/protobuf/descriptor.proto";
            extend google.protobuf.MethodOptions { Right right = 50601; }
            enum Right { RIGHT_NONE = 0; RIGHT_VIEW = 2; }
            message M {}
            service S {
              rpc A(M) returns (M) { option (h.right) = RIGHT_VIEW; }
              rpc B(M) returns (M);
            }
            """
        let pool = pool(["a.proto": text])
        expect(pool.diagnostics, equals: [])
        let methods = try require(pool.files.first?.services.first).methods
        expect(methods.map { pool.enumOption("h.right", of: $0.options) }, equals: [2, nil])
        let wrong = self.pool(["a.proto": text.replacing("= RIGHT_VIEW", with: "= RIGHT_OTHER")])
        expect(wrong.diagnostics.map(\.hint), equals: ["one of RIGHT_NONE, RIGHT_VIEW"])
        let unknown = self.pool(["a.proto": text.replacing("(h.right)", with: "(h.wrong)")])
        expect(unknown.diagnostics.map(\.message), equals: ["option names 'h.wrong', which no file declares"])
    }

    /// The names that a file misses because an import is not proto3 are not reported one by one.
    @Test func fileThatIsNotProto3IsReportedOnce() {
        let pool = DescriptorPool([
            ProtoSource(path: "a.proto", text: "syntax = \"proto2\"; message A {}"),
            ProtoSource(path: "b.proto", text: "syntax = \"proto3\"; import \"a.proto\"; message B { A a = 1; }"),
        ])
        expect(pool.diagnostics.map(\.message), equals: ["syntax 'proto2' is not read, only proto3 is"])
    }

    /// protobuf's own text of it is proto2.
    @Test func descriptorProtoMayBeGiven() {
        let pool = DescriptorPool([ProtoSource(path: WellKnown.descriptorFile, text: "syntax = \"proto2\";")])
        expect(pool.diagnostics, equals: [])
        expect(pool.messages["google.protobuf.FileOptions"] != nil)
    }

    @Test func optionsOfOneMessageHaveNumbersOfTheirOwn() {
        let text = """
            import "google/protobuf/descriptor.proto";
            extend google.protobuf.FileOptions { int32 a = 50000; int32 b = 50000; int32 c = 999; }
            extend google.protobuf.FieldOptions { int32 d = 50000; }
            """
        expect(
            pool(["a.proto": text]).diagnostics.map(\.message),
            equals: [
                "options a and b of google.protobuf.FileOptions share number 50000", "extension c has number 999",
            ])
    }

    @Test func onlyOptionsAreExtended() {
        let pool = pool(["a.proto": "message M {} extend M { int32 a = 100; }"])
        expect(pool.diagnostics.map(\.message), equals: ["proto3 extends option messages only, not M"])
    }
}
