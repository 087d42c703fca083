/// The kind of declaration that an option is set on, by the message of `descriptor.proto` with its options.
enum OptionKind: String {
    case file = "google.protobuf.FileOptions"
    case message = "google.protobuf.MessageOptions"
    case field = "google.protobuf.FieldOptions"
    case oneof = "google.protobuf.OneofOptions"
    case enumeration = "google.protobuf.EnumOptions"
    case enumValue = "google.protobuf.EnumValueOptions"
    case service = "google.protobuf.ServiceOptions"
    case method = "google.protobuf.MethodOptions"
}

/// An option that `descriptor.proto` itself declares.
struct StandardOption {
    enum Form {
        case bool
        case string
        case choice([String: Int64])
    }

    var number: Int64
    var form: Form
}

extension OptionKind {
    /// The options that proto3 allows, without those that only protoc itself may set (`map_entry`).
    var standard: [String: StandardOption] { Self.standard[self] ?? [:] }

    private static let standard: [OptionKind: [String: StandardOption]] = [
        .file: table(
            strings: [
                "java_package": 1, "java_outer_classname": 8, "go_package": 11, "objc_class_prefix": 36,
                "csharp_namespace": 37, "swift_prefix": 39, "php_class_prefix": 40, "php_namespace": 41,
                "php_metadata_namespace": 44, "ruby_package": 45,
            ],
            bools: [
                "java_multiple_files": 10, "cc_generic_services": 16, "java_generic_services": 17,
                "py_generic_services": 18, "java_generate_equals_and_hash": 20, "deprecated": 23,
                "java_string_check_utf8": 27, "cc_enable_arenas": 31, "php_generic_services": 42,
            ],
            choices: ["optimize_for": (9, ["SPEED": 1, "CODE_SIZE": 2, "LITE_RUNTIME": 3])]),
        .message: table(
            bools: [
                "no_standard_descriptor_accessor": 2, "deprecated": 3, "deprecated_legacy_json_field_conflicts": 11,
            ]),
        .field: table(
            bools: [
                "packed": 2, "deprecated": 3, "lazy": 5, "weak": 10, "unverified_lazy": 15, "debug_redact": 16,
            ],
            choices: [
                "ctype": (1, ["STRING": 0, "CORD": 1, "STRING_PIECE": 2]),
                "jstype": (6, ["JS_NORMAL": 0, "JS_STRING": 1, "JS_NUMBER": 2]),
            ]),
        .enumeration: table(
            bools: ["allow_alias": 2, "deprecated": 3, "deprecated_legacy_json_field_conflicts": 6]),
        .enumValue: table(bools: ["deprecated": 1]),
        .service: table(bools: ["deprecated": 33]),
        .method: table(
            bools: ["deprecated": 33],
            choices: [
                "idempotency_level": (34, ["IDEMPOTENCY_UNKNOWN": 0, "NO_SIDE_EFFECTS": 1, "IDEMPOTENT": 2])
            ]),
    ]

    private static func table(
        strings: [String: Int64] = [:], bools: [String: Int64] = [:],
        choices: [String: (Int64, [String: Int64])] = [:]
    ) -> [String: StandardOption] {
        var result: [String: StandardOption] = [:]
        for (name, number) in strings { result[name] = StandardOption(number: number, form: .string) }
        for (name, number) in bools { result[name] = StandardOption(number: number, form: .bool) }
        for (name, (number, values)) in choices {
            result[name] = StandardOption(number: number, form: .choice(values))
        }
        return result
    }
}

extension ProtoOption {
    /// Whether it is written like an option, but is an attribute of the field itself.
    var isPseudo: Bool { !isCustom && (name == "json_name" || name == "default") }
}
