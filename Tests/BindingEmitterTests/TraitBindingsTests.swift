internal import BindingPlan
internal import Expectations
internal import Testing

@testable internal import BindingEmitter

struct TraitBindingsTests {
    private static let lamp = """
        vendor Acme = 0xFFF1;
        /** A lamp. */
        cluster Lamp = 0xFFF1FC02 {
          revision 3;
          enum MoodEnum : enum8 { kNone = 1; kDefault = 2; k12hr = 3; }
          bitmap Feature : bitmap32 { kDim = 0x1; }
          bitmap Status : bitmap8 { kMotor = 0x3; kHot = 0x4; }
          struct Step { int8u level = 0; nullable int16s kelvin = 1; optional nullable char_string name = 2; }
          /** How bright. */
          attribute nullable int8u level = 0 [min = 1, max = maxLevel, default = 5];
          readonly attribute int16u maxLevel = 18999 [unit = "1 %"];
          attribute access(write: manage) optional Step steps[] = 2 [required = Dim];
          readonly attribute Status status = 3;
          readonly attribute bitmap32 featureMap = 65532;
          readonly attribute int16u clusterRevision = 65533;
          info event Failed = 0 { MoodEnum moods[] = 0; optional int32s codes[] = 1; }
          request struct MoveRequest {
            int8u level = 0; nullable int16u time = 1; optional nullable MoodEnum mood = 2; Status mask = 3 [default = 0];
          }
          response struct MoveResponse = 4 { boolean done = 0; }
          timed command access(invoke: administer) Move(MoveRequest): MoveResponse = 4;
          command Update(): DefaultSuccess = 5 [repeatable];
        }
        """

    private let result = bound(schema: lamp)

    @Test func isAccepted() {
        expect(result.problems, equals: [])
    }

    @Test func attributes() {
        expect(
            result.swift,
            contains: """
                extension Acme {
                /// A lamp.
                ///
                /// Matter cluster 0xFFF1FC02, revision 3.
                @dynamicMemberLookup
                public struct LampTrait: Trait {
                """)
        expect(
            result.swift,
            contains: """
                /// How bright.
                ///
                /// A number from 1 to maxLevel, or null, 5 by default; read and write. Matter attribute 0x0000.
                @TraitAttribute(isNullable: true) public var level: UInt8?
                /// A list of `Step`; read and write (writing needs manage), with the feature Dim. Matter attribute 0x0002.
                @TraitAttribute public var steps: [Step]?
                /// A set of `Status`; read-only. Matter attribute 0x0003.
                @TraitAttribute public var status: Status?
                /// The features that the device has.
                @TraitAttribute public var featureMap: Feature?
                /// A number of 16 bits, in %; read-only. Matter attribute 0x4A37.
                @TraitAttribute public var maxLevel: UInt16?
                /// The global attributes besides the feature map.
                public var globalAttributes: GlobalAttributeValues = GlobalAttributeValues()
                """)
    }

    /// Their layouts are the descriptor's.
    @Test func layouts() {
        expect(
            result.swift,
            contains: "public static let layout: MessageLayout = Acme.LampTrait.descriptor.attributesLayout")
        expect(result.swift, contains: "fields.write(self._level, at: 24, has: 28)")
        expect(result.swift, contains: "fields.read(&self._level, at: 24, has: 28)")
    }

    @Test func nullOptionalAndBothAreThreeThings() {
        expect(
            result.swift,
            contains: """
                public struct Step: TraitStruct {
                /// A number of 8 bits.
                public var level: UInt8 = 0
                /// A number of 16 bits, or null.
                public var kelvin: Int16? = nil
                """)
        expect(result.swift, contains: "public var name: Presence<String> = .absent")
        expect(
            result.swift,
            contains: """
                switch self.name {
                case .value(let value):
                fields.setString(value, at: 40, has: 56)
                case .null: nulls.add(3, if: true)
                case .absent: break
                }
                """)
        expect(
            result.swift,
            contains: """
                case 2: self.kelvin = nil
                case 3: self.name = .null
                """)
    }

    @Test func listsAreBareOnlyWhereTheyMustBeThere() {
        expect(result.proto, contains: "repeated MoodEnum moods = 1;")
        expect(result.proto, contains: "SInt32List codes = 2;")
        expect(result.proto, contains: "message SInt32List {\nrepeated sint32 items = 1;\n}")
    }

