internal import HearthBase
@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// The session of a host, as a value.
@Suite struct AttachMachineTests {
    @Test func aCallBeginsWithHelloAndTheTraits() throws {
        var machine = AttachMachine.sample()
        expect(machine.begin(now: .zero).compactMap(\.notice), equals: [.state(.connecting)])
        guard case .hello(let hello)? = machine.takeOutgoing(now: .zero)?.content else {
            Issue.record("the first message is no hello")
            return
        }
        expect(hello.providerID, equals: "p-1")
        expect(hello.name, equals: "Bridge")
        expect(hello.schemas.map(\.id), equals: [Sample.onOff.id, Sample.button.id])
        expectNil(machine.takeOutgoing(now: .zero))
    }

    @Test func providerStartsAtFirstWelcomeWithStoredState() throws {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        let remembered = Hearth_V1_TraitState(
            target: Hearth_V1_Target(deviceID: "lamp", endpoint: 1), traitID: 6,
            attributes: Google_Protobuf_Any(typeName: "x", value: Sample.onOff.encodeAttributes([0: .bool(true)])))
        var unreadable = remembered
        unreadable.target?.endpoint = 2
        unreadable.attributes?.value = [0xFF]
        var unknown = remembered
        unknown.traitID = 0x1234
        let actions = machine.received(.welcome(states: [remembered, unreadable, unknown]), now: .zero)
        expect(actions.compactMap(\.stored).map(\.values), equals: [[Sample.path("lamp"): [0: .bool(true)]]])

        _ = machine.started([Sample.lamp("lamp")])
        machine.bringEverything()
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        _ = machine.begin(now: .zero)
        expect(machine.received(.welcome(states: [remembered]), now: .zero).compactMap(\.stored).isEmpty)
    }

    @Test func aWelcomeInPartsIsOne() {
        func state(_ device: String) -> Hearth_V1_TraitState {
            Hearth_V1_TraitState(
                target: Hearth_V1_Target(deviceID: device, endpoint: 1), traitID: 6,
                attributes: Google_Protobuf_Any(typeName: "x", value: Sample.onOff.encodeAttributes([0: .bool(true)])))
        }
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        expect(machine.received(.welcome(states: [state("old")], stored: nil, moreFollows: true), now: .zero).isEmpty)
        // The call is cut in the middle: the next one starts over.
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        _ = machine.begin(now: .zero)
        for device in ["a", "b"] {
            let part = machine.received(.welcome(states: [state(device)], stored: nil, moreFollows: true), now: .zero)
            expect(part.isEmpty)
        }
        let actions = machine.received(.welcome(states: [state("c")]), now: .zero)
        let on: StructureValue = [0: .bool(true)]
        expect(
            actions.compactMap(\.stored).map(\.values),
            equals: [[Sample.path("a"): on, Sample.path("b"): on, Sample.path("c"): on]])
    }

    @Test func hostIsAttachedOnceDevicesAreSentWhole() throws {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        expect(machine.started([Sample.lamp("a", isOn: true), Sample.lamp("b")]).isEmpty)
        _ = machine.takeOutgoing(now: .zero)
        guard case .bring(let bring)? = machine.takeOutgoing(now: .zero)?.content else {
            Issue.record("nothing is brought")
            return
        }
        expect(bring.devices.map { $0.device?.id }, equals: ["a", "b"])
        expect(bring.devices.map(\.isOn), equals: [true, false])
        expect(bring.devices.first?.suggestedRoom, equals: "Hall")
        let endpoints = try require(bring.devices.first?.device?.endpoints)
        expect(endpoints.map(\.parent), equals: [nil, 0])
        expect(
            endpoints.last?.traits.map(\.name),
            equals: ["hearth.traits.matter.v1.OnOff", "hearth.traits.matter.v1.Switch"])
        expect(machine.received(.brought(bring.callID), now: .zero).compactMap(\.notice), equals: [.state(.attached)])
    }

