internal import Expectations
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HubTestSupport
internal import Testing

/// A running watch and its messages.
struct Watcher {
    let reader: RPCReader<Hearth_V1_WatchResponse>
    var view = ClientView()

    init(_ reader: RPCReader<Hearth_V1_WatchResponse>) { self.reader = reader }

    init(_ test: TestHub, _ request: Hearth_V1_WatchRequest) async throws {
        reader = try await test.home().watch(request)
    }

    init(
        _ test: TestHub, _ filter: Hearth_V1_WatchFilter = .init(), resumeFrom: [StructurePosition] = [],
        view: ClientView = ClientView(), by principal: Principal = .owner
    ) async throws {
        reader = try await test.home(principal).watch(
            Hearth_V1_WatchRequest(
                filter: filter, resumeFrom: resumeFrom.map { Hearth_V1_Position($0) },
                eventsAfter: view.lastEvents.map { Hearth_V1_EventPosition(structureID: $0.key, number: $0.value) }))
        self.view = view
        self.view.started = nil
    }

    /// A watch that resumes from what a client has.
    init(
        _ test: TestHub, _ filter: Hearth_V1_WatchFilter = .init(), resuming view: ClientView,
        by principal: Principal = .owner
    ) async throws {
        try await self.init(test, filter, resumeFrom: Array(view.positions.values), view: view, by: principal)
    }

    /// A watch that has its snapshot.
    static func atMarker(
        _ test: TestHub, _ filter: Hearth_V1_WatchFilter = .init(), resumeFrom: [StructurePosition] = [],
        view: ClientView = ClientView(), by principal: Principal = .owner
    ) async throws -> Watcher {
        var watcher = try await Watcher(test, filter, resumeFrom: resumeFrom, view: view, by: principal)
        try await watcher.untilMarker()
        return watcher
    }

    /// A watch that has resumed from what a client has.
    static func atMarker(
        _ test: TestHub, _ filter: Hearth_V1_WatchFilter = .init(), resuming view: ClientView,
        by principal: Principal = .owner
    ) async throws -> Watcher {
        try await atMarker(
            test, filter, resumeFrom: Array(view.positions.values), view: view, by: principal)
    }

    /// Takes the next message.
    @discardableResult
    mutating func next() async throws -> Hearth_V1_WatchResponse {
        guard let message = try await reader.next() else { throw RPCError(.internal, "the watch ended") }
        try view.take(message)
        return message
    }

    mutating func untilMarker() async throws {
        let markers = view.markers
        while view.markers == markers { try await next() }
    }

    /// Takes everything in flight: the next message after it is a heartbeat.
    mutating func untilHeartbeat(_ test: TestHub) async throws {
        // The hub has the watch when its first message is here.
        if view.watchID.isEmpty { try await next() }
        let heartbeats = view.heartbeats
        await test.clock.advance(by: .seconds(20))
        // A message that the hub is just sending shortens its silence, and then no heartbeat comes.
        let more = Task {
            while true {
                try await Task.sleep(for: .milliseconds(200))
                await test.clock.advance(by: .seconds(20))
            }
        }
        defer { more.cancel() }
        while view.heartbeats == heartbeats { try await next() }
    }

    /// Expects the client to have what the hub holds.
    func expectTruth(
        _ test: TestHub, _ filter: Hearth_V1_WatchFilter = .init(), _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let truth = test.truth(filter)
        expect(view.differences(from: truth), equals: [], comment, sourceLocation: sourceLocation)
        // Also a trait without values goes with its device.
        expect(view.states, equals: truth.states, comment, sourceLocation: sourceLocation)
    }

    /// Takes messages until the positions equal the hub's, which is idle except for saving and reading.
    mutating func settle(_ test: TestHub, _ filter: Hearth_V1_WatchFilter) async throws {
        for _ in 0..<1_000 {
            try await untilHeartbeat(test)
            if view.positions == test.truth(filter).positions { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

extension TestHub {
    /// The home as the hub holds it, seen through a filter.
    func truth(_ filter: Hearth_V1_WatchFilter = .init()) -> ClientView { hub.truth(filter) }
}
