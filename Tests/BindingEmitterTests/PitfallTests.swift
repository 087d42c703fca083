internal import HearthBase
internal import BindingPlan
internal import ProtoSchema
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

@testable internal import BindingEmitter

/// Frequent mistakes in generating code from Matter's schemas; each case occurs in them. ``NamerTests`` has the cases
/// of case conversion, ``TraitBindingsTests`` those of a lamp.
struct PitfallTests {
    /// A schema's bindings, its `.proto` files read back.
    private func checked(_ schema: String) -> String {
        let (tree, found) = SchemaParser.parse(SourceText(file: "test.matter", schema))
        let (model, resolved) = ModelResolver.resolve([tree])
        expect((found + resolved).filter { $0.severity == .error }.map(\.description), equals: [])
        let bindings = TraitBindings(model)
        expect(bindings.diagnostics.map(\.description), equals: [])
        for file in bindings.protos {
            let body = file.text.split(separator: "\n").filter { !$0.hasPrefix("import ") && !$0.hasPrefix("option") }
            let messages = body.joined(separator: "\n").components(upTo: "service ")
            let pool = DescriptorPool([ProtoSource(path: file.path, text: messages)])
            expect(pool.diagnostics.map(\.description), equals: [], "\(messages)")
        }
        return bindings.swift.map(\.text).joined()
    }

    @Test func typesOfOneNameInTwoClustersStayApart() {
        let swift = checked(
            """
            cluster A = 0x0F10 { enum StatusCodeEnum : enum8 { kGood = 0; } readonly attribute StatusCodeEnum s = 0; }
            cluster B = 0x0F11 { enum StatusCodeEnum : enum8 { kBad = 0; } readonly attribute StatusCodeEnum s = 0; }
            """)
        expect(swift, contains: "extension Matter.ATrait {\n/// The values of `s`.")
        expect(swift, contains: "extension Matter.BTrait {\n/// The values of `s`.")
    }

    @Test func globalAttributesAppearOnceIfDeclaredOrNot() {
        for globals in ["", "readonly attribute attrib_id attributeList[] = 65531;"] {
            let swift = checked("cluster A = 0x0F12 { readonly attribute int8u a = 0; \(globals) }")
            expect(swift.ranges(of: "@TraitAttribute public var featureMap: UInt32?").count, equals: 1)
            expect(swift.ranges(of: "public var globalAttributes: GlobalAttributeValues").count, equals: 1)
            for name in ["attributeList", "clusterRevision"] { expect(!swift.contains("var \(name)")) }
        }
    }

    /// A schema may give a global attribute another type; then the trait has a property of its own for it.
    @Test func aGlobalAttributeOfAnotherTypeIsTheTraits() {
        let swift = checked("cluster A = 0x0F12 { readonly attribute int32u clusterRevision = 65533; }")
        expect(swift, contains: "@TraitAttribute public var clusterRevision: UInt32?")
        expect(swift, contains: "@TraitAttribute public var acceptedCommandList: [UInt32]?")
        expect(!swift.contains("fields.write(self.globalAttributes"))
    }

    /// Identify.Identify, Groupcast.GroupcastTesting, OnOff.onOff.
    @Test func oneNameForClusterAttributeCommandAndEvent() {
        let swift = checked(
            """
            cluster Beep = 0x0F13 {
              attribute boolean beep = 0;
              request struct BeepRequest { int8u beep = 0; }
              command Beep(BeepRequest): DefaultSuccess = 0;
              info event Beep = 0 { int8u beep = 0; }
            }
            """)
        expect(swift, contains: "public struct BeepTrait: Trait {")
        expect(swift, contains: "@TraitAttribute public var beep: Bool?")
        expect(swift, contains: "nonisolated(nonsending) public func beep(beep: UInt8) async throws {")
        expect(swift, contains: "public struct BeepCommand: Message {")
        expect(swift, contains: "public struct BeepEvent: Event {")
    }

    @Test func wordsOfSwift() {
        let swift = checked(
            """
            cluster Words = 0x0F14 {
              enum Type : enum8 { kDefault = 0; kInternal = 1; kOpen = 2; kPrivate = 3; kExtension = 4; kAny = 5; }
              bitmap Protocol : bitmap8 { kDefault = 0x1; kNone = 0x2; }
              attribute Type type = 0;
              attribute Protocol protocol = 1;
              attribute int8u extension = 2;
              request struct OpenRequest { int8u in = 0; optional int8u default = 1; }
              command Open(OpenRequest): DefaultSuccess = 0;
              command Repeat(): DefaultSuccess = 1;
            }
            """)
        expect(
            swift,
            contains: """
                public enum TypeEnum: TraitEnum {
                /// Value 0.
                case `default`
                /// Value 1.
                case `internal`
                /// Value 2.
                case open
                /// Value 3.
                case `private`
                /// Value 4.
                case `extension`
                /// Value 5.
                case any
                """)
        expect(swift, contains: "public struct ProtocolBitmap: TraitBitmap {")
        expect(swift, contains: "public static var `default`: Self { Self(rawValue: 0x1) }")
        expect(swift, contains: "public static var noneValue: Self { Self(rawValue: 0x2) }")
        expect(swift, contains: "@TraitAttribute public var `extension`: UInt8?")
        expect(swift, contains: "nonisolated(nonsending) public func `repeat`() async throws {")
        expect(swift, contains: "public func setDefault(_ value: UInt8) { message.default = value }")
    }