    @Test func commands() {
        expect(
            result.swift,
            contains: """
                nonisolated(nonsending) public func move(
                level: UInt8,
                time: UInt16?,
                mask: Status = [],
                _ optional: (MoveArguments) -> Void = { _ in }
                ) async throws -> MoveResponse {
                return try await contents.interaction.send(moveBatchable(level: level, time: time, mask: mask, optional))
                }

                /// `move` for a batch of commands.
                public func moveBatchable(
                level: UInt8,
                time: UInt16?,
                mask: Status = [],
                _ optional: (MoveArguments) -> Void = { _ in }
                ) -> BatchableCommand<MoveResponse> {
                let builder = MoveArguments()
                optional(builder)
                builder.message.level = level
                builder.message.time = time
                builder.message.mask = mask
                return contents.interaction.batchable(
                Self.descriptor, command: 0x04, builder.message, returning: MoveResponse.self)
                }
                """)
        expect(
            result.swift,
            contains: """
                /// - Parameters:
                ///   - level: A number of 8 bits.
                """)
        expect(result.swift, contains: "public func setMood(_ value: MoodEnum?) { message.mood = Presence(value) }")
        expect(result.swift, contains: "nonisolated(nonsending) public func updateCommand() async throws {")
        expect(result.swift, contains: "/// Matter command 0x05, repeatable.")
        expect(result.proto, contains: "// Matter command 0x05, repeatable.")
        expect(
            result.swift,
            contains: "public var supportsMoveCommand: Bool { attributes.accepts(0x04) }")
    }

    @Test func automationsAreWrittenWithCommandsWritesAndEvents() {
        expect(
            result.swift,
            contains: """
                /// `move`, as an action of an automation.
                public static func move(
                level: UInt8,
                time: UInt16?,
                mask: Status = [],
                _ optional: (MoveArguments) -> Void = { _ in }
                ) -> AutomationCommand {
                let builder = MoveArguments()
                optional(builder)
                builder.message.level = level
                builder.message.time = time
                builder.message.mask = mask
                return AutomationCommand(Self.self, 0x04, builder.message)
                }

                /// `updateCommand`, as an action of an automation.
                public static func updateCommand() -> AutomationCommand { AutomationCommand(Self.self, 0x05) }
                """)
        expect(
            result.swift,
            contains: """
                public static func update(_ block: (MutableAttributes) -> Void) -> Update {
                let changes = MutableAttributes()
                block(changes)
                return Update(Self.self, changes.attributes)
                }
                """)
        expect(
            result.swift,
            contains: """
                public static func codes(_ value: [Int32]) -> TypedParameter<Self> { TypedParameter(1) { $0.codes = value } }
                """)
    }

    /// Mandatory members have no default; optional commands refuse by default.
    @Test func devicesGetAProtocol() {
        let handler = bound(
            schema: """
                cluster Door = 0x0F06 {
                  bitmap Feature : bitmap32 { kHeld = 0x1; }
                  readonly attribute bitmap32 featureMap = 65532;
                  request struct OpenRequest { int8u level = 0; }
                  response struct OpenResponse = 9 { boolean done = 0; }
                  command Open(OpenRequest): OpenResponse = 0;
                  command Close(): DefaultSuccess = 1;
                  optional command Ring(): DefaultSuccess = 2;
                  optional command Hold(): DefaultSuccess = 3 [required = Held];
                }
                """)
        expect(handler.problems, equals: [])
        expect(
            handler.swift,
            contains: """
                public protocol DoorTraitHandler: TraitHandler
                where HandledTrait == DoorTrait {
                /// Handles the command `open`.
                func open(
                _ arguments: DoorTrait.Commands.Open,
                _ state: TraitState<DoorTrait>
                ) async throws(TraitError) -> DoorTrait.OpenResponse
                /// Handles the command `close`.
                func close(_ state: TraitState<DoorTrait>) async throws(TraitError)
                """)
        expect(
            handler.swift,
            contains: """
                extension Matter.DoorTraitHandler {
                /// Refuses the command as unsupported; a device that supports it implements this method.
                public func ring(_ state: TraitState<HandledTrait>) throws(TraitError) {
                throw state.unsupported("ring")
                }

                /// Refuses the command as unsupported; a device that supports it implements this method.
                public func hold(_ state: TraitState<HandledTrait>) throws(TraitError) {
                """)
        expect(
            handler.swift,
            contains: """
                case .open(let arguments):
                return try await open(arguments, state).serialized()
                case .close:
                try await close(state)
                """)
        expect(
            handler.swift,
            contains: """
                extension OptionalCommand<Matter.DoorTrait> {
                /// The command `ring`.
                public static var ring: Self { Self(0x02) }
                }
                """)
        expect(
            bound(schema: "cluster A = 0x0F07 { }").swift.contains("TraitHandler\n    where HandledTrait == ATrait {}"))
    }

