internal import Expectations
internal import Foundation
@testable internal import HearthDiscoveryPublisher
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// What is announced of a device of each kind, its states, and what its commands do, compared with files.
/// HEARTH_RECORD=1 writes the files.
@Suite struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Goldens")

    @Test(arguments: Samples.all.indices)
    func everyKindIsAsInItsFile(index: Int) throws {
        let (device, commands) = Samples.all[index]
        let topics = Topics(prefix: "homeassistant", hubID: "0123abcd-rest")
        let slug = Topics.slug(device.id)
        let plan = DevicePlan(device, includesSensitive: true)
        let announcement = DeviceAnnouncement(
            device: device, plan: plan, slug: slug, topics: topics, version: "1.0", via: topics.hubIdentifier, gone: [:]
        )
        let document = JSON.object([
            ("announcement", announcement.payload),
            ("states", Self.states(plan, device, topics)),
            ("states of unknown values", Self.states(plan, Self.unknown(device), topics)),
            (
                "commands",
                .object(
                    commands.map { endpoint, property, payload in
                        ("\(endpoint)/\(property) \(payload)", Self.effect(plan, device, endpoint, property, payload))
                    })
            ),
        ])
        let text = document.indentedText + "\n"
        let file = Self.folder.appendingPathComponent("\(device.id).json")
        if ProcessInfo.processInfo.environment["HEARTH_RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        expect(text, equals: try String(contentsOf: file, encoding: .utf8))
    }

    private static func states(_ plan: DevicePlan, _ device: PublishedDevice, _ topics: Topics) -> JSON {
        .object(plan.states(device, Topics.slug(device.id), topics).map { ($0.topic, $0.payload) })
    }

    /// The device when it has told none of its values, though what it is.
    private static func unknown(_ device: PublishedDevice) -> PublishedDevice {
        var device = device
        for index in device.endpoints.indices {
            for (trait, values) in device.endpoints[index].traits {
                for id in values.fields.keys
                where !ComponentTable.describing.contains(AttributeID(trait: trait, id: id)) {
                    device.endpoints[index].traits[trait]?[id] = .null
                }
            }
        }
        return device
    }

    private static func effect(
        _ plan: DevicePlan, _ device: PublishedDevice, _ endpoint: UInt16, _ property: String, _ payload: String
    ) -> JSON {
        do throws(SetRefusal) {
            let requests = try plan.requests(Array(payload.utf8), to: property, endpoint, of: device)
            return .array(requests.map { .string(line($0)) })
        } catch {
            return .string(error.message)
        }
    }

    /// A request in words: `1 LevelControl.MoveToLevel {"level":5}`.
    private static func line(_ request: PublishedRequest) -> String {
        guard let trait = StandardTraits.descriptors.first(where: { $0.id == request.trait }) else { return "?" }
        switch request.content {
        case .command(let id, let values):
            guard let command = trait.command(id) else { return "?" }
            let arguments = JSON(values, command.arguments.fields, of: trait)
            return "\(request.endpoint) \(trait.name).\(command.name) \(arguments.text)"
        case .update(let values):
            return "\(request.endpoint) \(trait.name) \(JSON(values, trait.attributes.map(\.field), of: trait).text)"
        }
    }
}
