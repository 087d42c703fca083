internal import Hearth
@testable internal import HearthVirtualHome
internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

/// The virtual home in Berlin, with a valve, a doorbell and a chime, on a hub whose clock only the test moves.
struct FurnishedHouse {
    /// Fridays of 2027 with different sun times, by their midnight since 1970.
    enum Day: Int64 {
        /// 15 January: the sun is up from 8:10:07 to 16:21:45.
        case winter = 1_799_967_600
        /// 18 June: the sun is up from 4:43 to 21:32:25.
        case summer = 1_813_269_600
    }

    /// The virtual home has devices of these names; each name must mean one device.
    private static let ownNames = ["Doorbell", "Chime"]

    let clock: ManualClock
    let sent: SentRequests
    let rooms: VirtualHome
    let porch: TestHouse
    let fixture: HubFixture
    let structure: Structure

    /// - Parameters:
    ///   - isHeated: Whether there is a thermostat, which reports the temperature every five seconds.
    ///   - file: The file of the hub's store; nil for one in memory.
    static func start(
        _ day: Day = .winter, at hour: Int64, _ minute: Int64 = 0, isHeated: Bool = false, file: String? = nil
    ) async throws -> FurnishedHouse {
        let midnight = Duration.seconds(day.rawValue)
        let clock = ManualClock(sinceEpoch: midnight + .seconds(hour * 3_600 + minute * 60))
        let sent = SentRequests(clock: clock, midnight: midnight)
        let rooms = VirtualHome(
            clock: clock,
            devices: DemoHouse.devices(seed: 1, isLively: false).filter { isHeated || $0.id != "thermostat" }
                .filter { !ownNames.contains($0.name) })
        let porch = TestHouse([TestHouse.waterValve, TestHouse.doorbell, TestHouse.chime])
        let fixture = try await HubFixture.start([], file: file, clock: clock) { hub in
            try await hub.placeFirstStructure(
                timeZone: "Europe/Berlin", location: StoredLocation(latitude: 52.52, longitude: 13.4))
            try await hub.attach(sent.noting(rooms))
            try await hub.attach(sent.noting(porch))
        }
        let structure = try require(try await fixture.home.structures().list().first)
        return FurnishedHouse(
            clock: clock, sent: sent, rooms: rooms, porch: porch, fixture: fixture, structure: structure)
    }

    func device(_ id: String) async throws -> HomeDevice { try await fixture.device(id) }

    /// Saves an automation that has no issues.
    func add(_ draft: any DraftAutomation) async throws -> any Automation {
        let saved = try await structure.createAutomation(draft)
        expect(saved.validationIssues.map(\.details), equals: [])
        return saved
    }

    /// Presses the button beside the door.
    func ring() {
        let pressed = Google.DoorbellPressTrait.DoorbellPressedEvent.self
        porch.happen(
            .init(endpoint: 1, traitID: pressed.traitID, eventID: pressed.eventID, fields: [:]), on: "doorbell")
    }

    /// Lets time pass once the hub is idle.
    func pass(_ time: Duration) async throws {
        try await until { try await isResting }
        await clock.advance(by: time)
    }

    /// Waits until as many requests were sent and all runs wait or have ended: then exactly these lines were sent.
    func expectSent(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await until { sent.lines.count >= lines.count ? try await isResting : false }
        expect(sent.lines, equals: lines, sourceLocation: sourceLocation)
    }

    /// Waits until a run waits for a time or a change.
    func isWaiting(_ automation: any Automation) async throws {
        try await until {
            let isAlive = try await runs(of: automation.id).runs.contains { $0.end == nil }
            return isAlive ? try await isResting : false
        }
    }

    /// Waits until as many runs have ended, and returns their reasons, the oldest first.
    func ends(of automation: any Automation, _ count: Int) async throws -> [Hearth_V1_AutomationEnd.Reason] {
        func ended() async throws -> [Hearth_V1_AutomationEnd.Reason] {
            try await runs(of: automation.id).runs.reversed().compactMap { $0.end?.reason }
        }
        try await until { try await ended().count >= count }
        return try await ended()
    }

    /// Waits until a start was prevented, and returns the reason.
    func reasonOfNoStart(of automation: any Automation) async throws -> Hearth_V1_AutomationEnd.Reason? {
        try await until { try await !runs(of: automation.id).nonStarts.isEmpty }
        return try await runs(of: automation.id).nonStarts.last?.last?.reason
    }

    func stop() async {
        await fixture.stop()
    }

    private func runs(of id: String) async throws -> Hearth_V1_ListRunsResponse {
        try await Hearth_V1_AutomationClient(fixture.client).listRuns(.init(automationID: id))
    }

    /// Whether each run has ended or waits for a time or a change, and none for a device.
    private var isResting: Bool {
        get async throws {
            for automation in try await structure.listAutomations() {
                for run in try await runs(of: automation.id).runs where run.end == nil {
                    var waits = false
                    for step in run.progress {
                        switch step.progress {
                        case .acting?, .actingTogether?: return false
                        case .waiting?, .childRun?: waits = true
                        default: break
                        }
                    }
                    guard waits else { return false }
                }
            }
            return true
        }
    }
}
