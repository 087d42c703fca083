internal import Expectations
internal import Testing
internal import ResolvedSchema

/// The documentation sentences for a member.
struct SentenceTests {
    static let cases: [(schema: String, sentence: String)] = [
        ("readonly attribute boolean a = 0;", "True or false; read-only."),
        (
            "attribute int8u a = 0 [min = 1, max = b - 1, step = 2, default = 5];",
            "A number from 1 to b - 1, in steps of 2, 5 by default; read and write."
        ),
        (
            "readonly attribute optional nullable int16u a = 0 [unit = \"0.1 s\"];",
            "A number of 16 bits, in units of 0.1 s, or null; read-only, optional."
        ),
        (
            "attribute access(write: manage) elapsed_s a = 0;",
            "A duration in seconds; read and write (writing needs manage)."
        ),
        (
            "readonly attribute access(read: administer) epoch_us a = 0;",
            "A time in microseconds since 2000-01-01T00:00Z; read-only (needs administer)."
        ),
        (
            "attribute access(read: manage, write: administer) percent a = 0 [max = 90];",
            "A percentage of at most 90; read and write (reading needs manage, writing needs administer)."
        ),
        (
            "readonly attribute power_mw a = 0 [min = -4611686018427387904, max = 4611686018427387903];",
            "A power in mW; read-only."
        ),
        (
            "readonly attribute temperature a = 0 [min = -27315];",
            "A temperature of at least -27315, in units of 0.01 °C; read-only."
        ),
        ("readonly attribute char_string<32> a = 0 [minLength = 1];", "Text of 1 to 32 bytes; read-only."),
        ("readonly attribute nullable octet_string<16> a = 0 [minLength = 16];", "16 bytes, or null; read-only."),
        ("readonly attribute KindEnum a = 0;", "One of `KindEnum`; read-only."),
        (
            "readonly attribute StepStruct a[] = 0 [minLength = 1, maxLength = 4];",
            "A list of 1 to 4 `StepStruct`; read-only."
        ),
        (
            "readonly attribute char_string<8> a[] = 0 [maxLength = 4];",
            "A list of at most 4 texts of at most 8 bytes; read-only."
        ),
        (
            "readonly attribute optional int8u a = 0 [required = Up & !(Down | Left)];",
            "A number of 8 bits; read-only, with the feature Up, without the features Down or Left."
        ),
        (
            "readonly attribute optional int8u a = 0 [allowed = Up & Down];",
            "A number of 8 bits; read-only, optional, only with the features Up and Down."
        ),
        (
            "provisional writeonly nosubscribe attribute int8u a = 0;",
            "A number of 8 bits; write-only, not reported, provisional."
        ),
        ("readonly attribute int8u a = 0 [quieterReporting];", "A number of 8 bits; read-only, quieter reporting."),
        ("/** Said by hand. */ readonly attribute boolean a = 0;", "Read-only."),
        ("/** Said by hand. */ readonly attribute int8u a = 0 [max = 9];", "A number of at most 9; read-only."),
    ]

    @Test(arguments: cases)
    func attributes(_ schema: String, _ sentence: String) throws {
        let resolved = resolve(
            """
            cluster C = 0xFC00 {
              enum KindEnum : enum8 { kA = 0; }
              struct StepStruct { int8u x = 0; }
              bitmap Feature : bitmap32 { kUp = 0x1; kDown = 0x2; kLeft = 0x4; }
              readonly attribute int8u b = 1;
              readonly attribute bitmap32 featureMap = 65532;
              \(schema)
            }
            """)
        let attribute = try require(resolved.model.cluster(named: "C")?.attributes.first { $0.name == "a" })
        expect(attribute.sentence(), equals: sentence)
    }
}
