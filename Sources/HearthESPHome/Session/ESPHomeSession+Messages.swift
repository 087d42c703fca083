internal import HearthBase
internal import HearthEntities

extension ESPHomeSession {
    /// The first message.
    mutating func hello() -> [Action] {
        send(HelloRequest(client: "Hearth", major: Self.apiMajor, minor: Self.apiMinor))
    }

    /// The message that firmware before 2026.1 expects before it lists its entities, also without a password. It has the
    /// password only if the device says that it uses one: what answers at the address may be another device.
    private mutating func authenticate() -> [Action] {
        send(AuthenticationRequest(password: info.usesPassword ? settings.password ?? "" : ""))
    }

    /// Takes a message. Messages of unknown types, and those that the present phase does not await, are skipped.
    mutating func take(
        _ type: UInt16, _ bytes: [UInt8], at now: ContinuousClock.Instant, _ reports: inout [EntityReport]
    ) -> [Action] {
        do {
            switch (type, phase) {
            case (PingRequest.id, _): return send(PingResponse())
            case (DisconnectRequest.id, _):
                return left(try DisconnectRequest(reading: bytes))
            case (DisconnectResponse.id, .leaving): return end(nil, isOrderly: true)
            case (_, .leaving): return []
            case (GetTimeRequest.id, _): return [.askTime]
            case (AuthenticationResponse.id, _):
                return try AuthenticationResponse(reading: bytes).isInvalid ? wantsPassword() : []
            case (HelloResponse.id, .hello): return greeted(try HelloResponse(reading: bytes), at: now)
            case (DeviceInfoResponse.id, .info): return described(try DeviceInfoResponse(reading: bytes), at: now)
            case (ListEntitiesDoneResponse.id, .listing): return listed(at: now)
            case (_, .listing):
                // The time limit is for each answer, as devices with many entities list for a while.
                if try catalog.add(type, bytes) { enter(.listing, at: now) }
                return []
            case (NoiseEncryptionSetKeyResponse.id, .settingKey):
                return keyAnswered(try NoiseEncryptionSetKeyResponse(reading: bytes), at: now)
            case (ExecuteServiceResponse.id, .running):
                let answer = try ExecuteServiceResponse(reading: bytes)
                return [.answer(callID: answer.callID, ActionAnswer(answer))]
            case (_, .running):
                try catalog.take(type, bytes, into: &reports)
                return []
            default: return []
            }
        } catch {
            return fail(.malformed, "\(settings.address) sent a malformed message of the type \(type): \(error.text)")
        }
    }

    private mutating func greeted(_ hello: HelloResponse, at now: ContinuousClock.Instant) -> [Action] {
        apiVersion = "\(hello.major).\(hello.minor)"
        guard hello.major <= 2 else {
            return fail(
                .unsupportedVersion,
                "\(settings.address) has version \(apiVersion) of ESPHome's API; Hearth knows versions 1 and 2")
        }
        catalog.context.minor = hello.major == Self.apiMajor ? hello.minor : Self.apiMinor
        if let error = otherDevice(mac: nil, name: settings.expectedMAC == nil ? hello.deviceName : "") {
            return end(error, isOrderly: false)
        }
        enter(.info, at: now)
        return send(DeviceInfoRequest())
    }

    private mutating func described(_ info: DeviceInfoResponse, at now: ContinuousClock.Instant) -> [Action] {
        guard let mac = macDigits(info.mac) else {
            return fail(
                .noIdentity, "\(settings.address) has no MAC address by which Hearth could recognize it")
        }
        if let error = otherDevice(mac: mac, name: info.deviceName) { return end(error, isOrderly: false) }
        (self.info, self.mac) = (info, mac)
        guard !info.usesPassword || settings.password != nil else { return wantsPassword() }
        guard case .setKey(let key) = purpose else {
            enter(.listing, at: now)
            return authenticate() + send(ListEntitiesRequest())
        }
        guard key == nil || takesKey else {
            return fail(
                .keyRefused, "\(settings.address) takes no key: it has one already, or its firmware has no encryption",
                wayOut: "add the device without giving it a key")
        }
        enter(.settingKey, at: now)
        // The firmware expects the key in base64, and takes an empty one for none (api_connection.cpp of ESPHome).
        return authenticate() + send(NoiseEncryptionSetKeyRequest(key: Array((key?.text ?? "").utf8)))
    }

    /// Whether the device has no key yet and takes one. Firmware before 2026.7 does not say so, but speaks without
    /// encryption only while it has no key.
    private var takesKey: Bool { info.takesKey || info.supportsEncryption && settings.key == nil }

    private mutating func listed(at now: ContinuousClock.Instant) -> [Action] {
        let description = ESPHomeDescription(
            mac: mac, name: info.deviceName, version: info.version, apiVersion: apiVersion,
            hasDeepSleep: info.hasDeepSleep, supportsEncryption: info.supportsEncryption, takesKey: takesKey,
            devices: catalog.devices(of: info, mac), leftOut: catalog.leftOut)
        guard purpose == .states else { return [.describe(description)] + disconnect(at: now) }
        enter(.running, at: now)
        return [.describe(description)] + send(SubscribeStatesRequest())
    }

    private mutating func keyAnswered(
        _ answer: NoiseEncryptionSetKeyResponse, at now: ContinuousClock.Instant
    ) -> [Action] {
        guard answer.succeeded else {
            return fail(.keyRefused, "\(settings.address) did not store its key", wayOut: "try again")
        }
        return [.keySet] + disconnect(at: now)
    }

    private mutating func left(_ request: DisconnectRequest) -> [Action] {
        let answer = send(DisconnectResponse())
        // After its key is set, a device ends all connections, for whatever reason.
        guard phase != .leaving else { return answer + end(nil, isOrderly: true) }
        guard request.reason != 1 else {
            return answer
                + end(
                    ESPHomeError(
                        .keyRefused, "\(settings.address) no longer takes a first key",
                        wayOut: "restart the device, and try again at once"),
                    isOrderly: true)
        }
        return answer + end(ESPHomeError(.disconnected, "\(settings.address) took its leave"), isOrderly: true)
    }

    private mutating func wantsPassword() -> [Action] {
        settings.password == nil
            ? fail(.needsPassword, "\(settings.address) wants a password")
            : fail(.wrongPassword, "\(settings.address) refuses the password")
    }
}
