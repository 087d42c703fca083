internal import HearthBase
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthXML

// What is asked, and how.
extension ONVIFMachine {
    /// Asks the next question of the plan, or acts on the answers.
    mutating func next(_ now: Duration) -> [Action] {
        guard isRunning, jobs[Self.requestLane] == nil else { return [] }
        guard let question = plan.popFirst() else { return describedAt == nil ? known(now) : [] }
        return ask(question, now)
    }

    /// Sends a question.
    mutating func ask(_ question: Question, _ now: Duration) -> [Action] {
        guard let request = request(question) else { return next(now) }
        let wait = question == .pull ? Self.pullTime : .zero
        let job = Job(question: question, request: request, deadline: now + Self.patience + wait)
        return send(job, on: question == .pull ? Self.pullLane : Self.requestLane, now)
    }

    /// Sends a request with its proof.
    mutating func send(_ job: Job, on lane: Int, _ now: Duration) -> [Action] {
        jobs[lane] = job
        let request = access.prove(job.request, isAnonymous: job.question == .time, now: now)
        return [.order(.request(lane, request, port: port(of: job.request)))]
    }

    func port(of request: CameraRequest) -> UInt16 { request.place.port ?? settings.port }

    /// The request of a question; nil if the camera has no service for it.
    private func request(_ question: Question) -> CameraRequest? {
        let device = CameraPlace(settings.path)
        func text(_ namespace: String, _ local: String, _ text: String) -> XMLValue {
            XMLValue(XMLName(namespace, local), text: text)
        }
        switch question {
        case .time: return CameraRequest(device, Namespaces.device, "GetSystemDateAndTime")
        case .endSubscription: return memory.subscription.map { end($0) }
        case .services:
            return CameraRequest(
                device, Namespaces.device, "GetServices", [text(Namespaces.device, "IncludeCapability", "false")])
        case .capabilities:
            return CameraRequest(
                device, Namespaces.device, "GetCapabilities", [text(Namespaces.device, "Category", "All")])
        case .information: return CameraRequest(device, Namespaces.device, "GetDeviceInformation")
        case .endpoint: return CameraRequest(device, Namespaces.device, "GetEndpointReference")
        case .profiles(true):
            return services?.media2.map {
                CameraRequest(
                    $0, Namespaces.media2, "GetProfiles",
                    ["VideoEncoder", "AudioOutput"].map { text(Namespaces.media2, "Type", $0) })
            }
        case .profiles(false):
            return services?.media1.map { CameraRequest($0, Namespaces.media1, "GetProfiles") }
        case .mainStream: return profiles.first.flatMap { stream($0) }
        case .subStream: return subProfile.flatMap { stream($0) }
        case .snapshot: return profiles.first.flatMap { profileRequest($0, "GetSnapshotUri", []) }
        case .topics:
            return events.map { CameraRequest($0, Namespaces.events, "GetEventProperties") }
                .map { addressed($0, "EventPortType/GetEventPropertiesRequest") }
        case .subscribe:
            return events.map {
                CameraRequest(
                    $0, Namespaces.events, "CreatePullPointSubscription",
                    [text(Namespaces.events, "InitialTerminationTime", "PT600S")])
            }.map { addressed($0, "EventPortType/CreatePullPointSubscriptionRequest") }
        case .pull:
            return memory.subscription.map { subscription in
                let request = CameraRequest(
                    subscription.place, Namespaces.events, "PullMessages",
                    [
                        text(Namespaces.events, "Timeout", "PT\(Self.pullTime.wholeSeconds)S"),
                        text(Namespaces.events, "MessageLimit", "\(CameraMessage.most)"),
                    ])
                return addressed(
                    request, "PullPointSubscription/PullMessagesRequest", parameters: subscription.parameters)
            }
        case .renew:
            return memory.subscription.map { subscription in
                let request = CameraRequest(
                    subscription.place, Namespaces.notification, "Renew",
                    [text(Namespaces.notification, "TerminationTime", "PT600S")])
                return managed(request, "RenewRequest", subscription)
            }
        }
    }

    /// The request that ends a subscription.
    func end(_ subscription: EventSubscription) -> CameraRequest {
        managed(
            CameraRequest(subscription.place, Namespaces.notification, "Unsubscribe"), "UnsubscribeRequest",
            subscription)
    }

    private var events: CameraPlace? { services?.events }

    /// A request of the events' own interfaces.
    private func addressed(
        _ request: CameraRequest, _ action: String, parameters: [XMLValue] = []
    ) -> CameraRequest {
        request.addressed(
            action: "\(Namespaces.events)/\(action)", messageID: messageID, parameters: parameters,
            host: settings.authority(port: port(of: request)))
    }

    /// A request of the interface that manages subscriptions.
    private func managed(
        _ request: CameraRequest, _ action: String, _ subscription: EventSubscription
    ) -> CameraRequest {
        request.addressed(
            action: "http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/\(action)", messageID: messageID,
            parameters: subscription.parameters, host: settings.authority(port: port(of: request)))
    }

    private var messageID: String { MessageID.make(random) }

    private func stream(_ profile: MediaProfile) -> CameraRequest? {
        guard !profile.isMedia2 else {
            return profileRequest(
                profile, "GetStreamUri", [XMLValue(XMLName(Namespaces.media2, "Protocol"), text: "RTSP")])
        }
        func schema(_ local: String, text: String = "", _ content: [XMLValue] = []) -> XMLValue {
            XMLValue(XMLName(Namespaces.schema, local), text: text, content)
        }
        let setup = XMLValue(
            XMLName(Namespaces.media1, "StreamSetup"),
            [schema("Stream", text: "RTP-Unicast"), schema("Transport", [schema("Protocol", text: "RTSP")])])
        return profileRequest(profile, "GetStreamUri", [setup])
    }

    private func profileRequest(
        _ profile: MediaProfile, _ operation: String, _ content: [XMLValue]
    ) -> CameraRequest? {
        let namespace = profile.isMedia2 ? Namespaces.media2 : Namespaces.media1
        return (profile.isMedia2 ? services?.media2 : services?.media1).map {
            CameraRequest(
                $0, namespace, operation,
                content + [XMLValue(XMLName(namespace, "ProfileToken"), text: profile.token)])
        }
    }

    /// The profile for small pictures: the largest that is smaller than the main one and has at most 1024 × 768 points,
    /// else the smallest. One in H.264 if any of these is, as only some browsers show H.265.
    var subProfile: MediaProfile? {
        let smaller = profiles.dropFirst().filter { $0.pixels < (profiles.first?.pixels ?? 0) }
        let known = smaller.filter(\.isH264)
        let fitting = known.isEmpty ? smaller : known
        return fitting.first { $0.pixels <= 1_024 * 768 } ?? fitting.last
    }
}

/// IDs of messages.
enum MessageID {
    /// A random UUID as a name (RFC 4122, section 4.4).
    static func make(_ random: (Int) -> [UInt8]) -> String {
        var bytes = Array(random(16).prefix(16))
        bytes += [UInt8](repeating: 0, count: max(0, 16 - bytes.count))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = hex(bytes)
        var parts: [Substring] = []
        var rest = text[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return "urn:uuid:" + parts.joined(separator: "-")
    }
}
