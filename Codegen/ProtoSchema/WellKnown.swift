internal import HearthBase

/// protobuf's well-known files and `google/rpc/status.proto`, so that callers need to supply only their own files. The
/// declarations and numbers are protobuf's. `descriptor.proto` has only the messages that custom options extend.
public enum WellKnown {
    /// The texts by path below the import root.
    static let files: [String: String] = {
        var result: [String: String] = [
            "google/protobuf/any.proto": file(
                "Any",
                """
                // A message of any type.
                message Any {
                  // Ends in '/' and the message's whole name.
                  string type_url = 1;
                  // The message as bytes.
                  bytes value = 2;
                }
                """),
            "google/protobuf/duration.proto": file(
                "Duration",
                """
                // A span of time; seconds and nanos have the same sign.
                message Duration { int64 seconds = 1; int32 nanos = 2; }
                """),
            "google/protobuf/timestamp.proto": file(
                "Timestamp",
                """
                // A point in time: seconds since 1970-01-01 UTC, and nanoseconds that count forward from there.
                message Timestamp { int64 seconds = 1; int32 nanos = 2; }
                """),
            "google/protobuf/empty.proto": file(
                "Empty",
                "// Nothing.\nmessage Empty {}"),
            "google/protobuf/field_mask.proto": file(
                "FieldMask",
                "// Fields by their paths.\nmessage FieldMask { repeated string paths = 1; }"),
            "google/protobuf/struct.proto": file(
                "Struct",
                """
                // A JSON object.
                message Struct { map<string, Value> fields = 1; }
                // A JSON value.
                message Value {
                  oneof kind {
                    NullValue null_value = 1;
                    double number_value = 2;
                    string string_value = 3;
                    bool bool_value = 4;
                    Struct struct_value = 5;
                    ListValue list_value = 6;
                  }
                }
                // JSON's null.
                enum NullValue { NULL_VALUE = 0; }
                // A JSON array.
                message ListValue { repeated Value values = 1; }
                """),
            "google/rpc/status.proto": """
            syntax = "proto3";
            package google.rpc;
            option go_package = "google.golang.org/genproto/googleapis/rpc/status;status";
            option java_package = "com.google.rpc";
            option java_outer_classname = "StatusProto";
            option java_multiple_files = true;
            option objc_class_prefix = "RPC";
            import "google/protobuf/any.proto";
            // What went wrong with a call.
            message Status {
              // The gRPC status code.
              int32 code = 1;
              // For developers, in English.
              string message = 2;
              // More, by type.
              repeated google.protobuf.Any details = 3;
            }
            """,
        ]
        let wrapped = ["Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool", "String", "Bytes"]
        result["google/protobuf/wrappers.proto"] = file(
            "Wrappers",
            wrapped.map { "// One \($0.lowercased()).\nmessage \($0)Value { \($0.lowercased()) value = 1; }" }
                .joined(separator: "\n"))
        let extended = [
            "File", "Message", "Field", "Oneof", "Enum", "EnumValue", "Service", "Method", "ExtensionRange",
        ]
        result["google/protobuf/descriptor.proto"] = file(
            "Descriptor",
            extended.map { "message \($0)Options {}" }.joined(separator: "\n"))
        return result
    }()

    /// The files that declare messages, which a run-time library must supply.
    public static let messageFiles: [String] = files.keys.filter { $0 != descriptorFile }.ordered()

    /// The file with the messages that custom options extend. These are never sent.
    public static let descriptorFile = "google/protobuf/descriptor.proto"

    /// Whether a file is one of these.
    public static func contains(_ path: String) -> Bool { files[path] != nil }

    /// The text of a well-known file.
    public static func text(of path: String) -> String? { files[path] }

    static func file(declaring name: String) -> String? {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return files.ordered(by: \.key).first { $0.value.contains("message \(last) ") }?.key
    }

    /// The text of a file, with the options that it has in protobuf, so that its descriptor is the same.
    private static func file(_ title: String, _ body: String) -> String {
        """
        syntax = "proto3";
        package google.protobuf;
        option csharp_namespace = "Google.Protobuf.WellKnownTypes";
        option go_package = "google.golang.org/protobuf/types/known/\(title.lowercased())pb";
        option java_package = "com.google.protobuf";
        option java_outer_classname = "\(title)Proto";
        option java_multiple_files = true;
        option objc_class_prefix = "GPB";
        \(title == "Any" ? "" : "option cc_enable_arenas = true;")
        \(body)
        """
    }
}