    @Test func onlyWritableAttributesAreSet() {
        expect(
            result.swift,
            contains: """
                /// Sets `level`. How bright. A number from 1 to maxLevel, or null, 5 by default.
                public func setLevel(_ value: UInt8?) { attributes.level = value }
                /// Sets `steps`. A list of `Step`; with the feature Dim.
                public func setSteps(_ value: [Step]) { attributes.steps = value }
                }
                """)
    }

    @Test func masksOfSeveralBitsAreNumbers() {
        expect(
            result.swift,
            contains: """
                public var motor: UInt8 {
                get { (rawValue & 0x3) >> 0 }
                """)
        expect(result.swift, contains: "public static var hot: Self { Self(rawValue: 0x4) }")
    }

    @Test func descriptor() {
        expect(
            result.swift,
            contains: """
                id: 0xFFF1FC02, name: "Lamp", vendor: "Acme",
                package: "hearth.traits.acme.v1", revision: 3,
                \"""
                feature 0x1 Dim
                enum MoodEnum 8
                1 noneValue 2 default 3 k12hr
                bitmap Feature 32
                0x1 dim
                bitmap Status 8
                0x3 motor 0x4 hot
                struct Step
                0x0 level uint8
                0x1 kelvin int16 nullable
                0x2 name string nullable optional maxLength=254
                attribute 0x0 level uint8 nullable min=1 max=@0x4A37 default=5 write=operate
                attribute 0x2 steps struct(0) list optional required=0x1 write=manage
                attribute 0x3 status bitmap(1)
                attribute 0x4A37 maxLevel uint16 unit="1 %"
                attribute 0xFFFC featureMap bitmap(0)
                command 0x4 Move move invoke=administer timed
                0x0 level uint8
                0x1 time uint16 nullable
                0x2 mood enum(0) nullable optional
                0x3 mask bitmap(1) default=0
                response 0x4 MoveResponse
                0x0 done bool
                command 0x5 UpdateCommand updateCommand repeatable
                event 0x0 Failed info
                0x0 moods enum(0) list
                0x1 codes int32 list optional
                \""")
                """)
    }

    @Test func enums() {
        expect(
            result.swift,
            contains: """
                public enum MoodEnum: TraitEnum {
                /// Value 1.
                case noneValue
                /// Value 2.
                case `default`
                /// Value 3.
                case k12hr
                """)
        expect(
            result.proto,
            contains: """
                enum MoodEnum {
                // Never sent.
                MOOD_ENUM_UNSPECIFIED = 0;
                MOOD_ENUM_NONE = 1;
                MOOD_ENUM_DEFAULT = 2;
                MOOD_ENUM_12HR = 3;
                }
                """)
    }

    @Test func service() {
        expect(
            result.proto,
            contains: """
                rpc Update(LampServiceUpdateRequest) returns (LampServiceUpdateResponse) {
                option (hearth.v1.right) = RIGHT_OPERATE;
                }
                """)
        expect(
            result.proto,
            contains: """
                rpc Move(LampServiceMoveRequest) returns (LampServiceMoveResponse) {
                option (hearth.v1.right) = RIGHT_ADMINISTER;
                }
                rpc UpdateCommand(LampServiceUpdateCommandRequest) returns (LampServiceUpdateCommandResponse) {
                """)
        expect(
            result.proto,
            contains: """
                message LampServiceMoveRequest {
                hearth.v1.Target target = 1;
                Lamp.Move command = 2;
                hearth.v1.CallOptions options = 3;
                }

                message LampServiceMoveResponse {
                hearth.v1.Position position = 1;
                Lamp.MoveResponse response = 2;
                // Whether the device ignored the command because it is off.
                bool ignored = 3;
                }
                """)
    }

    @Test func aTraitWithoutWritableAttributesHasNoUpdate() {
        let plain = bound(schema: "cluster Sensor = 0x0F00 { readonly attribute int8u value = 0; }")
        expect(plain.problems, equals: [])
        expect(!plain.proto.contains("rpc Update"))
        expect(!plain.swift.contains("MutableAttributes"))
        expect(plain.swift, contains: "public init?(id: UInt32, serialized bytes: RawSpan) throws {\nreturn nil\n}")
    }

