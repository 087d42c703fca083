internal import HearthBase
package import HearthDeviceLinks
package import HearthEntities
internal import HearthJSON
internal import HearthTraitCore
internal import HearthWebSocket

extension ShellyMachine {
    /// The code of a refusal for want of a password.
    private static let unauthorized = 401

    mutating func opened(_ now: Duration) -> [Action] {
        switch purpose {
        case .probe: request(.info, ShellyCall("Shelly.GetDeviceInfo"), now)
        // Two requests, one after the other: many devices that start at once must not be flooded.
        case .states: read(now)
        }
    }

    /// Reads the configuration, and then the status.
    mutating func read(_ now: Duration) -> [Action] {
        isReading = true
        (readBytes, config, status) = (0, [:], [:])
        return request(.config, ShellyCall("Shelly.GetConfig"), now)
    }

    mutating func request(_ kind: Request.Kind, _ call: ShellyCall, _ now: Duration) -> [Action] {
        queue.append(Request(kind: kind, call: call, deadline: now + Self.patience))
        return sendQueued()
    }

    /// Sends what waits. A device with a password has one request at a time, as each of its challenges makes the proofs
    /// for earlier ones invalid (since firmware 2.0).
    private mutating func sendQueued() -> [Action] {
        var actions: [Action] = []
        while requests.count < (settings.password == nil ? 2 : 1), let next = queue.popFirst() { actions += send(next) }
        return actions
    }

    private mutating func send(_ request: Request) -> [Action] {
        lastNumber = lastNumber % 1_000_000 + 1
        // Also without a connection, whose end then ends the request.
        requests[lastNumber] = request
        guard let session, session.isOpen else { return [] }
        var proof: JSONValue?
        if let password = settings.password { proof = digest?.proof(password: password, clientNonce: hex(random(16))) }
        return [
            .order(.write(session.text(ShellyFrame.request(lastNumber, request.call, auth: proof), mask: mask())))
        ]
    }

    package mutating func send(
        _ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration
    ) -> [Action] {
        do throws(TraitError) {
            guard let map, deviceID == map.device.id else {
                throw TraitError(.notFound, "there is no device \(quotedBeginning(deviceID)) at \(settings.host)")
            }
            guard session?.isOpen == true else {
                throw TraitError(.busy, "there is no connection to \(settings.host); try again once it is back")
            }
            guard requests.count + queue.count < Self.mostCommands else {
                throw TraitError(
                    .resourceExhausted, "\(Self.mostCommands) commands wait for \(settings.host) already; try later")
            }
            return request(.command(number), try map.call(command), now)
        } catch {
            return [.answer(number, error)]
        }
    }

    // MARK: - Frames

    mutating func received(text: String, _ now: Duration) -> [Action] {
        if isReading {
            readBytes += text.utf8.count
            guard readBytes <= Self.mostReadBytes else {
                return fail(
                    ShellyError(
                        .disconnected,
                        "\(settings.host) sent more than \(Self.mostReadBytes) bytes while the hub read its state",
                        wayOut: "the hub tries again"), now)
            }
        }
        let frame: ShellyFrame
        do throws(JSONError) {
            guard let read = try ShellyFrame(text) else { return [] }
            frame = read
        } catch {
            return fail(
                ShellyError(
                    .disconnected, "\(settings.host) sent a message that is not JSON: \(error)",
                    wayOut: "the hub tries again", cause: error), now)
        }
        if let sender = frame.source { source = sender }
        switch frame.content {
        case .notification(let method, let parameters): return notified(method, parameters, now)
        case .result(let number, let value):
            guard let request = requests.removeValue(forKey: number) else { return [] }
            return result(value, of: request.kind, now) + sendQueued()
        case .failure(let number, let failure):
            guard let request = requests[number] else { return [] }
            // A failure that ends the connection ends this request too.
            if failure.code == Self.unauthorized { return challenged(failure.message, number, request, now) }
            requests[number] = nil
            return refused(failure, request.kind, now) + sendQueued()
        }
    }

    /// The device wants a proof that the hub knows the password.
    private mutating func challenged(
        _ challenge: String, _ number: Int, _ request: Request, _ now: Duration
    ) -> [Action] {
        guard settings.password != nil else {
            return fail(
                ShellyError(
                    .needsPassword, "\(settings.host) wants a password", wayOut: "give the password of the device"),
                now)
        }
        guard let digest = ShellyDigest(challenge: challenge) else {
            return fail(
                ShellyError(
                    .notSupported, "\(settings.host) asks for the password in an unknown way",
                    wayOut: "update the firmware of the device"), now)
        }
        // A challenge that is too old is no wrong password.
        guard request.repeats < (digest.isStale ? 2 : 1) else {
            return fail(
                ShellyError(
                    .wrongPassword, "\(settings.host) refuses the password", wayOut: "correct the password"), now)
        }
        self.digest = digest
        var request = request
        request.repeats += 1
        requests[number] = nil
        return send(request)
    }

