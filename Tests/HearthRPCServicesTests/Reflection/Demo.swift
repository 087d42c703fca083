internal import HearthMessage

/// A file with a declaration of every kind, as protoc encodes it:
///
///     package demo.v1;
///     extend google.protobuf.MethodOptions { string note = 50001; }
///     message Outer {
///       extend google.protobuf.FieldOptions { bool secret = 50002; }
///       enum Kind { KIND_UNSPECIFIED = 0; }
///       message Inner { string text = 1; }
///       oneof choice { int32 number = 1; }
///       Inner inner = 2;
///     }
///     enum Color { COLOR_UNSPECIFIED = 0; COLOR_RED = 1; }
///     service DemoService { rpc Do(Outer) returns (Outer); }
enum Demo {
    static let file = FileDescriptor(
        path: "demo/v1/demo.proto", dependencies: [.descriptorProto],
        base64: """
            ChJkZW1vL3YxL2RlbW8ucHJvdG8SB2RlbW8udjEaIGdvb2dsZS9wcm90b2J1Zi9kZXNjcmlwdG9yLnByb3RvIssBCgVPdXRlchIY
            CgZudW1iZXIYASABKAVIAFIGbnVtYmVyEioKBWlubmVyGAIgASgLMhQuZGVtby52MS5PdXRlci5Jbm5lclIFaW5uZXIaGwoFSW5u
            ZXISEgoEdGV4dBgBIAEoCVIEdGV4dCIcCgRLaW5kEhQKEEtJTkRfVU5TUEVDSUZJRUQQADI3CgZzZWNyZXQSHS5nb29nbGUucHJv
            dG9idWYuRmllbGRPcHRpb25zGNKGAyABKAhSBnNlY3JldEIICgZjaG9pY2UqLQoFQ29sb3ISFQoRQ09MT1JfVU5TUEVDSUZJRUQQ
            ABINCglDT0xPUl9SRUQQATIzCgtEZW1vU2VydmljZRIkCgJEbxIOLmRlbW8udjEuT3V0ZXIaDi5kZW1vLnYxLk91dGVyOjQKBG5v
            dGUSHi5nb29nbGUucHJvdG9idWYuTWV0aG9kT3B0aW9ucxjRhgMgASgJUgRub3RlYgZwcm90bzM=
            """)

    static let outer = [
        "demo.v1.note", "demo.v1.Outer", "demo.v1.Color", "demo.v1.COLOR_UNSPECIFIED", "demo.v1.COLOR_RED",
        "demo.v1.DemoService",
    ]
    static let inner = [
        "demo.v1.Outer.secret", "demo.v1.Outer.Kind", "demo.v1.Outer.KIND_UNSPECIFIED", "demo.v1.Outer.Inner",
        "demo.v1.Outer.Inner.text", "demo.v1.Outer.choice", "demo.v1.Outer.number", "demo.v1.Outer.inner",
        "demo.v1.DemoService.Do",
    ]

    /// A file that declares one empty message.
    static func file(_ path: String, message: String, importing dependencies: [FileDescriptor] = []) -> FileDescriptor {
        FileDescriptor(path: path, dependencies: dependencies) {
            let content = [0x0A, UInt8(message.utf8.count)] + Array(message.utf8)
            return [0x0A, UInt8(path.utf8.count)] + Array(path.utf8) + [0x22, UInt8(content.count)] + content
        }
    }
}
