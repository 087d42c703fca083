internal import Expectations
internal import Foundation
internal import HearthDiscovery
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import Testing

/// Announcements of real publishers.
@Suite struct RecordedTests {
    private struct Totals: Equatable {
        var announcements = 0
        var components = 0
        var entities = 0
        var refused: [String: String] = [:]
    }

    /// Each announced entity becomes one, or is left out with a reason.
    @Test func eachAnnouncementHasAPlace() throws {
        guard Recorded.isThere else { return print("skipped: \(Recorded.folder.path) is missing") }
        var totals = Totals()
        for file in Recorded.files {
            for (topic, payload) in try Recorded.announcements(file) {
                let place = try require(DiscoveryTopic(topic, prefix: "homeassistant"), "\(topic)")
                expect(place.isValid, "\(topic)")
                guard case .announcement(let announcement) = Announcement.read(payload, at: place) else {
                    expect(payload.members.isEmpty, "\(topic) is not read")
                    continue
                }
                let map = DeviceMap(id: "device", [announcement])
                totals.announcements += 1
                totals.components += announcement.components.count
                totals.entities += map.maps.count
                for left in map.leftOut {
                    guard case .unsupported(let reason) = left.reason else { continue }
                    totals.refused[left.entity] = reason
                }
                expect(map.maps.count + map.leftOut.count, equals: announcement.components.count, "\(topic)")
                expect(map.maps.allSatisfy { !$0.filters.isEmpty || $0.canBeCommanded }, "\(topic) has no use")
            }
        }
        print("\(totals.announcements) announcements: \(totals.entities) of \(totals.components) entities")
        for (id, reason) in totals.refused.sorted(by: { $0.key < $1.key }) { print("  \(id): \(reason)") }
        expect(totals.announcements, isAbove: 240)
        expect(totals.refused.count, isBelow: 10)
    }
}

extension EntityMap {
    /// Whether it takes any command.
    fileprivate var canBeCommanded: Bool {
        let actions: [EntityCommand.Action] = [.press, .lock, .start, .stop, .install]
        let values: [[EntityProperty: EntityValue]] = [
            [.on: .bool(true)], [.value: .text("a")], [.value: .number(5)], [.mode: .text("off")],
        ]
        return actions.contains { (try? messages(EntityCommand(entity: "", action: $0), known: [:])) != nil }
            || values.contains { (try? messages(EntityCommand(entity: "", values: $0), known: [:])) != nil }
            || { if case .choice(let options, true) = entity.kind { !options.isEmpty } else { false } }()
    }
}
