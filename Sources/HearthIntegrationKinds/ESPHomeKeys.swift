internal import HearthESPHome
internal import HearthEntities
internal import HearthEventLoop
internal import HearthIntegrations
internal import HearthTraitCore

/// First keys of ESPHome devices: the hub gives a device that has none its key, and takes it away again.
struct ESPHomeKeys: Sendable {
    /// How long the firmware takes to use a new key, after it has stored it and answered. It says 100 ms
    /// (`api_server.cpp` of ESPHome).
    private static let activation = Duration.milliseconds(500)
    /// How long a removal waits for a device that is to lose its key.
    private static let patience = Duration.seconds(10)

    let loop: EventLoop
    let clock: any HomeClock
    let notice: @Sendable (String) -> Void

    /// Gives a device its first key.
    ///
    /// Where the firmware can, the key travels encrypted by the key of zeros. Firmware before 2026.7 takes it in clear
    /// text only.
    ///
    /// - Parameter settings: with the key.
    /// - Throws: an error only if the device surely has not taken the key.
    func give(_ settings: ESPHomeSettings) async throws(ESPHomeError) {
        guard let key = settings.key else { return }
        for present in [ESPHomeKey.unset, nil] {
            var keyless = settings
            keyless.key = present
            do throws(ESPHomeError) {
                try await ESPHomeLink.setKey(key, of: keyless, loop: loop)
                notice("gave the ESPHome device at \(settings.host) its first encryption key")
                return await clock.sleep(for: Self.activation)
            } catch {
                switch error.code {
                case .hasNoEncryption where present != nil: continue
                case .unreachable, .keyRefused, .hasNoEncryption, .wrongDevice: throw error
                // It has a key, or its answer was lost. The link finds out whether the key is this one.
                default: return await clock.sleep(for: Self.activation)
                }
            }
        }
    }

    /// Takes the key away from a device, so that other clients can add it. A device that can't be reached keeps it.
    func takeAway(_ settings: ESPHomeSettings) async {
        let failure = await withTaskGroup(of: ESPHomeError?.self) { group in
            group.addTask {
                do throws(ESPHomeError) {
                    try await ESPHomeLink.clearKey(of: settings, loop: loop)
                    return nil
                } catch {
                    return error
                }
            }
            group.addTask {
                await clock.sleep(for: Self.patience)
                return ESPHomeError(.timedOut, "\(settings.host) did not answer")
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        // A device without any key does not have this one. Another key may be that of another device at the address.
        guard let failure, failure.code != .hasNoEncryption else { return }
        notice(
            "the ESPHome device at \(settings.host) may keep the encryption key that the hub gave it: \(failure.message); "
                + "erase its flash, or install firmware with another key, before you add it elsewhere")
    }
}

/// A link to a device whose key the hub has given, and takes away when it leaves the device.
struct KeyedESPHomeLink: EntityLink {
    let link: ESPHomeLink
    let settings: ESPHomeSettings
    let keys: ESPHomeKeys

    func start(receiver: any EntityReceiver) async throws { try await link.start(receiver: receiver) }

    func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await link.send(command, to: deviceID)
    }

    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        try await link.run(call, on: deviceID)
    }

    func wake() { link.wake() }

    func withdraw() async { await keys.takeAway(settings) }

    func leftOut(of deviceID: String) async -> [LeftOut] { await link.leftOut(of: deviceID) }

    func stop() async { await link.stop() }
}