    /// Names that are keywords or types in protobuf.
    @Test func wordsOfProto() {
        let swift = checked(
            """
            cluster Message = 0x0F15 {
              enum Service : enum8 { kRpc = 0; kStream = 1; kReturns = 2; }
              struct Enum { int8u message = 0; int8u oneof = 1; int8u map = 2; int8u reserved = 3; }
              attribute Service service = 0;
              attribute Enum enum = 1;
              attribute int8u optional = 2;
              attribute int8u repeated = 3;
              attribute char_string string = 4;
              attribute boolean bool = 5;
              attribute int8u import = 6;
              attribute int8u package = 7;
            }
            """)
        expect(swift, contains: "@TraitAttribute public var `import`: UInt8?")
        expect(swift, contains: "@TraitAttribute public var repeated: UInt8?")
    }

    /// proto3 needs an entry for 0; 19 standard enums have none.
    @Test func onlyAnEnumWithoutZeroGetsOneInProto() {
        let (_, proto, problems) = bound(
            schema: """
                cluster A = 0x0F16 {
                  enum OneEnum : enum8 { kOne = 1; }
                  enum ZeroEnum : enum8 { kZero = 0; }
                  attribute OneEnum one = 0;
                  attribute ZeroEnum zero = 1;
                }
                """)
        expect(problems, equals: [])
        expect(proto.contains("ONE_ENUM_UNSPECIFIED = 0;"))
        expect(!proto.contains("ZERO_ENUM_UNSPECIFIED"))
    }

    @Test func anEnumKeepsWhatItDoesNotKnow() {
        let swift = checked("cluster A = 0x0F17 { enum E : enum8 { kOne = 1; } attribute E e = 0; }")
        expect(swift, contains: "case unrecognized_(UInt64)")
        expect(swift, contains: "case .unrecognized_(let value): value")
    }

    @Test func aStructMayHoldAListOfItsOwnKind() {
        let swift = checked("cluster A = 0x0F18 { struct Tree { Tree leaves[] = 0; } attribute Tree tree = 0; }")
        expect(swift, contains: "public var leaves: [Tree] = []")
    }

    @Test func timesAndScaledValuesAreTheirRawNumbers() {
        let swift = checked(
            """
            cluster A = 0x0F19 {
              attribute epoch_s local = 0;
              attribute systime_us since = 1;
              attribute elapsed_s took = 2;
              attribute temperature warmth = 3;
              attribute percent100ths lift = 4;
              attribute nullable int8u level = 5;
            }
            """)
        for line in [
            "local: UInt32?", "since: UInt64?", "took: UInt32?", "warmth: Int16?", "lift: UInt16?", "level: UInt8?",
        ] { expect(swift.contains("public var \(line)"), "\(line)") }
        expect(!swift.contains("Date"))
    }

    /// PlaybackResponse serves eleven commands.
    @Test func oneResponseServesManyCommands() {
        let swift = checked(
            """
            cluster Player = 0x0F1A {
              response struct PlaybackResponse = 10 { int8u status = 0; }
              command Play(): PlaybackResponse = 0;
              command Pause(): PlaybackResponse = 10;
            }
            """)
        expect(swift.ranges(of: "public struct PlaybackResponse: Message").count, equals: 1)
        expect(
            swift, contains: "nonisolated(nonsending) public func pause() async throws -> PlaybackResponse {"
        )
    }

    @Test func fieldsAreInTheOrderOfTheirIds() {
        let swift = checked(
            """
            cluster A = 0x0F1B {
              struct S { int8u late = 9; int8u early = 2; }
              attribute S s = 4;
              attribute int8u first = 0;
            }
            """)
        expect(
            swift,
            contains: """
                fields.setUInt32(UInt32(self.early), at: 24, has: 28)
                fields.setUInt32(UInt32(self.late), at: 32, has: 36)
                """)
        let first = swift.firstRange(of: "var first: UInt8?")
        let second = swift.firstRange(of: "var s: S?")
        expect(first.map { first in second.map { first.lowerBound < $0.lowerBound } ?? false } ?? false)
    }

    @Test func provisionalAndDeprecatedItemsKeepTheirPlace() {
        let swift = checked(
            """
            cluster A = 0x0F1C {
              provisional attribute int8u young = 0;
              deprecated attribute int8u old = 1;
              attribute int8u plain = 2;
            }
            """)
        for name in ["young", "old", "plain"] { expect(swift.contains("public var \(name): UInt8?")) }
    }
}

extension String {
    /// The lines before the first one with this prefix; all if no line has it.
    fileprivate func components(upTo start: String) -> String {
        split(separator: "\n").prefix { !$0.hasPrefix(start) }.joined(separator: "\n")
    }
}
