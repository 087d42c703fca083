internal import Expectations
internal import Testing
internal import TraitSchema

/// Hearth's additions to the language.
struct ExtensionTests {
    @Test func annotationsFollowEveryNumber() throws {
        let file = parsed(
            """
            cluster C = 1 [a = 1] {
              attribute int8u x = 0 [min = -5, max = y - 1, unit = "0.1 s", default = true, required = !(A | B) & C];
              struct S { int8u f = 1 [allowed = A, max = y + 2]; }
              info event E = 0 [flag] { }
              command D(): DefaultSuccess = 2 [required = A & B | !C];
            }
            """)
        guard case .cluster(let cluster) = file.items.first, case .attribute(let attribute) = cluster.items[0],
            case .command(let command) = cluster.items[3], case .event(let event) = cluster.items[2]
        else { throw Missing() }
        expect(cluster.annotations.map(\.key.text), equals: ["a"])
        expectNil(event.annotations.first?.value)
        let annotations = attribute.field.annotations
        expect(annotations.map(\.key.text), equals: ["min", "max", "unit", "default", "required"])
        expect(annotations[0].value, equals: .integer(-5))
        expect(annotations[1].value, equals: .name("y", offset: -1))
        expect(annotations[2].value, equals: .string("0.1 s"))
        expect(annotations[3].value, equals: .name("true", offset: 0))
        guard case .expression(.and(.not(.or(.name(let a), .name)), .name(let c))) = annotations[4].value else {
            throw Missing()
        }
        expect(a.text, equals: "A")
        expect(c.text, equals: "C")
        guard case .expression(.or(.and, .not)) = command.annotations.first?.value else { throw Missing() }
    }

    @Test func refinements() throws {
        let file = parsed(
            """
            refine cluster OnOff {
              attribute onTime [unit = "0.1 s", default = 0];
              command On [required = !OffOnly];
              command OnWithTimedOff [required = Lighting] { onTime [max = 0xFFFE]; offWaitTime; }
              struct S { f [min = 1]; }
              event E;
            }
            """)
        guard case .refinement(let refinement) = file.items.first else { throw Missing() }
        expect(refinement.cluster.text, equals: "OnOff")
        expect(refinement.targets.map(\.kind), equals: [.attribute, .command, .command, .structure, .event])
        expect(refinement.targets[2].members.map(\.name.text), equals: ["onTime", "offWaitTime"])
        expect(refinement.targets[2].members[0].annotations.first?.value, equals: .integer(0xFFFE))
    }

    @Test func deviceTypes() throws {
        let file = parsed(
            """
            /** A light. */
            device type DimmableLight = 0x0101, version 3 [class = simple, superset = OnOffLight] {
              server cluster OnOff { require feature Lighting, DeadFront; require attribute onTime; }
              optional server cluster LevelControl;
              client cluster OccupancySensing;
              endpoint OnOffLight;
              optional endpoint PowerSource [min = 1, max = 2];
            }
            """)
        guard case .deviceType(let type) = file.items.first else { throw Missing() }
        expect(type.name.text, equals: "DimmableLight")
        expect(type.id.value, equals: 0x101)
        expect(type.version.value, equals: 3)
        expect(type.description, equals: "A light.")
        expect(type.annotations.map(\.value), equals: [.name("simple", offset: 0), .name("OnOffLight", offset: 0)])
        expect(type.clusters.map(\.isOptional), equals: [false, true, false])
        expect(type.clusters.map(\.side), equals: [.server, .server, .client])
        expect(type.clusters[0].requirements.map(\.kind), equals: [.feature, .attribute])
        expect(type.clusters[0].requirements[0].names.map(\.text), equals: ["Lighting", "DeadFront"])
        expect(type.components.map(\.name.text), equals: ["OnOffLight", "PowerSource"])
        expect(type.components.map(\.isOptional), equals: [false, true])
    }

    @Test func vendors() throws {
        guard case .vendor(let vendor) = parsed("vendor Acme = 0xFFF1;").items.first else { throw Missing() }
        expect(vendor.name.text, equals: "Acme")
        expect(vendor.id.value, equals: 0xFFF1)
    }

    @Test func conditionsHaveALimit() {
        let deep = String(repeating: "(", count: 100_000)
        let negated = String(repeating: "!", count: 100_000)
        let long = Array(repeating: "A", count: 100_000).joined(separator: " | ")
        for text in [deep, negated, long] {
            let found = findings("cluster C = 1 { command D(): DefaultSuccess = 2 [required = \(text)]; }")
            expect(found.first?.contains("this condition is too long"), equals: true)
        }
    }
}
