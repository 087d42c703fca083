internal import Expectations
internal import Foundation
internal import HearthEntities
internal import HearthJSON
internal import HearthZigbee2MQTT
internal import Testing

/// Real models: every property has a place, or is left out for a reason.
@Suite struct RecordedModelTests {
    private struct Totals {
        var models = 0
        var properties = 0
        var read = 0
        var written = 0
        var events = 0
        var entities = 0
        var shown = 0
        var leftOut: [String: Int] = [:]
    }

    @Test func everyPropertyHasAPlaceOrAReason() throws {
        guard Recorded.isThere else { return print("skipped: \(Recorded.folder.path) is missing") }
        var totals = Totals()
        for name in try Recorded.names("devices-") {
            for entry in try Recorded.json(name).items {
                guard let device = BridgeDevice(entry), let definition = device.definition else { continue }
                check(DeviceMap(device, definition), entry["definition"], &totals)
            }
        }
        let recorded = totals.models
        for definition in try Recorded.json("definitions-run.json").items {
            let entry = JSONValue.object([
                "ieee_address": .string("0x1"), "friendly_name": .string("Model"), "definition": definition,
            ])
            let device = try require(BridgeDevice(entry))
            check(DeviceMap(device, try require(device.definition)), definition, &totals)
        }
        print(
            "\(recorded) recorded models and \(totals.models - recorded) definitions: \(totals.properties) properties, "
                + "of which \(totals.read) are read, \(totals.written) set, \(totals.events) events; "
                + "\(totals.entities) entities, \(totals.shown) on by default; left out:")
        for (reason, count) in totals.leftOut.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
        expect(totals.models, isAbove: 180)
        expect(totals.properties, isAbove: 2_000)
    }

    /// Checks each property without features: a list counts as one.
    private func check(_ map: DeviceMap, _ definition: JSONValue?, _ totals: inout Totals) {
        totals.models += 1
        totals.entities += map.device.entities.count
        totals.shown += map.device.entities.filter { !$0.isOffByDefault }.count
        for left in map.leftOut { totals.leftOut[left.reason, default: 0] += 1 }
        expect(Set(map.device.entities.map(\.key)).count, equals: map.device.entities.count)
        let keys = Set(map.device.entities.map(\.key))
        for read in map.reads { expect(keys.contains(read.entity), "\(read)") }
        for expose in definition?["exposes"]?.items ?? [] { check(expose, at: [], map, &totals) }
    }

    private func check(_ expose: JSONValue, at path: [[String]], _ map: DeviceMap, _ totals: inout Totals) {
        let property = expose["property"]?.string ?? expose["name"]?.string ?? ""
        let isThing = ["light", "switch", "cover", "lock", "climate", "fan"].contains(expose["type"]?.string)
        let features = expose["features"]?.items ?? []
        // Inside of a colour the state has the names without the endpoint.
        let inner = isThing ? path : path + [[property, expose["name"]?.string ?? property]]
        guard features.isEmpty else {
            for feature in features { check(feature, at: inner, map, &totals) }
            return
        }
        totals.properties += 1
        let isAt = { (actual: [String]) in
            actual.count == inner.count && zip(actual, inner).allSatisfy { $1.contains($0) }
        }
        let isRead = map.reads.contains { isAt($0.path) }
        let isWritten = map.writes.values.contains { $0.values.contains { isAt($0.path) } }
        let isSent = map.actions.values.contains { $0.values.contains { $0[property] != nil } } && inner.count == 1
        let isEvent = inner.count == 1 && map.events?.property == property
        let isSiren = inner.first?.contains("warning") == true && map.writes["warning"] != nil
        let isLeftOut = map.leftOut.contains { left in
            (1...inner.count).contains { count in
                inner.prefix(count).map { $0[0] }.joined(separator: ".") == left.property
            }
        }
        if isRead { totals.read += 1 }
        if isWritten || isSent { totals.written += 1 }
        if isEvent { totals.events += 1 }
        expect(
            isRead || isWritten || isSent || isEvent || isSiren || isLeftOut,
            "\(map.device.model ?? "?"): \(inner) has no place")
    }

    /// Each recorded state gives each exposed property that it has a value or null.
    @Test func recordedStatesAreRead() throws {
        guard Recorded.isThere else { return print("skipped: \(Recorded.folder.path) is missing") }
        var (states, values, unknown, misread) = (0, 0, 0, Set<String>())
        func read(_ map: DeviceMap, _ state: JSONValue) {
            states += 1
            for entity in map.states(state) {
                for (property, value) in entity.values {
                    values += 1
                    guard value == .unknown else { continue }
                    unknown += 1
                    let sources = map.reads.filter { $0.entity == entity.entity && $0.property == property }
                    // Null, and the words of a fan or a climate that say something else, are no values.
                    for source in sources {
                        guard let value = state[source.path[0]], value != .null, value != .string("") else { continue }
                        let text = String(decoding: value.text, as: UTF8.self)
                        misread.insert("\(map.device.model ?? "?") \(source.path.joined(separator: ".")) = \(text)")
                    }
                }
            }
        }
        for set in ["matterbridge", "frontend", "windfront"] {
            var maps: [String: DeviceMap] = [:]
            for entry in try Recorded.json("devices-\(set).json").items {
                guard let device = BridgeDevice(entry), let definition = device.definition else { continue }
                maps["zigbee2mqtt/\(device.name)"] = DeviceMap(device, definition)
            }
            for message in try Recorded.json("states-\(set).json").items {
                guard let map = message["topic"]?.string.flatMap({ maps[$0] }), let state = message["payload"] else {
                    continue
                }
                read(map, state)
            }
        }
        for entry in try Recorded.json("devices-symcon.json").items {
            guard let device = BridgeDevice(entry), let definition = device.definition, let state = entry["_state"] else {
                continue
            }
            read(DeviceMap(device, definition), state)
        }
        print("\(states) states with \(values) values, \(unknown) of them unknown; other words and types:")
        for line in misread.sorted() { print("  \(line.prefix(160))") }
        expect(states, isAbove: 300)
        expect(misread.count, isBelow: 40)
    }
}
