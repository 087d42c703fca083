internal import Expectations
internal import Foundation
internal import ProtoSchema
internal import Testing

@testable internal import BindingEmitter

/// The Swift of protobuf's messages; ``ExcerptTests`` has further rules.
struct ProtoBindingsTests {
    @Test func aMessage() throws {
        let (text, problems) = bound(
            proto: """
                // What it is for.
                message Lamp_Post {
                  // Where.
                  string device_id = 2;
                  optional uint32 level = 1;
                  repeated sint64 steps = 3;
                  Lamp_Post next = 4;
                }
                """)
        expect(problems, equals: [])
        let golden = packageRoot.appending(path: "Tests/BindingEmitterTests/Excerpts/Message.swift.txt")
        try expect(text, equals: String(contentsOf: golden, encoding: .utf8))
    }

    @Test func methodsOfHearthNeedARight() {
        expect(rightProblems(""), equals: ["method A does not say which right it needs"])
        expect(
            rightProblems("option (hearth.v1.right) = RIGHT_UNSPECIFIED;"),
            equals: [
                "the right of method A is not one of 1 to 31"
            ])
        expect(rightProblems("option (hearth.v1.right) = RIGHT_VIEW;"), equals: [])
    }

    private func rightProblems(_ option: String) -> [String] {
        let common = """
            syntax = "proto3";
            package hearth.v1;
            import "google/protobuf/descriptor.proto";
            extend google.protobuf.MethodOptions { Right right = 50601; }
            enum Right { RIGHT_UNSPECIFIED = 0; RIGHT_VIEW = 2; }
            message M {}
            service S { rpc A(M) returns (M) { \(option) } }
            """
        let bindings = StandardBindings(sources: ["Schemas/proto/hearth/v1/a.proto": common])
        expect(bindings.files.isEmpty, equals: !bindings.problems.isEmpty)
        return bindings.problems.map {
            $0.split(separator: " (")[0].split(separator: ": error: ").last.map(String.init) ?? ""
        }
    }

    @Test func commentsCannotBecomeCode() {
        let (text, problems) = bound(proto: "// a\rlet b = 1\u{2028}c\nmessage M {}")
        expect(problems, equals: [])
        expect(text, contains: "/// a\n/// let b = 1\n/// c\npublic struct Demo_V1_M: Message, RPCMessage {")
    }

    @Test func aFileBringsTheDataOfWhatItImports() {
        let text = """
            syntax = "proto3"; package demo.v1; import "demo/v1/options.proto"; import "google/protobuf/empty.proto";
            message A { string b = 1 [(demo.v1.note) = "c"]; }
            """
        let options = """
            syntax = "proto3"; package demo.v1; import "google/protobuf/descriptor.proto";
            extend google.protobuf.FieldOptions { string note = 50001; }
            """
        let pool = DescriptorPool([
            ProtoSource(path: "demo/v1/demo.proto", text: text),
            ProtoSource(path: "demo/v1/options.proto", text: options),
        ])
        expect(pool.diagnostics, equals: [])
        let bindings = ProtoBindings(pool, module: "Demo", providers: StandardBindings.providers([]))
        let (files, problems) = bindings.emit(["demo/v1/demo.proto", "demo/v1/options.proto"])
        expect(problems, equals: [])
        expect(files.map(\.path), equals: ["Demo_V1_Demo.swift"], "options alone have no Swift")
        let swift = files.first?.text ?? ""
        expect(swift, contains: "internal import HearthWire")
        expect(
            swift,
            contains: """
                path: "demo/v1/demo.proto",
                dependencies: [
                FileDescriptor(
                path: "demo/v1/options.proto",
                dependencies: [
                FileDescriptor.descriptorProto
                ],
                """)
        expect(swift, contains: "Google_Protobuf_EmptyFile.descriptor,")
    }
}
