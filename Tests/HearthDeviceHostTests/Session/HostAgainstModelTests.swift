@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// The hub's handling of a host's messages, as simple as possible.
private struct ModelHub {
    struct Device: Hashable {
        var endpoints: Set<UInt32>
        var isOn: Bool
        var isOnline: Bool
    }

    var devices: [String: Device] = [:]
    /// Added in this call.
    private var known: Set<String> = []
    /// Violations for which a hub ends the call.
    private(set) var misuses: [String] = []
    private(set) var hasRefused = false
    /// The received presses of each device's buttons, in order.
    private(set) var pressed: [String: [UInt64]] = [:]
    private(set) var taken: UInt64 = 0

    /// - Returns: The hub's answer.
    mutating func read(_ content: Hearth_V1_AttachRequest.OneOf_Content, refuses: Bool) -> Hearth_V1_AttachResponse? {
        switch content {
        case .hello: return .welcome(stored: taken, taken: taken)
        case .bring(let bring):
            known.formUnion(bring.devices.compactMap { $0.device?.id })
            if refuses {
                hasRefused = true
                return .brought(bring.callID, RPCError(.unavailable, "not now"))
            }
            for device in bring.devices {
                devices[device.device?.id ?? ""] = Device(
                    endpoints: Set(device.device?.endpoints.map(\.id) ?? []), isOn: device.isOn ?? false,
                    isOnline: true)
            }
            return .brought(bring.callID)
        case .remove(let remove):
            for id in remove.deviceIDs { devices[id] = nil }
            known.subtract(remove.deviceIDs)
        case .report(let report):
            guard known.contains(report.deviceID) else {
                misuses.append("\(report.deviceID) was not brought")
                return nil
            }
            let answer = report.number == 0 ? nil : Hearth_V1_AttachResponse.stored(report.number)
            taken = max(taken, report.number)
            guard var device = devices[report.deviceID] else { return answer }
            pressed[report.deviceID, default: []] += report.events.compactMap(\.position)
            let places = report.states.map(\.target?.endpoint) + report.events.map(\.target?.endpoint)
            if places.contains(where: { !device.endpoints.contains($0 ?? 99) }) {
                misuses.append("\(report.deviceID) speaks of \(places), and has \(device.endpoints)")
            }
            device.isOn = report.isOn ?? device.isOn
            device.isOnline = report.connectivity.map { $0.state == .online } ?? device.isOnline
            devices[report.deviceID] = device
            return answer
        case .result, .remember, .ping: break
        }
        return nil
    }

    mutating func lose() {
        known = []
        hasRefused = false
        for id in devices.keys { devices[id]?.isOnline = false }
    }
}

extension Hearth_V1_EventReport {
    fileprivate var position: UInt64? {
        guard let kind = Sample.button.event(eventID), let bytes = payload?.value,
            case .unsigned(let position)? = try? Sample.button.decodeEvent(kind, bytes.span.bytes)[0]
        else { return nil }
        return position
    }
}

/// A host against a model of its hub.
@Suite struct HostAgainstModelTests {
    private static let ids = ["a", "b", "c", "d"]

    /// Whatever comes and goes, and wherever the call breaks: in the end the hub has the host's state.
    @Test(arguments: (0..<50).map { _ in UInt64.random(in: 0...UInt64.max) })
    func theHubHasInTheEndWhatTheHostHas(seed: UInt64) {
        var random = Seeded(state: seed)
        var hub = ModelHub()
        var machine = AttachMachine.sample()
        var truth: [String: ModelHub.Device] = [:]
        var toHub: [Hearth_V1_AttachRequest.OneOf_Content] = []
        var toHost: [Hearth_V1_AttachResponse] = []
        var isRefusing = true
        var presses: UInt64 = 0

        func read() {
            guard !toHub.isEmpty else { return }
            let refuses = isRefusing && Int.random(in: 0..<8, using: &random) == 0
            if let answer = hub.read(toHub.removeFirst(), refuses: refuses) { toHost.append(answer) }
        }
        func send() {
            if let content = machine.takeOutgoing(now: .zero)?.content { toHub.append(content) }
        }
        func receive() {
            guard !toHost.isEmpty else { return }
            for action in machine.received(toHost.removeFirst(), now: .zero) where action.stored != nil {
                _ = machine.started([])
            }
        }
        func happen() {
            let id = Self.ids.randomElement(using: &random) ?? "a"
            switch Int.random(in: 0..<7, using: &random) {
            case 0:
                let device = ModelHub.Device(
                    endpoints: Bool.random(using: &random) ? [0, 1, 2] : [0, 1], isOn: Bool.random(using: &random),
                    isOnline: true)
                _ = machine.add(Sample.lamp(id, isOn: device.isOn, hasPart: device.endpoints.contains(2)))
                truth[id] = device
            case 1:
                _ = machine.remove(id)
                truth[id] = nil
            case 2, 3:
                let isOn = Bool.random(using: &random)
                _ = machine.report(Sample.turned(id, on: isOn))
                truth[id]?.isOn = isOn
            case 4:
                let isOnline = Bool.random(using: &random)
                _ = machine.report(isOnline ? Sample.online(id) : Sample.offline(id))
                truth[id]?.isOnline = isOnline
            default:
                presses += 1
                let endpoint: UInt16 = truth[id]?.endpoints.contains(2) == true ? 2 : 1
                _ = machine.report(Sample.pressed(id, presses, endpoint: endpoint))
            }
        }
        func cut() {
            // Some of it still arrives.
            for _ in 0..<Int.random(in: 0...toHub.count, using: &random) { read() }
            toHub = []
            toHost = []
            hub.lose()
            _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
            for _ in 0..<Int.random(in: 0..<4, using: &random) { happen() }
            _ = machine.begin(now: .zero)
        }
        func settle() {
            repeat {
                send()
                read()
                receive()
                // Postponed devices are sent again.
                _ = machine.timePassed(now: .seconds(29))
                send()
            } while !toHub.isEmpty || !toHost.isEmpty
        }

        _ = machine.begin(now: .zero)
        settle()
        for _ in 0..<600 {
            switch Int.random(in: 0..<30, using: &random) {
            case 0..<10: happen()
            case 10..<17: send()
            case 17..<23: read()
            case 23..<28: receive()
            case 28 where Bool.random(using: &random): cut()
            case 29 where Bool.random(using: &random):
                settle()
                if !hub.hasRefused { expect(hub.devices, equals: truth, "seed \(seed)") }
            default: break
            }
        }
        cut()
        isRefusing = false
        settle()
        expect(hub.devices, equals: truth, "seed \(seed)")
        expect(hub.misuses.isEmpty, "seed \(seed)")
        // Those of a device that came and went may be lost with it; none comes twice or out of order.
        for (id, numbers) in hub.pressed { expect(numbers, equals: Set(numbers).sorted(), "\(id), seed \(seed)") }
        expect(machine.unconfirmed.count, equals: 0, "seed \(seed)")
        expect(machine.isAttached, "seed \(seed)")
    }
}
