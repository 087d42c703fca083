internal import BindingEmitter
internal import BindingPlan
internal import Foundation
internal import HearthBase
internal import ProcessTestSupport
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// The `.d.ts` of the traits in a schema text.
func typeScript(_ text: String, overrides: Overrides = Overrides()) -> (text: String, problems: [String]) {
    let (tree, found) = SchemaParser.parse(SourceText(file: "test.matter", text))
    let (model, resolved) = ModelResolver.resolve([tree])
    var bindings = TypeScriptBindings(overrides: overrides)
    bindings.add(model)
    let findings = (found + resolved).filter { $0.severity == .error }
    return (bindings.text, findings.map(\.description) + bindings.diagnostics.map(\.message))
}

struct TypeScriptTests {
    private let result = typeScript(
        """
        vendor Acme = 0xFFF1;
        /** A lamp. */
        cluster Lamp = 0xFFF1FC02 {
          revision 3;
          enum MoodEnum : enum8 { /** None at all. */ kNone = 1; kDefault = 2; k12hr = 3; }
          bitmap Feature : bitmap32 { kDim = 0x1; }
          bitmap Status : bitmap8 { /** What turns. */ kMotor = 0x3; kHot = 0x4; }
          bitmap Wide : bitmap64 { kFar = 0x8000000000000000; }
          struct Told { MoodEnum mood = 0; nullable char_string name = 1; optional MoodEnum moods[] = 2; }
          struct Sent { MoodEnum mood = 0; Wide wide = 1; }
          /** How bright. */
          attribute nullable int8u level = 0 [min = 1, max = 254, unit = "1 %", default = 5];
          attribute access(write: manage) optional MoodEnum mood = 1;
          readonly attribute Told told[] = 2 [required = Dim];
          readonly attribute Status status = 3;
          readonly attribute int64u energy = 4;
          readonly attribute int48u bytesSent = 5;
          readonly attribute octet_string key = 6;
          readonly attribute single ratio = 7;
          readonly attribute boolean isOn = 8;
          readonly attribute bitmap32 featureMap = 65532;
          readonly attribute int16u clusterRevision = 65533;
          info event Failed = 0 { MoodEnum moods[] = 0; optional int32s code = 1; }
          request struct MoveRequest {
            int8u level = 0; nullable int16u time = 1; optional MoodEnum mood = 2; Status mask = 3 [default = 0]; Sent sent = 4;
          }
          request struct RestRequest { nullable int16u time = 0; }
          response struct MoveResponse = 4 { boolean done = 0; MoodEnum mood = 1; }
          timed command access(invoke: administer) Move(MoveRequest): MoveResponse = 4;
          /** Ends all. */
          optional command Stop(): DefaultSuccess = 5;
          command Rest(RestRequest): DefaultSuccess = 6;
        }
        """)

    @Test func isAccepted() { expect(result.problems, equals: []) }

    @Test func aTraitIsANamespaceOfItsVendor() {
        expect(
            result.text,
            contains: """
                /**
                 * A lamp.
                 *
                 * Matter cluster 0xFFF1FC02, revision 3.
                 */
                export namespace Acme.Lamp {
                """)
    }

    @Test func enumsAreTheNamesThatASchemaOnTheWireHas() {
        expect(
            result.text,
            contains: """
                type MoodEnum =
                /** None at all. Value 1. */
                | "noneValue"
                /** Value 2. */
                | "default"
                /** Value 3. */
                | "k12hr";
                """)
    }

    @Test func bitmapsAreNumbersWithTheirBitsInWords() {
        expect(
            result.text,
            contains: """
                /**
                 * Bits of a number: combine them with `|`.
                 *
                 * - `0x3` motor, a number in these bits: What turns.
                 * - `0x4` hot
                 */
                type Status = number;
                """)
        expect(result.text, contains: " * - `0x8000000000000000` far\n*/\ntype Wide = bigint;")
    }

    @Test func attributesHaveTheirTypesAndFacts() {
        expect(
            result.text,
            contains: """
                interface Attributes extends GlobalAttributes {
                /**
                 * How bright.
                 *
                 * A number from 1 to 254, in %, or null, 5 by default; read and write. Matter attribute 0x0000.
                 */
                level: number | null;
                """)
        for line in [
            "mood?: MoodEnum | number;", "told?: readonly Told[];", "status: Status;", "energy: bigint;",
            "bytesSent: number;", "key: Uint8Array;", "ratio: number;", "isOn: boolean;", "featureMap: Feature;",
        ] { expect(result.text.contains("    \(line)\n"), "\(line)") }
    }

    /// A device may be newer than the schema, and send an enum's value without a name. A client's is refused.
    @Test func onlyWhatADeviceGivesMayHaveNumbersForEnums() {
        expect(result.text, contains: "mood: MoodEnum | number;\n/** Text, or null. */")
        expect(result.text, contains: "moods?: readonly (MoodEnum | number)[];\n}")
        expect(result.text, contains: "interface Sent {\n/** One of `MoodEnum`. */\nmood: MoodEnum;")
        expect(
            result.text,
            contains: """
                interface Updates {
                /**
                 * How bright.
                 *
                 * A number from 1 to 254, in %, or null, 5 by default; read and write. Matter attribute 0x0000.
                 */
                level?: number | null | undefined;
                /** One of `MoodEnum`; read and write (writing needs manage), optional. Matter attribute 0x0001. */
                mood?: MoodEnum | undefined;
                }
                """)
    }

    @Test func argumentsMayBeLeftOutWhereTheHubKnowsThem() {
        expect(
            result.text,
            contains: """
                interface Move {
                /** A number of 8 bits. */
                level: number;
                /** A number of 16 bits, or null. */
                time?: number | null | undefined;
                /** One of `MoodEnum`; optional. */
                mood?: MoodEnum | undefined;
                /** A set of `Status`. */
                mask?: Status | undefined;
                /** A `Sent`. */
                sent: Sent;
                }
                """)
    }

