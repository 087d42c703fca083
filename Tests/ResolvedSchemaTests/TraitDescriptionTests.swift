internal import Foundation
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// The descriptions of a trait for people and tools.
struct TraitDescriptionTests {
    @Test func aStandardTrait() throws {
        let model = try SchemasTests.model()
        let cluster = try require(model.cluster(named: "OnOff"))
        let text = TraitDescription(cluster, in: model).text
        expect(
            text.hasPrefix(
                """
                OnOff (Matter 0x0006), revision 6
                  Switches a device on and off, at once or for a time.

                Features
                  0x1 Lighting
                  0x2 DeadFrontBehavior
                  0x4 OffOnly

                Attributes
                  0x0000 onOff: boolean, read (view), default false
                    Whether it is on.
                """))
        let startUp = """
              0x4003 startUpOnOff: StartUpOnOffEnum, read (view) and write (manage), nullable, with the feature Lighting
            """
        expect(text.contains(startUp))
        expect(
            text.contains(
                """
                  0x42 OnWithTimedOff, operate, repeatable, with the feature Lighting
                    Switches it on for a time, then off by itself.
                    0 onOffControl: OnOffControlBitmap
                    1 onTime: int16u, at most 65534, unit 0.1 s
                    2 offWaitTime: int16u, at most 65534, unit 0.1 s

                Enums
                """))
        expect(
            text.hasSuffix(
                """
                Bitmaps
                  OnOffControlBitmap bitmap8
                    0x1 kAcceptOnlyWhenOn

                """))
    }

    static let spinner = """
        enum SharedEnum : enum8 { kA = 0; }
        struct UnusedStruct { int8u x = 0; }
        vendor Acme = 0xFFF1;
        /** Turns "things". */
        cluster Spinner = 0xFFF1FC30 {
          revision 2;
          fabric_scoped struct StepStruct { nullable SharedEnum kind = 0; optional fabric_sensitive int16s angle = 1; }
          attribute int8u top = 0;
          attribute StepStruct steps[] = 1 [minLength = 1, maxLength = 4];
          attribute int8u speed = 2 [min = 1, max = top - 1, step = 2, default = 5];
          response struct Spun = 1 { char_string<8> label = 0; }
          fabric timed command access(invoke: manage) Spin(): Spun = 0;
          command Rest(): DefaultSuccess = 1 [repeatable];
          critical event Jammed = 3 { StepStruct at = 0; }
        }
        """

    @Test func aTraitWithStructs() throws {
        let model = resolve(Self.spinner).model
        let cluster = try require(model.cluster(named: "Spinner"))
        expect(
            TraitDescription(cluster, in: model).text,
            equals: """
                Spinner (Acme 0xFFF1FC30), revision 2
                  Turns "things".

                Attributes
                  0x0000 top: int8u, read (view) and write (operate)
                  0x0001 steps: list of StepStruct, read (view) and write (operate), 1 to 4 entries
                  0x0002 speed: int8u, read (view) and write (operate), 1 to top - 1, steps of 2, default 5

                Commands
                  0x00 Spin, manage, timed, needs a fabric
                    → Spun
                      0 label: char_string, at most 8 bytes
                  0x01 Rest, operate, repeatable

                Events
                  0x03 Jammed, critical, read (view)
                    0 at: StepStruct

                Enums
                  SharedEnum enum8
                    0 kA

                Structs
                  StepStruct, fabric-scoped
                    0 kind: SharedEnum, nullable
                    1 angle: int16s, hidden from other fabrics, optional
                    254 fabricIndex: fabric_idx

                """)
    }

    @Test func forTools() throws {
        let model = resolve(Self.spinner).model
        let cluster = try require(model.cluster(named: "Spinner"))
        let json = TraitDescription(cluster, in: model).json
        let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let trait = try require(parsed as? [String: Any])
        expect(
            Set(trait.keys),
            equals: [
                "name", "id", "vendor", "revision", "maturity", "description", "features", "attributes", "commands",
                "events", "enums", "bitmaps", "structs",
            ])
        expect(trait["id"] as? UInt32 == 0xFFF1_FC30)
        expect(trait["description"] as? String == "Turns \"things\".")
        let attributes = try require(trait["attributes"] as? [[String: Any]])
        expect(attributes.map { $0["name"] as? String }, equals: ["top", "steps", "speed"])
        expect(Set(attributes.map { Set($0.keys) }).count, equals: 1)
        let limit = try require(attributes.last?["maximum"] as? [String: Any])
        expect(limit["attribute"] as? String == "top" && limit["offset"] as? Int == -1)
        expect(attributes.first?["unit"] is NSNull)
        let commands = try require(trait["commands"] as? [[String: Any]])
        expect(commands.map { $0["repeatable"] as? Bool }, equals: [false, true])
        let command = try require(commands.first)
        expect((command["response"] as? [String: Any])?["name"] as? String == "Spun")
    }

    /// Every trait can be described, and its JSON is valid.
    @Test func allOurTraits() throws {
        let model = try SchemasTests.model()
        for cluster in model.clusters {
            let description = TraitDescription(cluster, in: model)
            for attribute in cluster.attributes where !attribute.isGlobal {
                expect(description.text.contains(" \(attribute.name): "), "\(cluster.name)")
            }
            expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(description.json.utf8)) }
        }
    }
}