    private mutating func refused(
        _ failure: ShellyFrame.Failure, _ kind: Request.Kind, _ now: Duration
    ) -> [Action] {
        let reason = "\(quotedBeginning(failure.message)) (\(failure.code))"
        switch kind {
        case .command(let number):
            return [.answer(number, TraitError(.failure, "\(settings.host) refused the command: \(reason)"))]
        // Only some models have virtual components.
        case .components: return described(now)
        case .info, .config, .status:
            return fail(
                ShellyError(
                    .notSupported, "\(settings.host) refused to describe itself: \(reason)",
                    wayOut: "update the firmware of the device"), now)
        }
    }

    private mutating func result(_ value: JSONValue, of kind: Request.Kind, _ now: Duration) -> [Action] {
        switch kind {
        case .command(let number): return [.answer(number, nil)]
        case .info: return identified(value, now)
        case .config:
            config = value.members
            guard let mac = Self.mac(config["sys"]?["device"]?["mac"]) else {
                return fail(Self.noShelly(settings), now)
            }
            guard settings.expectedMAC.map({ $0 == mac }) ?? true else {
                return fail(
                    ShellyError(
                        .wrongDevice, "another Shelly answers at \(settings.host), with the MAC address \(mac)",
                        wayOut: "correct the address"), now)
            }
            return request(.status, ShellyCall("Shelly.GetStatus"), now)
        case .status:
            if purpose == .probe { return probed() }
            status = value.members
            guard Self.mayHaveVirtual(source) else { return described(now) }
            return components(from: 0, now)
        case .components(let offset):
            let found = value["components"]?.items ?? []
            for component in found.prefix(Self.mostVirtual) {
                guard let key = component["key"]?.string, key.utf8.count <= 64 else { continue }
                config[key] = component["config"] ?? .null
                status[key] = component["status"] ?? .null
            }
            let next = offset + min(found.count, Self.mostVirtual)
            guard !found.isEmpty, next < min(value["total"]?.integer ?? 0, Self.mostVirtual) else {
                return described(now)
            }
            return components(from: next, now)
        }
    }

    private mutating func components(from offset: Int, _ now: Duration) -> [Action] {
        request(
            .components(from: offset),
            ShellyCall(
                "Shelly.GetComponents",
                [
                    "dynamic_only": .bool(true), "include": .array([.string("config"), .string("status")]),
                    "offset": .number(Double(offset)),
                ]), now)
    }

    /// Whether a model can have virtual components, by its name: those of the third generation and later, and the Pro
    /// models of the second.
    static func mayHaveVirtual(_ source: String) -> Bool {
        let model = source.split(separator: "-").first ?? ""
        return model.contains("pro") || ["g3", "g4", "g5"].contains { model.hasSuffix($0) }
    }

    // MARK: - Who it is

    static func mac(_ value: JSONValue?) -> String? {
        guard let mac = value?.string?.lowercased(), mac.utf8.count == 12,
            mac.utf8.allSatisfy({ hexValue($0) != nil })
        else { return nil }
        return mac
    }

    private static func noShelly(_ settings: ShellySettings) -> ShellyError {
        ShellyError(
            .notSupported, "\(settings.host) does not answer as a Shelly of the second generation or later",
            wayOut: "check the address")
    }

    private mutating func identified(_ value: JSONValue, _ now: Duration) -> [Action] {
        guard let mac = Self.mac(value["mac"]), (value["gen"]?.integer ?? 0) >= 2 else {
            return fail(Self.noShelly(settings), now)
        }
        let name = value["name"]?.string ?? ""
        let isProtected = value["auth_en"]?.bool ?? false
        info = ShellyInfo(
            mac: mac, name: (1...128).contains(name.utf8.count) ? name : value["app"]?.string ?? "Shelly",
            isProtected: isProtected)
        // A device with a password says who it is without a proof, but not its state.
        return isProtected ? request(.status, ShellyCall("Shelly.GetStatus"), now) : probed()
    }

    private mutating func probed() -> [Action] {
        guard let info else { return [] }
        return stop() + [.order(.finished(.success(info)))]
    }
}
