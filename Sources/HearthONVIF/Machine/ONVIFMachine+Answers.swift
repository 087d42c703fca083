internal import HearthBase
internal import HearthCameraMedia
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthXML

// What answers mean.
extension ONVIFMachine {
    mutating func answered(_ lane: Int, _ answer: CameraAnswer, now: Duration) -> [Action] {
        guard let job = jobs.removeValue(forKey: lane) else { return [] }
        if answer.status == 401 { return challenged(job, lane, answer.challenge, now) }
        if (300..<400).contains(answer.status) {
            return fail(
                ONVIFError(
                    .notSupported, "\(settings.host) sends the hub elsewhere, which is refused",
                    wayOut: "check the address and the port; the camera must answer itself"), now)
        }
        switch SOAPMessage.read(answer.body) {
        case .success(let content): return took(job.question, content, now)
        case .failure(let fault) where fault.isOfAuthorization: return challenged(job, lane, nil, now)
        case .failure(let fault): return refused(job.question, fault.reason, now)
        case nil: return refused(job.question, "it answers with the status \(answer.status) and no SOAP", now)
        }
    }

    /// The camera wants a proof, or another one.
    private mutating func challenged(_ job: Job, _ lane: Int, _ challenge: String?, _ now: Duration) -> [Action] {
        if access.challenged(challenge), job.repeats < 2 {
            var again = job
            again.repeats += 1
            return send(again, on: lane, now)
        }
        // Some want a proof even for the time that it needs; the hub's own may be near enough.
        if job.question == .time, describedAt == nil { return learned(time: nil, now) }
        guard access.hasPassword else {
            return fail(
                ONVIFError(
                    .needsPassword, "\(settings.host) wants a user and a password",
                    wayOut: "give those of a user of the camera"), now)
        }
        // The camera's clock may have been set meanwhile, which makes each proof invalid until it is asked again.
        guard describedAt == nil else {
            return fail(
                ONVIFError(.disconnected, "\(settings.host) refuses a proof", wayOut: "the hub asks for its time"), now)
        }
        return fail(
            ONVIFError(
                .wrongPassword, "\(settings.host) refuses the user or the password",
                wayOut: "give those of a user of the camera; some cameras have users of their own for ONVIF"), now)
    }

    /// Takes on the camera's time, or the hub's if the camera does not say a valid one.
    private mutating func learned(time: Duration?, _ now: Duration) -> [Action] {
        access.set(time: time ?? sinceEpoch(), now: now)
        plan.append(.endSubscription)
        plan.append(.services)
        return next(now)
    }

    /// The camera has answered a question.
    private mutating func took(_ question: Question, _ content: XMLValue, _ now: Duration) -> [Action] {
        let settings = settings
        switch question {
        case .time:
            guard describedAt == nil else {
                checkAt = now + Self.retryTime
                return []
            }
            return learned(time: content.systemTime, now)
        case .endSubscription: memory.subscription = nil
        case .services: found(CameraServices(services: content, host: settings.host))
        case .capabilities: found(CameraServices(capabilities: content, host: settings.host))
        case .information:
            let endpoint = information.endpoint
            information = CameraInformation(content)
            information.endpoint = endpoint
            if let expected = settings.expectedSerial, expected != information.serial {
                return fail(
                    ONVIFError(
                        .wrongDevice, "another camera answers at \(settings.host)",
                        wayOut:
                            "correct the address; if the camera was replaced, remove the integration and add the new one"
                    ), now)
            }
        case .endpoint: information.endpoint = CameraInformation.endpoint(content["GUID"]?.trimmed ?? "")
        case .profiles(let isMedia2):
            // Other codecs than these need a decoder that nothing in the hub has.
            profiles = MediaProfile.all(content, isMedia2: isMedia2).filter {
                ["", "H264", "H265"].contains($0.codec.uppercased())
            }
        case .mainStream: addresses?.main = settings.own(content.address, scheme: "rtsp")
        case .subStream: addresses?.sub = settings.own(content.address, scheme: "rtsp")
        case .snapshot: addresses?.snapshot = settings.own(content.address, scheme: "http")
        case .topics: memory.topics.formUnion(content.topics)
        case .subscribe: return subscribed(content, now)
        case .renew: renewAt = now + Self.renewTime
        case .pull: return pulled(content, now)
        }
        return next(now)
    }

    private mutating func found(_ services: CameraServices) {
        self.services = services
        addresses = CameraAddresses(user: settings.user, password: settings.password)
        plan.append(.information)
        if purpose == .probe { plan.append(.endpoint) }
        plan.append(.profiles(isMedia2: services.media2 != nil))
        for question in [Question.mainStream, .subStream, .snapshot, .topics] { plan.append(question) }
    }

    /// The camera refuses a question for another reason than the password.
    private mutating func refused(_ question: Question, _ why: String, _ now: Duration) -> [Action] {
        switch question {
        case .time where describedAt == nil: return learned(time: nil, now)
        case .endSubscription:
            // It has ended by itself.
            memory.subscription = nil
            return next(now)
        case .services:
            plan.append(.capabilities)
            return next(now)
        case .endpoint, .mainStream, .subStream, .snapshot, .topics: return next(now)
        case .profiles(true) where services?.media1 != nil:
            return ask(.profiles(isMedia2: false), now)
        case .subscribe: return unsubscribed(why, now)
        case .renew, .pull, .time:
            return fail(
                ONVIFError(
                    .disconnected, "\(settings.host) refuses to send events: \(why)",
                    wayOut: "the hub subscribes again"), now)
        case .capabilities, .information, .profiles:
            return fail(
                ONVIFError(
                    .notSupported, "\(settings.host) does not answer as a camera with ONVIF: \(why)",
                    wayOut: "check the address, and that ONVIF is switched on in the camera's settings"), now)
        }
    }

    /// The connection of a request has failed.
    mutating func failed(_ lane: Int, _ error: ONVIFError, now: Duration) -> [Action] {
        jobs.removeValue(forKey: lane) == nil ? [] : fail(error, now)
    }

    /// Ends the course, and plans the next one.
    mutating func fail(_ error: ONVIFError, _ now: Duration) -> [Action] {
        guard isStarted, isRunning else { return [] }
        isRunning = false
        if let describedAt, now >= describedAt + Self.provingTime { failures = 0 }
        var actions = [Self.requestLane, Self.pullLane].map { close($0) }
        clear()
        reason = error.message
        if purpose == .probe {
            isStarted = false
            return actions + [.order(.finished(.failure(error)))]
        }
        if error.needsPerson {
            actions += becomeUnreachable()
            actions.append(.call(.health(.needsAttention(reason: error.message, wayOut: error.wayOut))))
        } else if isReachable {
            unreachableAt = unreachableAt ?? now + Self.grace
        } else {
            actions.append(.call(.health(.offline(reason: error.message))))
        }
        let share = Double(random(1).first ?? 0) / 255
        reconnectAt = now + (error.needsPerson ? backoff.maximum : backoff.delay(after: failures, random: share))
        failures = min(failures + 1, 100)
        return actions
    }

    /// The camera has been away for too long.
    mutating func becomeUnreachable() -> [Action] {
        unreachableAt = nil
        guard isReachable else { return [] }
        isReachable = false
        return [.call(.reachable(deviceID, false)), .call(.health(.offline(reason: reason)))]
    }
}