    @Test func commandsAreMethodsThatPromiseTheirAnswer() {
        expect(
            result.text,
            contains: """
                interface Commands {
                /** Matter command 0x04, timed, needs the privilege administer. */
                move(args: Move): Promise<MoveResponse>;
                /**
                 * Ends all.
                 *
                 * Matter command 0x05, optional.
                 */
                stop(): Promise<void>;
                /** Matter command 0x06. */
                rest(args?: Rest): Promise<void>;
                }
                """)
        expect(result.text, contains: "interface MoveResponse {\n/** True or false. */\ndone: boolean;")
    }

    @Test func eventsAreWhatTheyBring() {
        expect(
            result.text,
            contains: """
                interface FailedEvent {
                /** A list of `MoodEnum`. */
                moods: readonly (MoodEnum | number)[];
                /** A number of 32 bits; optional. */
                code?: number;
                }
                """)
        expect(result.text, contains: "interface Events {\nFailed: FailedEvent;\n}")
    }

    @Test func theMapHasATraitWithAndWithoutItsVendor() {
        expect(
            result.text,
            contains: """
                export interface TraitMap {
                Lamp: Acme.Lamp.Trait;
                "Acme.Lamp": Acme.Lamp.Trait;
                }
                """)
    }

    /// The dashboard's tests check its decoding against these types.
    @Test func theTypesInThePagesTestsAreFresh() throws {
        let folder = packageRoot.appendingPathComponent("Web/tests/fixtures")
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        try expect(typeScript(text("lamp.matter")).text, equals: text("lamp.d.ts"))
    }

    @Test func theSameSchemaGivesTheSameBytes() {
        let schema = "cluster C = 0xFFF1FC01 { attribute int8u a = 0; }"
        expect(typeScript(schema).text, equals: typeScript(schema).text)
    }
}

/// Schema contents that would mean something else in TypeScript.
struct TypeScriptPitfallTests {
    private func model(_ text: String) -> ResolvedSchema {
        ModelResolver.resolve([SchemaParser.parse(SourceText(file: "test.matter", text)).0]).0
    }

    @Test func twoVendorsMayHaveATraitOfOneName() {
        var bindings = TypeScriptBindings()
        bindings.add(model("vendor Bolt = 0xFFF2; cluster Lamp = 0xFFF2FC01 { attribute int8u b = 0; }"))
        bindings.add(model("vendor Acme = 0xFFF1; cluster Lamp = 0xFFF1FC01 { attribute int8u a = 0; }"))
        expect(bindings.diagnostics.isEmpty)
        expect(
            bindings.text,
            contains: """
                Lamp: Acme.Lamp.Trait;
                "Acme.Lamp": Acme.Lamp.Trait;
                "Bolt.Lamp": Bolt.Lamp.Trait;
                """)
    }

    @Test func additionsOfTwoVendorsStaySeparate() {
        var names = Overrides()
        names.vendors = [0xFFF1: "Acme", 0xFFF2: "Bolt"]
        let result = typeScript(
            "cluster OnOff = 6 { attribute int8u acme = 0xFFF10000; attribute int8u bolt = 0xFFF20000; }",
            overrides: names)
        expect(result.problems, equals: [])
        for vendor in ["Acme", "Bolt"] {
            let line = "  \"\(vendor).OnOffExtension\": \(vendor).OnOffExtension.Trait;\n"
            expect(result.text.contains(line), "\(vendor)")
        }
        expect(result.text.contains("  OnOffExtension: Acme.OnOffExtension.Trait;\n"))
    }

    @Test func typesKeepOutOfTheWayOfATraitsInterfaces() {
        let result = typeScript(
            """
            cluster C = 0xFFF1FC01 {
              struct Promise { int8u a = 0; }
              struct Commands { Promise b = 0; }
              bitmap Updates : bitmap8 { kA = 1; }
              readonly attribute Commands c = 0;
              readonly attribute Updates u = 1;
              command New(): DefaultSuccess = 0;
            }
            """)
        expect(result.problems, equals: [])
        expect(result.text, contains: "interface CommandsStruct {\n/** A `PromiseStruct`. */\nb: PromiseStruct;")
        expect(result.text.contains("    u: UpdatesBitmap;\n"))
        expect(result.text.contains("    \"new\"(): Promise<void>;\n"))
    }

    @Test func aCommentEndsWhereItShould() {
        var model = model("cluster C = 0xFFF1FC01 { attribute int8u a = 0; }")
        model.clusters[0].description = "Ends */ here.\nAnd\u{2028}there."
        var bindings = TypeScriptBindings()
        bindings.add(model)
        expect(bindings.text, contains: "/**\n * Ends *\\/ here.\n * And\n * there.\n *\n")
    }

    @Test func aTraitThatIsThereStays() {
        var bindings = TypeScriptBindings()
        bindings.add(model("cluster C = 0xFFF1FC01 { attribute int8u a = 0; }"))
        bindings.add(model("cluster C = 0xFFF1FC01 { attribute int8u b = 0; }"))
        expect(bindings.text.contains("    a: number;\n"))
        expect(!bindings.text.contains("    b: number;\n"))
    }

    @Test func collidingNamesAreReportedAsForSwift() {
        let result = typeScript(
            "cluster Lamp = 0xFFF1FC01 { attribute int8u a = 0; }\n"
                + "cluster LampTrait = 0xFFF1FC02 { attribute int8u a = 0; }")
        expect(result.problems, equals: ["clusters Lamp and LampTrait both become Vendor_FFF1.LampTrait"])
    }
}