    /// As while the hub's disk is full.
    @Test func postponedDevicesAreRetriedAndReportedOnce() throws {
        let full = RPCError(.resourceExhausted, "the disk is full")
        var machine = AttachMachine.sample()
        var now = Duration.zero
        var notices: [HostNotice] = []
        /// The devices of each add. The hub answers every add with this error.
        func brought(_ error: RPCError?) -> [[String]] {
            var groups: [[String]] = []
            while let content = machine.takeOutgoing(now: now)?.content {
                guard case .bring(let bring) = content else { continue }
                groups.append(bring.devices.compactMap { $0.device?.id })
                notices += machine.received(.brought(bring.callID, error), now: now).compactMap(\.notice)
            }
            return groups
        }
        _ = machine.begin(now: now)
        _ = machine.received(.welcome(heartbeat: 3_600), now: now)
        _ = machine.started([Sample.lamp("a"), Sample.lamp("b"), Sample.lamp("c")])
        expect(brought(full).last, equals: ["c"])
        expect(notices.filter { if case .refused = $0 { true } else { false } }.count, equals: 3)
        notices = []
        var pauses: [Duration] = []
        for id in ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a"] {
            let due = try require(machine.deadline)
            expect(machine.timePassed(now: due - .milliseconds(1)).isEmpty)
            expect(brought(full).isEmpty)
            pauses.append(due - now)
            now = due
            expect(machine.timePassed(now: now).isEmpty)
            expect(brought(full), equals: [[id]])
        }
        expect(pauses.first, equals: .milliseconds(250))
        expect(pauses.last, equals: .seconds(30))
        expect(pauses, equals: pauses.sorted())
        expect(notices.isEmpty)
        // An event meanwhile is sent with the device.
        _ = machine.report(Sample.pressed("c"))
        now = try require(machine.deadline)
        _ = machine.timePassed(now: now)
        expect(brought(nil), equals: [["b"], ["c", "a"]])
        expect(machine.brought, equals: ["a", "b", "c"])
        expect(machine.deadline, equals: now + .seconds(3_600))
    }

    @Test func retriesEndWithTheirDeviceOrTheCall() throws {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started([Sample.lamp("a")])
        func refuseAll() {
            while let content = machine.takeOutgoing(now: .zero)?.content {
                guard case .bring(let bring) = content else { continue }
                _ = machine.received(.brought(bring.callID, RPCError(.unavailable, "later")), now: .zero)
            }
        }
        refuseAll()
        _ = machine.remove("a")
        expect(machine.deadline, equals: .seconds(30))
        _ = machine.add(Sample.lamp("a"))
        refuseAll()
        expect(machine.deadline.map { $0 < .seconds(30) }, equals: true)
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        expect(machine.reattach().compactMap { $0.device?.id }, equals: ["a"])
        expect(machine.deadline, equals: .seconds(30))
    }

    @Test func aReportGoesOutAsItIsAndNoChangeIsNoReport() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.report(Sample.turned("a", on: true, cause: .client("app")))
        _ = machine.report(Sample.turned("a", on: true))
        let reports = machine.sentReports()
        expect(reports.map(\.isOn), equals: [true])
        expect(reports.first?.cause, equals: Hearth_V1_Cause(.client("app")))
    }

    @Test func anEventIsReportedWithItsPayload() throws {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.report(Sample.pressed("a", 1))
        let event = try require(machine.sentReports().first?.events.first)
        expect(event.eventID, equals: 1)
        let bytes = try require(event.payload?.value)
        let descriptor = try require(Sample.button.event(1))
        try expect(Sample.button.decodeEvent(descriptor, bytes.span.bytes), equals: [0: .unsigned(1)])
        expect(event.payload?.typeURL, equals: "/" + Sample.button.typeName(of: descriptor))
    }

    @Test func changesDuringAnAddFollowTheAdd() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started([Sample.lamp("a")])
        let bring = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        _ = machine.report(Sample.turned("a", on: true))
        _ = machine.report(Sample.pressed("a"))
        expect(machine.sent().isEmpty)
        _ = machine.received(.brought(bring.first?.callID ?? 0), now: .zero)
        let reports = machine.sentReports()
        expect(reports.map(\.isOn), equals: [true])
        expect(reports.first?.events.count, equals: 1)
    }

    @Test func reportBeforeTheProvidersStartIsNotLost() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.report(Sample.turned("a", on: true))
        _ = machine.started([Sample.lamp("a")])
        let brought = machine.sent().flatMap { content -> [Bool?] in
            if case .bring(let bring) = content { bring.devices.map(\.isOn) } else { [] }
        }
        expect(brought, equals: [true])
    }

    @Test func afterACutTheSameDevicesComeWithThePresentValues() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.report(Sample.turned("a", on: true))
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        for index in 0..<10_000 { _ = machine.report(Sample.turned("b", on: index % 2 == 0)) }
        _ = machine.report(Sample.turned("b", on: true))
        expect(machine.outbox.count, equals: 0)
        let devices = machine.reattach()
        expect(devices.map { $0.device?.id }, equals: ["a", "b"])
        expect(devices.map(\.isOn), equals: [true, true])
    }

    @Test func offlineDeviceIsReaddedAsOffline() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.report(Sample.offline("a"))
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        let bring = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        _ = machine.received(.brought(bring.first?.callID ?? 0), now: .zero)
        let reports = machine.sentReports()
        expect(reports.map(\.deviceID), equals: ["a"])
        expect(reports.first?.connectivity?.state, equals: .offline)
    }

    @Test(arguments: [Sample.pressed("a"), Sample.turned("a", on: true)])
    func offlineDeviceStaysOfflineDespiteChanges(change: DeviceChange) {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.report(Sample.offline("a"))
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        let bring = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        _ = machine.report(change)
        _ = machine.received(.brought(bring.first?.callID ?? 0), now: .zero)
        let reports = machine.sentReports()
        expect(reports.count, equals: 1)
        expect(reports.first?.connectivity?.state, equals: .offline)
        expect(reports.first?.events.count, equals: change.events.count)
        expect(reports.first?.states.count, equals: change.attributes.count)
    }

    @Test func aDeviceThatComesOnlineWhileItIsBroughtStaysSo() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.report(Sample.offline("a"))
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        let bring = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        _ = machine.report(Sample.online("a"))
        _ = machine.received(.brought(bring.first?.callID ?? 0), now: .zero)
        expect(machine.sentReports().map(\.connectivity?.state), equals: [.online])
    }

    @Test func valuesAgainstTheSchemaAreNotSent() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        var change = Sample.turned("a", on: true)
        change.attributes[Sample.key]?[0] = .unsigned(3)
        change.attributes[.init(endpoint: 1, traitID: 0x999)] = [0: .bool(true)]
        change.events = [.init(endpoint: 1, traitID: 0x3B, eventID: 99, fields: [:])]
        let mistakes = machine.report(change).compactMap(\.notice)
        expect(mistakes.count, equals: 3)
        expect(mistakes.contains { "\($0)".contains("a/1: OnOff.onOff must be true or false") })
        expect(machine.sent().isEmpty)
    }

    // MARK: Many devices

    @Test func manyDevicesComeInSeveralMessagesOneAfterTheOther() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started((0..<1000).map { Sample.lamp("lamp-\($0)") })
        var ids: [String] = []
        _ = machine.takeOutgoing(now: .zero)
        while case .bring(let bring)? = machine.takeOutgoing(now: .zero)?.content {
            expect(bring.devices.count, isAtMost: 100)
            ids += bring.devices.compactMap { $0.device?.id }
            expectNil(machine.takeOutgoing(now: .zero), "the hub has not answered yet")
            _ = machine.received(.brought(bring.callID), now: .zero)
        }
        expect(ids, equals: (0..<1000).map { "lamp-\($0)" })
        expect(machine.isAttached)
    }

    @Test func aDeviceThatTheHubRefusesDoesNotHinderTheOthers() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started((0..<40).map { Sample.lamp("lamp-\($0)") })
        var taken: Set<String> = []
        var notices: [HostNotice] = []
        _ = machine.takeOutgoing(now: .zero)
        while case .bring(let bring)? = machine.takeOutgoing(now: .zero)?.content {
            let ids = bring.devices.compactMap { $0.device?.id }
            let isBad = ids.contains("lamp-17") || ids.contains("lamp-33")
            if !isBad { taken.formUnion(ids) }
            let error = isBad ? RPCError(.alreadyExists, "another provider's") : nil
            notices += machine.received(.brought(bring.callID, error), now: .zero).compactMap(\.notice)
        }
        expect(taken.count, equals: 38)
        let refusal = HomeError(.alreadyExists, "another provider's")
        expect(
            notices,
            equals: [
                .refused(deviceIDs: ["lamp-17"], refusal), .refused(deviceIDs: ["lamp-33"], refusal), .state(.attached),
            ])
    }

    @Test func devicesComeAndGoWhileAttached() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.add(Sample.lamp("b"))
        var content = machine.sent()
        guard case .bring(let bring)? = content.first else {
            Issue.record("the new device is not brought")
            return
        }
        expect(bring.devices.map { $0.device?.id }, equals: ["b"])
        // Removed before the hub has answered: the removal is sent afterwards.
        _ = machine.remove("b")
        expect(machine.sent().isEmpty)
        _ = machine.received(.brought(bring.callID), now: .zero)
        content = machine.sent()
        expect(content, equals: [.remove(Hearth_V1_RemoveDevices(deviceIDs: ["b"]))])
        _ = machine.report(Sample.turned("a", on: true))
        _ = machine.remove("a")
        _ = machine.remove("of an earlier life")
        expect(
            machine.sent(),
            equals: [
                .remove(Hearth_V1_RemoveDevices(deviceIDs: ["a"])),
                .remove(Hearth_V1_RemoveDevices(deviceIDs: ["of an earlier life"])),
            ])
    }

    @Test func memoryFollowsItsDeviceAndIsResentAfterACut() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started([Sample.lamp("a")])
        machine.remember("a", key: "k", [1])
        let bring = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        expect(machine.sent().isEmpty)
        _ = machine.received(.brought(bring.first?.callID ?? 0), now: .zero)
        for byte in 0..<UInt8.max { machine.remember("a", key: "k", [byte]) }
        let memory = Hearth_V1_Memory(deviceID: "a", key: "k", value: [UInt8.max - 1])
        expect(machine.sent(), equals: [.remember(Hearth_V1_Remember(memory: memory))])
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        machine.remember("a", key: "l", [7])
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        var told: [Hearth_V1_Memory] = []
        while let content = machine.takeOutgoing(now: .zero)?.content {
            if case .remember(let remember) = content { told += [remember.memory].compactMap { $0 } }
            if case .bring(let bring) = content { _ = machine.received(.brought(bring.callID), now: .zero) }
        }
        expect(told, equals: [memory, Hearth_V1_Memory(deviceID: "a", key: "l", value: [7])])
    }

    @Test func deviceRemovedDuringACutIsRemovedNextCall() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        _ = machine.remove("a")
        _ = machine.begin(now: .zero)
        _ = machine.takeOutgoing(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        let content = machine.sent()
        expect(content.first, equals: .remove(Hearth_V1_RemoveDevices(deviceIDs: ["a"])))
        expect(content.count, equals: 2)
    }

    @Test func deviceWithANewTraitMakesTheHostReattach() {
        var machine = AttachMachine(providerID: "p", runID: "r", name: "", structureID: "", traits: [Sample.button])
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        expect(machine.started([Sample.lamp("a")]).compactMap(\.hangUp).count, equals: 1)
        guard case .retry = machine.ended(RPCError(.cancelled, "anew"), chance: 0) else {
            Issue.record("the host gave up")
            return
        }
        _ = machine.begin(now: .zero)
        guard case .hello(let hello)? = machine.takeOutgoing(now: .zero)?.content else { return }
        expect(hello.schemas.map(\.id), equals: [Sample.onOff.id, Sample.button.id])
    }

    @Test func newTraitDuringAttachMakesTheHostReattach() {
        var machine = AttachMachine(providerID: "p", runID: "r", name: "", structureID: "", traits: [Sample.button])
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started([])
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        _ = machine.begin(now: .zero)
        _ = machine.add(Sample.lamp("a"))
        expect(machine.received(.welcome(), now: .zero).compactMap(\.hangUp).count, equals: 1)
        expect(machine.remove("b").isEmpty)
        expect(machine.sent().allSatisfy { if case .bring = $0 { false } else { true } })
        _ = machine.ended(RPCError(.cancelled, "anew"), chance: 0)
        expect(machine.reattach().map { $0.device?.id }, equals: ["a"])
        expect(machine.isAttached)
    }

    @Test func newTraitDuringStartMakesTheHostReattach() {
        var machine = AttachMachine(providerID: "p", runID: "r", name: "", structureID: "", traits: [Sample.button])
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        expect(machine.add(Sample.lamp("a")).isEmpty)
        expect(machine.started([Sample.lamp("b")]).compactMap(\.hangUp).count, equals: 1)
    }

    // MARK: The end of a call

    @Test(arguments: [
        (0, 0.125, 0.25), (1, 0.25, 0.5), (3, 1, 2), (6, 8, 16), (7, 15, 30), (500, 15, 30),
    ])
    func pausesGrowUpToHalfAMinute(failures: Int, least: Double, most: Double) {
        expect(AttachMachine.backoff.delay(after: failures, random: 0), equals: .seconds(least))
        expect(AttachMachine.backoff.delay(after: failures, random: 1), equals: .seconds(most))
    }

    @Test func backoffResetsOnceAttached() {
        var machine = AttachMachine.sample()
        for _ in 0..<9 {
            _ = machine.begin(now: .zero)
            _ = machine.ended(RPCError(.unavailable, "no answer"), chance: 1)
        }
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started([])
        guard case .retry(let pause, let actions) = machine.ended(RPCError(.unavailable, "cut"), chance: 1) else {
            Issue.record("the host gave up")
            return
        }
        expect(pause, equals: .milliseconds(250))
        expect(
            actions.compactMap(\.notice),
            equals: [
                .state(.waiting(pause: .milliseconds(250), reason: HomeError(.unavailable, "cut")))
            ])
    }

    @Test(arguments: [
        RPCError.Code.permissionDenied, .unauthenticated, .unimplemented, .invalidArgument, .failedPrecondition,
        .alreadyExists, .aborted,
    ])
    func aHostThatIsRefusedStops(code: RPCError.Code) {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        guard case .stop(let error) = machine.ended(RPCError(code, "no"), chance: 0) else {
            Issue.record("the host does not end")
            return
        }
        expect(error.message, equals: "no")
    }

    // MARK: Heartbeats

    @Test func aHubThatDoesNotWelcomeIsLeft() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .seconds(5))
        expect(machine.deadline, equals: .seconds(15))
        expect(machine.timePassed(now: .seconds(14)).isEmpty)
        expect(machine.timePassed(now: .seconds(15)).compactMap(\.hangUp).map(\.code), equals: [.unavailable])
    }

    @Test func aHubThatPingsAndDoesNotWelcomeIsLeft() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        for second in 1...9 {
            _ = machine.received(.init(content: .ping(.init())), now: .seconds(second))
            _ = machine.received(.toggle(1, "a"), now: .seconds(second))
        }
        expect(machine.timePassed(now: .seconds(10)).compactMap(\.hangUp).map(\.code), equals: [.unavailable])
    }

    @Test func silentHubIsPingedThenTheCallEnds() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.takeOutgoing(now: .zero)
        _ = machine.received(.welcome(heartbeat: 4), now: .seconds(1))
        expect(machine.deadline, equals: .seconds(4))
        expect(machine.timePassed(now: .seconds(4)).isEmpty)
        expect(machine.takeOutgoing(now: .seconds(4)), equals: Hearth_V1_AttachRequest(content: .ping(.init())))
        expect(machine.deadline, equals: .seconds(8))
        _ = machine.timePassed(now: .seconds(8))
        _ = machine.takeOutgoing(now: .seconds(8))
        expect(machine.deadline, equals: .seconds(9))
        _ = machine.received(.init(content: .ping(.init())), now: .seconds(8.5))
        expect(machine.deadline, equals: .seconds(12))
        expect(machine.timePassed(now: .seconds(17)).compactMap(\.hangUp).map(\.code), equals: [.unavailable])
    }

    @Test func aHeartbeatOutOfReasonIsMadeReasonable() {
        for (asked, taken) in [(UInt32(0), 30), (UInt32.max, 3600)] {
            var machine = AttachMachine.sample()
            _ = machine.begin(now: .zero)
            _ = machine.received(.welcome(heartbeat: asked), now: .zero)
            expect(machine.deadline, equals: .seconds(taken))
        }
    }
}