    /// Some languages cannot nest a class in one of its own name.
    @Test func aCommandNamedLikeItsClusterIsSetApart() {
        let identify = bound(schema: "cluster Beep = 0x0F01 { command Beep(): DefaultSuccess = 0; }")
        expect(identify.problems, equals: [])
        expect(identify.proto, contains: "message BeepCommand {}")
        expect(identify.swift, contains: "nonisolated(nonsending) public func beep() async throws {")
    }

    @Test func globalTypesAreNestedInEachTraitThatUsesThem() {
        let both = bound(
            schema: """
                enum AreaEnum : enum8 { kHall = 0; }
                struct Place { AreaEnum area = 0; }
                cluster A = 0x0F02 { readonly attribute Place place = 0; }
                cluster B = 0x0F03 { readonly attribute int8u value = 0; }
                """)
        expect(both.problems, equals: [])
        expect(both.swift.ranges(of: "public struct Place: TraitStruct").count, equals: 1)
        expect(both.swift.ranges(of: "public enum AreaEnum: TraitEnum").count, equals: 1)
        expect(both.swift, contains: "extension Matter.ATrait {\n/// The values of `area` of `Place`.")
    }

    /// Two makers may extend one cluster without a conflict, in Swift and on the wire.
    @Test func makersAdditionsAreTraitsOfTheirOwn() throws {
        let both = bound(
            schema: """
                cluster Plug = 0x0F04 {
                  enum GlowEnum : enum8 { kSoft = 0; }
                  enum PlainEnum : enum8 { kPlain = 0; }
                  readonly attribute PlainEnum plain = 0;
                  attribute GlowEnum glow = 0xFFF10000;
                  readonly attribute bitmap32 featureMap = 65532;
                  command Reset(): DefaultSuccess = 0xFFF20000;
                }
                """,
            overrides: try Overrides(json: #"{"vendors": {"0xFFF1": "Acme"}}"#, path: "o.json"))
        expect(both.problems, equals: [])
        expect(both.swift, contains: "extension Acme {\n/// The additions of Acme to `Plug`.")
        expect(both.swift.contains("id: 0xFFF10F04, name: \"PlugExtension\", vendor: \"Acme\","))
        expect(both.swift, contains: "extension Vendor_FFF2 {\n/// The additions of Vendor_FFF2 to `Plug`.")
        expect(both.proto, contains: "package hearth.traits.vendor_fff2.v1;")
        expect(
            both.swift.ranges(of: "public enum GlowEnum: TraitEnum").count, equals: 2,
            "the cluster's and the extension's")
        expect(both.swift.ranges(of: "public enum PlainEnum: TraitEnum").count, equals: 1)
        expect(both.swift.ranges(of: "public var glow: GlowEnum?").count, equals: 1)
    }

    @Test func filesBecomeOne() {
        let files = [
            OutputFile(
                path: "A.swift",
                text: OutputFile.header(source: "a") + "\n\npublic import B\npublic import A\n\nlet a = 1\n"),
            OutputFile(path: "B.swift", text: OutputFile.header(source: "/b/c") + "\n\npublic import B\n\nlet b = 2\n"),
        ]
        expect(files[1].text.hasPrefix("// Generated by hearth-codegen from c. Do not edit."))
        let joined = OutputFile.joined(files, module: "M").split(separator: "\n")
        expect(
            joined,
            equals: [
                "// Generated by hearth-codegen from the schemas of M. Do not edit.", "public import A",
                "public import B",
                "let a = 1", "let b = 2",
            ])
    }

    @Test func numbersThatMeetAreReported() {
        let clash = bound(
            schema: """
                cluster A = 0xFFF1FC04 { readonly attribute int8u one = 1; readonly attribute int8u two = 0xFFF10001; }
                """)
        expect(clash.problems, equals: ["one and two both get the number 2 on the wire"])
        expect(clash.swift.isEmpty)
    }

    @Test func anAttributeMayBeCalledAsEverythingElse() {
        let names = bound(
            schema: """
                cluster Words = 0x0F05 {
                  attribute int8u extension = 0; attribute int8u fields = 1; attribute int8u value = 2;
                  attribute int8u list = 3; attribute int8u layout = 4; attribute int8u unknownFields = 5; attribute int8u words = 6;
                }
                """)
        expect(names.problems, equals: [])
        expect(names.swift, contains: "@TraitAttribute public var unknownFieldsValue: UInt8?")
        expect(names.swift, contains: "@TraitAttribute public var `extension`: UInt8?")
        expect(names.swift, contains: "fields.read(&self._value, at: 40, has: 44)")
    }
}
