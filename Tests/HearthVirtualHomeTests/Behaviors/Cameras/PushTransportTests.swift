internal import Expectations
internal import HearthTraitCore
internal import HearthTraits
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// Where a camera's recordings go: the rules of PushAvStreamTransport.
@Suite struct PushTransportTests {
    private typealias T = Matter.PushAvStreamTransportTrait
    private typealias Options = T.TransportOptionsStruct

    private static let onMotion = Options(
        streamUsage: .recording, videoStreamID: .null, audioStreamID: .null, tlsEndpointID: 1,
        url: "https://recorder.example/in",
        triggerOptions: T.TransportTriggerOptionsStruct(
            triggerType: .motion, motionZones: .null, motionSensitivity: .value(5),
            motionTimeControl: T.TransportMotionTriggerTimeControlStruct(
                initialDuration: 10, augmentationDuration: 5, maxDuration: 20, blindDuration: 30),
            maxPreRollLen: 4_000),
        ingestMethod: .cmafIngest,
        containerOptions: T.ContainerOptionsStruct(
            containerType: .cmaf,
            cmafContainerOptions: T.CMAFContainerOptionsStruct(
                cmafInterface: .interface1, segmentDuration: 4_000, chunkDuration: 1_000)))

    private static func options(_ change: (inout Options) -> Void) -> Options {
        var options = onMotion
        change(&options)
        return options
    }

    private static let onCommand = options {
        $0.triggerOptions = T.TransportTriggerOptionsStruct(triggerType: .command, maxPreRollLen: 0)
    }

    /// A camera with connections, all of them active.
    private func bench(_ connections: Options...) throws -> Bench {
        var bench = Bench(Parts.camera())
        for connection in connections {
            try bench.send(T.self, 0, T.Commands.AllocatePushTransport(transportOptions: connection))
        }
        try bench.send(T.self, 4, T.Commands.SetTransportStatus(transportStatus: .active))
        return bench
    }

    private func connections(_ bench: Bench) throws -> [T.TransportConfigurationStruct] {
        try require(bench.attributes(PushTransportBehavior.self).currentConnections)
    }

    @Test func aConnectionIsInactiveAtFirst() throws {
        var bench = Bench(Parts.camera())
        let answer = try bench.send(T.self, 0, T.Commands.AllocatePushTransport(transportOptions: Self.onMotion))
        let expected = T.TransportConfigurationStruct(
            connectionID: 1, transportStatus: .inactive, transportOptions: Self.onMotion, fabricIndex: 1)
        try expect(connections(bench), equals: [expected])
        expect(answer != nil)
        try expect(connections(bench.restarted(Parts.camera())), equals: [expected])
    }

    @Test func connectionsAreChangedAndRemoved() throws {
        var bench = try bench(Self.onMotion, Self.onCommand)
        try expect(connections(bench).map(\.transportStatus), equals: [.active, .active])
        let changed = Self.options { $0.triggerOptions.motionSensitivity = .value(10) }
        try bench.send(T.self, 3, T.Commands.ModifyPushTransport(connectionID: 1, transportOptions: changed))
        try bench.send(T.self, 4, T.Commands.SetTransportStatus(connectionID: 2, transportStatus: .inactive))
        try expect(connections(bench).map(\.transportOptions), equals: [changed, Self.onCommand])
        try expect(connections(bench).map(\.transportStatus), equals: [.active, .inactive])
        try bench.send(T.self, 2, T.Commands.DeallocatePushTransport(connectionID: 1))
        try expect(connections(bench).map(\.connectionID), equals: [2])
    }

    @Test func connectionsThatAreNotThereAreNotFound() throws {
        var bench = try bench()
        expect(
            status { try bench.send(T.self, 2, T.Commands.DeallocatePushTransport(connectionID: 1)) }, equals: .notFound
        )
        expect(status { try bench.send(T.self, 6, T.Commands.FindTransport()) }, equals: .notFound)
        expect(status { try bench.send(T.self, 6, T.Commands.FindTransport(connectionID: 3)) }, equals: .notFound)
    }

    @Test(
        "Options that do not fit each other are refused",
        arguments: [
            (options { $0.triggerOptions.motionTimeControl = nil }, MatterStatus.invalidCommand),
            (options { $0.triggerOptions.motionSensitivity = .absent }, .invalidCommand),
            (options { $0.triggerOptions.maxPreRollLen = nil }, .invalidCommand),
            (options { $0.triggerOptions.triggerType = .continuous }, .invalidCommand),
            (
                options {
                    $0.videoStreamID = .absent
                    $0.audioStreamID = .absent
                }, .invalidCommand
            ),
            (options { $0.containerOptions.cmafContainerOptions = nil }, .invalidCommand),
            (options { $0.url = "http://recorder.example/in" }, .failure),
            (options { $0.streamUsage = .analysis }, .failure),
        ])
    func refuses(options: Matter.PushAvStreamTransportTrait.TransportOptionsStruct, expected: MatterStatus) throws {
        var bench = Bench(Parts.camera())
        expect(
            status { try bench.send(T.self, 0, T.Commands.AllocatePushTransport(transportOptions: options)) },
            equals: expected)
        try expect(connections(bench), equals: [])
    }

    @Test func connectionsAreLimited() throws {
        var bench = Bench(Parts.camera())
        for _ in 0..<8 {
            try bench.send(T.self, 0, T.Commands.AllocatePushTransport(transportOptions: Self.onCommand))
        }
        expect(
            status { try bench.send(T.self, 0, T.Commands.AllocatePushTransport(transportOptions: Self.onCommand)) },
            equals: .resourceExhausted)
    }

    /// Begins and ends, with the seconds since `start`.
    private func recordings(_ bench: inout Bench, _ steps: [(pass: Int, moves: Bool)]) -> [String] {
        var told: [String] = []
        var seconds = 0
        for step in steps {
            for _ in 0..<step.pass {
                let count = bench.events.count
                bench.pass(.seconds(1))
                seconds += 1
                told += bench.events.dropFirst(count).map { "\($0.eventID == 0 ? "begin" : "end") \(seconds)" }
            }
            guard step.moves else { continue }
            let count = bench.events.count
            bench.sense(.motion)
            told += bench.events.dropFirst(count).map { "\($0.eventID == 0 ? "begin" : "end") \(seconds)" }
        }
        return told
    }

    @Test func motionRecordsUntilTheLongestTime() throws {
        var bench = try bench(Self.onMotion)
        expect(
            recordings(&bench, [(5, true), (30, false), (0, true), (1, false)]), equals: ["begin 5", "end 15"],
            "blind for 30 s")
        expect(
            recordings(&bench, [(60, true), (5, true), (5, true), (5, true), (30, false)]),
            equals: ["begin 60", "end 80"])
    }

    @Test func aCommandRecordsOnAnActiveConnection() throws {
        var bench = try bench(Self.onCommand, Self.onMotion)
        func trigger(_ connection: UInt16) throws {
            try bench.send(
                T.self, 5,
                T.Commands.ManuallyTriggerTransport(connectionID: connection, activationReason: .doorbellPressed))
        }
        try trigger(1)
        expect(status { try bench.send(T.self, 2, T.Commands.DeallocatePushTransport(connectionID: 1)) }, equals: .busy)
        expect(recordings(&bench, [(20, false)]), equals: ["end 10"])
        expect(status { try trigger(2) }, equals: .failure)
        try bench.send(T.self, 4, T.Commands.SetTransportStatus(transportStatus: .inactive))
        expect(status { try trigger(1) }, equals: .failure)
    }
}
