internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// `hearth history` against a hub in another process.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct HistoryCommandTests {
    private let folder: TemporaryFolder
    private let hub: HubUnderTest

    init() async throws {
        folder = try TemporaryFolder()
        hub = try await HubUnderTest(store: folder.file("home.db"))
    }

    @Test func aStateIsDrawnListedAndExported() async throws {
        for command in ["on", "off", "on"] { _ = try await hub.run("send", "Desk Lamp", "OnOff.\(command)") }
        let list = try await hub.run("history", "desk")
        expect(list.status, equals: 0)
        expect(list.output.hasPrefix("VALUE "))
        expect(list.output.contains("\nOnOff.onOff "))

        let plot = try await hub.run("history", "desk", "onoff.onoff", "--since", "1h")
        let lines = plot.output.split(separator: "\n")
        expect(lines.first, equals: "Desk Lamp: OnOff.onOff")
        expect(lines.contains { $0.hasPrefix("          on │") })
        expect(lines.contains { $0.hasPrefix("         off │") })
        expect(lines.contains { $0.hasSuffix("last on") })
        // The callers that changed it, the newest first.
        let changes = lines.drop { !$0.hasPrefix("CHANGED ") }.dropFirst()
        expect(changes.first?.hasSuffix("  on   Owner"), equals: true, "\(plot.output)")
        expect(lines.allSatisfy { $0.count <= 80 })

        let short = try await hub.run("history", "desk", "onoff", "--since", "1h")
        expect(short.output.split(separator: "\n").first, equals: lines.first)

        let table = try await hub.run("history", "desk", "OnOff.onOff", "--table")
        expect(table.output.hasPrefix("FROM "))
        expect(table.output.contains("  on  "))

        let csv = try await hub.run("history", "desk", "OnOff.onOff", "--csv")
        let rows = csv.output.split(separator: "\n")
        expect(rows.first, equals: "time,raw,value")
        let values = rows.suffix(2).map { $0.split(separator: ",").dropFirst().joined(separator: ",") }
        expect(values, equals: ["0,off", "1,on"])

        let json = try await hub.run("history", "desk", "OnOff.onOff", "--json")
        let line = try require(json.output.split(separator: "\n").last)
        let column = try require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        expect(column["last"] as? Int == 1 && column["states"] is [String: Any])
    }

    @Test func aShortNameIsEnoughUnlessSeveralPlacesHaveIt() async throws {
        for endpoint in ["1", "2"] {
            for command in ["on", "off"] {
                _ = try await hub.run("send", "Power Strip", "OnOff.\(command)", "--endpoint", endpoint)
            }
        }
        let several = try await HearthProgram.run(["history", "Power Strip", "onoff", "--hub", hub.address])
        expect(several.status, equals: 64)
        expect(
            several.error.contains("\"onoff\" could be OnOff.onOff on several endpoints; say which"), "\(several.error)"
        )
        let one = try await hub.run("history", "Power Strip", "onoff", "--endpoint", "1")
        expect(one.output.split(separator: "\n").first, equals: "Power Strip: OnOff.onOff")
        let words = ["heatingSetpoint", "occupiedHeat", "Thermostat.occupiedHeatingSetpoint"]
        for degrees in ["20C", "22C"] {
            _ = try await hub.run("set", "Thermostat", "Thermostat.occupiedHeatingSetpoint=\(degrees)")
        }
        for word in words {
            let plot = try await hub.run("history", "Thermostat", word)
            let title = plot.output.split(separator: "\n").first
            expect(
                title, equals: "Thermostat: Thermostat.occupiedHeatingSetpoint", "\(word): \(plot.output)\(plot.error)")
        }
    }

    @Test func aNumberIsDrawnInItsUnit() async throws {
        for degrees in ["20C", "22C"] {
            _ = try await hub.run("set", "Thermostat", "Thermostat.occupiedHeatingSetpoint=\(degrees)")
        }
        let plot = try await hub.run(
            "history", "Thermostat", "Thermostat.occupiedHeatingSetpoint", "--since", "10min", "--until", "0s")
        expect(plot.status, equals: 0)
        expect(plot.output.contains("     22.0 °C │"), "\(plot.output)")
        expect(plot.output.contains("highest 22.0 °C"), "\(plot.output)")
        let table = try await hub.run("history", "Thermostat", "Thermostat.occupiedHeatingSetpoint", "--table")
        expect(table.output.contains("LOWEST"))
        expect(table.output.contains("22.0 °C"))
        let csv = try await hub.run("history", "Thermostat", "Thermostat.occupiedHeatingSetpoint", "--csv")
        let rows = csv.output.split(separator: "\n")
        expect(rows.first, equals: "time,raw (0.01 °C),value (°C)")
        expect(rows.last?.hasSuffix(",2200,22"), equals: true, "\(csv.output)")
    }

    @Test(
        arguments: [
            (["desk", "nothing"], "\"Desk Lamp\" has no value \"nothing\"; ", 1),
            (["desk", "OnOff.nothing"], "\"Desk Lamp\" has no OnOff.nothing; it has onOff", 1),
            (["desk", "OnOff.onOff", "--since", "soon"], "\"soon\" is not a time; type how long ago", 64),
            (["desk", "OnOff.onOff", "--since", "1h", "--until", "2h"], "--since is not before --until", 64),
            (["desk", "OnOff.onOff", "--points", "0"], "--points takes a number of 1 to 10000", 64),
            (["desk", "OnOff.onOff", "--csv", "--json"], "--csv and --json can't go together", 64),
            (["desk", "BasicInformation.vendorName"], "has no history", 1),
        ] as [([String], String, Int32)])
    func wrongWordsAreSaid(_ words: [String], _ message: String, _ status: Int32) async throws {
        let outcome = try await HearthProgram.run(["history"] + words + ["--hub", hub.address])
        expect(outcome.status, equals: status, "\(outcome.error)")
        expect(outcome.error.contains(message), "\(outcome.error)")
    }
}
