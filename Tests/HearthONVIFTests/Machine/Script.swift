internal import Expectations
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthHTTP1
@testable internal import HearthONVIF
internal import HearthXML
internal import Testing

/// Plays a camera for a machine. What the machine does is shown as texts: a request by its operation, with `+` for a token
/// and `#` for HTTP Digest.
struct Script {
    var machine: ONVIFMachine
    var now = Duration.zero

    init(
        password: String? = "secret", serial: String? = nil, purpose: ONVIFMachine.Purpose = .states(id: "id"),
        memory: CameraMemory? = nil
    ) {
        machine = ONVIFMachine(
            ONVIFSettings(host: "192.0.2.1", user: "admin", password: password, expectedSerial: serial), purpose,
            sinceEpoch: { .seconds(1_000_000) }, random: { [UInt8](repeating: 7, count: $0) })
        if let memory { machine.recall(memory.bytes) }
    }

    static let answers = [
        "GetSystemDateAndTime": """
        <SystemDateAndTime><UTCDateTime><Time><Hour>7</Hour><Minute>0</Minute><Second>0</Second></Time><Date>
        <Year>2026</Year><Month>5</Month><Day>30</Day></Date></UTCDateTime></SystemDateAndTime>
        """,
        "GetServices": ["ver20/media", "ver10/media", "ver10/events"].map {
            "<Service><Namespace>http://www.onvif.org/\($0)/wsdl</Namespace><XAddr>http://198.51.100.1/\($0)</XAddr></Service>"
        }.joined(),
        "GetCapabilities": """
        <Capabilities><Media><XAddr>http://192.0.2.1:81/media</XAddr></Media></Capabilities>
        """,
        "GetDeviceInformation": """
        <Manufacturer>Acme</Manufacturer><Model>Acme X1</Model><FirmwareVersion>1.2</FirmwareVersion>
        <SerialNumber>S1</SerialNumber>
        """,
        "GetEndpointReference": "<GUID>urn:uuid:A</GUID>",
        "GetProfiles": """
        <Profiles token="s"><Configurations><VideoEncoder><Encoding>H264</Encoding><Resolution><Width>640</Width>
        <Height>360</Height></Resolution></VideoEncoder></Configurations></Profiles><Profiles token="m">
        <Configurations><VideoEncoder><Encoding>H265</Encoding><Resolution><Width>1920</Width><Height>1080</Height>
        </Resolution><RateControl><FrameRateLimit>25</FrameRateLimit></RateControl></VideoEncoder></Configurations>
        </Profiles><Profiles token="j"><VideoEncoderConfiguration><Encoding>JPEG</Encoding></VideoEncoderConfiguration>
        </Profiles><Profiles token="none"/>
        """,
        "GetStreamUri": "<Uri>rtsp://198.51.100.1:554/live</Uri>",
        "GetSnapshotUri": "<Uri>http://198.51.100.1/picture</Uri>",
        "GetEventProperties": """
        <TopicSet><VideoSource><MotionAlarm topic="true"/></VideoSource></TopicSet>
        """,
        "CreatePullPointSubscription": """
        <SubscriptionReference><Address>http://198.51.100.1/pull</Address><ReferenceParameters><Id>7</Id>
        </ReferenceParameters></SubscriptionReference>
        """,
        "PullMessages": "", "Renew": "", "Unsubscribe": "",
    ]

    static func body(_ content: String, _ operation: String = "Answer") -> [UInt8] {
        Array("<e:Envelope xmlns:e='urn:e'><e:Body><\(operation)>\(content)</\(operation)></e:Body></e:Envelope>".utf8)
    }

    static let notAuthorized = CameraAnswer(
        status: 400,
        body: body("<Code><Value>Sender</Value><Subcode><Value>ter:NotAuthorized</Value></Subcode></Code>", "Fault"))
    static let refused = CameraAnswer(status: 500, body: body("<Reason><Text>no</Text></Reason>", "Fault"))

    /// The operation of a request.
    static func operation(_ request: HTTP1ClientRequest) -> String {
        (try? XMLValue(reading: request.body))?["Body"]?.children.first?.name.local ?? "?"
    }

    static func text(_ request: HTTP1ClientRequest) -> String {
        let envelope = try? XMLValue(reading: request.body)
        let token = envelope?.at("Header", "Security") == nil ? "" : "+"
        return operation(request) + token + (request.fields.contains { $0.name == "Authorization" } ? "#" : "")
    }

    static func lines(_ actions: [ONVIFMachine.Action]) -> [String] { actions.compactMap { line($0) } }

    private static func line(_ action: ONVIFMachine.Action) -> String? {
        switch action {
        case .connect: return "connect"
        case .order(.request(let lane, let request, let port)):
            return "\(lane) \(text(request)) \(port)\(request.target)"
        case .order(.farewell(let request, _)): return "farewell \(text(request))"
        case .order(.finished(let result)): return "finished \(result)"
        case .order(.close), .order(.closeAll): return nil
        case .call(.describe(let device)): return "describe \(device.name): \(device.entities.map(\.key))"
        case .call(.report(let report)):
            let states = report.states.map { "\($0.entity)=\($0.values[.on] == .bool(true))" }
            return "report \((states + report.events.map { "\($0.entity)!\($0.type)" }).joined(separator: " "))"
        case .call(.reachable(_, let isReachable)): return "reachable \(isReachable)"
        case .call(.health(let health)): return "\(health)"
        case .call(.remember): return "remember"
        case .call(let call): return "\(call)"
        case .answer(let number, let error): return "\(number) \(error == nil ? "done" : "refused")"
        }
    }

    mutating func start() -> [ONVIFMachine.Action] {
        _ = machine.start(now: now)
        return machine.turnCame(now: now)
    }

    mutating func answers(_ lane: Int, _ answer: CameraAnswer) -> [ONVIFMachine.Action] {
        machine.answered(lane, answer, now: now)
    }

    mutating func passes(_ time: Duration) -> [ONVIFMachine.Action] {
        now += time
        guard let deadline = machine.deadline, deadline <= now else { return [] }
        return machine.timePassed(now: now)
    }

    /// Answers the requests that follow from actions, as the camera does, until none is left or one is held back.
    ///
    /// - Parameter other: other answers, by operation.
    mutating func run(_ actions: [ONVIFMachine.Action], _ other: [String: CameraAnswer] = [:]) -> [String] {
        var (todo, all): ([ONVIFMachine.Action], [String]) = (actions, [])
        for _ in 0..<50 where !todo.isEmpty {
            all += Self.lines(todo)
            var next: [ONVIFMachine.Action] = []
            for case .order(.request(let lane, let request, _)) in todo {
                let name = Self.operation(request)
                guard name != "PullMessages" else { continue }
                let answer = CameraAnswer(status: 200, body: Self.body(Self.answers[name] ?? ""))
                next += answers(lane, other[name] ?? answer)
            }
            todo = next
        }
        return all
    }
}
