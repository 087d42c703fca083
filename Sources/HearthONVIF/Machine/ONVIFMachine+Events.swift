internal import HearthCameraMedia
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthHTTPDigest
internal import HearthXML

// The device, and its events.
extension ONVIFMachine {
    /// All is known: ends a probe, or describes the device and subscribes to its events.
    mutating func known(_ now: Duration) -> [Action] {
        guard !profiles.isEmpty else {
            return fail(
                ONVIFError(
                    .notSupported, "\(settings.host) has no stream in H.264 or H.265",
                    wayOut: "choose one of these codecs in the camera's settings"), now)
        }
        guard case .states = purpose else {
            isStarted = false
            isRunning = false
            return [
                .order(.finished(.success(ProbedCamera(information: information))))
            ]
        }
        describedAt = now
        addresses = learnt
        unreachableAt = nil
        loginPause.accepted()
        var actions = describe()
        if !isReachable {
            isReachable = true
            actions.append(.call(.reachable(deviceID, true)))
        }
        actions.append(.call(.health(.online)))
        if services?.events == nil {
            checkAt = now + Self.retryTime
            return actions + remember()
        }
        return actions + ask(.subscribe, now)
    }

    /// Describes the device, if its description is news.
    private mutating func describe() -> [Action] {
        let device = CameraDescription.device(
            deviceID, information, profiles, memory, hasPictures: addresses?.pictures.isEmpty == false)
        guard device != described else { return [] }
        described = device
        return [.call(.describe(device))]
    }

    private func remember() -> [Action] { [.call(.remember(memory.bytes))] }

    /// The camera keeps a subscription for the hub.
    mutating func subscribed(_ content: XMLValue, _ now: Duration) -> [Action] {
        guard let subscription = EventSubscription(content, host: settings.host) else {
            return unsubscribed("its answer names no subscription", now)
        }
        memory.subscription = subscription
        states.subscribed()
        renewAt = now + Self.renewTime
        // Stored first: a subscription that nothing knows of fills the camera.
        let actions = remember() + ask(.pull, now)
        guard isWithoutEvents else { return actions }
        isWithoutEvents = false
        return [.call(.health(.online))] + actions
    }

    /// The camera refuses a subscription; the rest of it works.
    mutating func unsubscribed(_ why: String, _ now: Duration) -> [Action] {
        subscribeAt = now + Self.retryTime
        isWithoutEvents = true
        return [
            .call(
                .health(
                    .needsAttention(
                        reason: "\(settings.host) sends no events: \(why)",
                        wayOut: "restart the camera if other programs have used up its subscriptions")))
        ]
    }

    /// Events have come, or the time without any is over.
    mutating func pulled(_ content: XMLValue, _ now: Duration) -> [Action] {
        let messages = CameraMessage.all(content)
        pullAt = now + Self.pullPause
        let before = memory
        for message in messages { note(message) }
        var actions = before == memory ? [] : describe() + remember()
        for report in states.take(messages, at: sinceEpoch(), now: now) { actions += self.report(report) }
        return actions
    }

    /// Notes a topic or an input that the camera has not named before.
    private mutating func note(_ message: CameraMessage) {
        guard let meaning = CameraTopic.meaning(message.topic) else { return }
        memory.topics.insert(message.topic)
        if meaning == .input, !memory.inputs.contains(message.source), memory.inputs.count < CameraMemory.mostInputs {
            memory.inputs.append(message.source)
        }
    }

    func report(_ report: EntityReport?) -> [Action] {
        guard var report, isReachable else { return [] }
        report.deviceID = deviceID
        return [.call(.report(report))]
    }
}
