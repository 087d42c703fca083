internal import HearthBase
internal import HearthCameraMedia
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthHTTPDigest
internal import HearthXML

// What answers mean.
extension ONVIFMachine {
    mutating func answered(_ lane: Int, _ answer: CameraAnswer, now: Duration) -> [Action] {
        guard let job = jobs.removeValue(forKey: lane) else { return [] }
        if answer.status == 401 { return challenged(job, lane, answer.challenge, now) }
        if (300..<400).contains(answer.status) {
            guard job.question != .endSubscription else { return ended(now) }
            return fail(
                ONVIFError(
                    .notSupported, "\(settings.host) sends the hub elsewhere, which is refused",
                    wayOut: "check the address and the port; the camera must answer itself"), now)
        }
        switch SOAPMessage.read(answer.body) {
        case .success(let content): return took(job.question, content, now)
        case .failure(let fault) where fault.isOfAuthorization: return challenged(job, lane, nil, now)
        case .failure(let fault): return refused(job.question, fault.reason, .notSupported, now)
        case nil:
            // A camera that starts has a web server before it has ONVIF.
            return refused(
                job.question, "it answers with the status \(answer.status) and no SOAP",
                answer.status >= 500 ? .disconnected : .notSupported, now)
        }
    }

    /// The camera wants a proof, or another one.
    private mutating func challenged(_ job: Job, _ lane: Int, _ challenge: String?, _ now: Duration) -> [Action] {
        if access.challenged(challenge, isFirst: job.repeats == 0), job.repeats < 2 {
            var again = job
            again.repeats += 1
            return send(again, on: lane, now)
        }
        // The subscription may be another user's.
        if job.question == .endSubscription { return ended(now) }
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
        plan.append(.services)
        return next(now)
    }

    /// Forgets the subscription of an earlier connection: the camera has ended it, or it ends by itself within ten minutes.
    mutating func ended(_ now: Duration) -> [Action] {
        memory.subscription = nil
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
        case .endSubscription: return ended(now)
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
        case .mainStream: learnt.main = settings.own(content.address, scheme: "rtsp")
        case .subStream: learnt.sub = settings.own(content.address, scheme: "rtsp")
        case .snapshot: learnt.snapshot = settings.own(content.address, scheme: "http")
        case .topics: memory.topics.formUnion(content.topics)
        case .subscribe: return subscribed(content, now)
        case .renew: renewAt = now + Self.renewTime
        case .pull: return pulled(content, now)
        }
        return next(now)
    }

    private mutating func found(_ services: CameraServices) {
        self.services = services
        learnt = CameraAddresses(user: settings.user, password: settings.password)
        plan.append(.information)
        plan.append(.endSubscription)
        if purpose == .probe { plan.append(.endpoint) }
        plan.append(.profiles(isMedia2: services.media2 != nil))
        for question in [Question.mainStream, .subStream, .snapshot, .topics] { plan.append(question) }
    }

    /// The camera refuses a question for another reason than the password.
    ///
    /// - Parameter code: the kind of failure if the camera can't be used without the answer.
    private mutating func refused(
        _ question: Question, _ why: String, _ code: ONVIFError.Code, _ now: Duration
    ) -> [Action] {
        switch question {
        case .time where describedAt == nil: return learned(time: nil, now)
        case .endSubscription: return ended(now)
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
                    code, "\(settings.host) does not answer as a camera with ONVIF: \(why)",
                    wayOut: "check the address, and that ONVIF is switched on in the camera's settings"), now)
        }
    }

    /// The connection of a request has failed.
    mutating func failed(_ lane: Int, _ error: ONVIFError, now: Duration) -> [Action] {
        guard let job = jobs.removeValue(forKey: lane) else { return [] }
        return job.question == .endSubscription ? ended(now) : fail(error, now)
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
        // A camera that was one before starts, or is updated.
        let needsPerson = error.needsPerson && (error.code != .notSupported || described == nil)
        let delay = pause(after: error, needsPerson)
        if needsPerson {
            // Views must neither try a refused password nor show another camera.
            addresses = nil
            actions += becomeUnreachable()
            let wayOut =
                isRefused ? "\(error.wayOut); the hub tries again after \(delay.wholeSeconds) s" : error.wayOut
            actions.append(.call(.health(.needsAttention(reason: error.message, wayOut: wayOut))))
        } else if isReachable {
            unreachableAt = unreachableAt ?? now + Self.grace
        } else {
            actions.append(.call(.health(.offline(reason: error.message))))
        }
        reconnectAt = now + delay
        return actions
    }

    /// The pause before the next course, which is counted.
    private mutating func pause(after error: ONVIFError, _ needsPerson: Bool) -> Duration {
        isRefused = error.isRefusal
        if isRefused { return loginPause.refused() }
        let share = Double(random(1).first ?? 0) / 255
        defer { failures = min(failures + 1, 100) }
        return needsPerson ? backoff.maximum : backoff.delay(after: failures, random: share)
    }

    /// The camera has been away for too long.
    mutating func becomeUnreachable() -> [Action] {
        unreachableAt = nil
        guard isReachable else { return [] }
        isReachable = false
        return [.call(.reachable(deviceID, false)), .call(.health(.offline(reason: reason)))]
    }
}
