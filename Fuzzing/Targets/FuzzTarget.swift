/// The fuzz targets. Each takes any bytes, and stops the process if an invariant is broken.
enum FuzzTarget: String, CaseIterable {
    /// A client's bytes for a server's session.
    case serverSession
    /// A server's bytes for a client's session.
    case clientSession
    /// A client's bytes for an HTTP/1.1 connection, in any pieces, with answers at any time.
    case http1
    /// A browser's headers about the origin of a request.
    case webGate
    /// A browser's request for a file of the page.
    case webFiles
    /// A body of messages, compressed or not, in any pieces.
    case deframer
    /// Protobuf messages of several layouts.
    case message
    /// `grpc-timeout`, `grpc-message`, base64.
    case headerValues
    /// The fields of a header block, decoded as metadata.
    case metadata
    /// Messages, written as JSON.
    case messageToJSON
    /// JSON, read as messages.
    case messageFromJSON
    /// Descriptors of messages, and messages and JSON that use them.
    case descriptors
    /// Automation texts that the fuzzer's bytes build from a grammar, with extreme numbers.
    case automationTexts
    /// Any text, read as an automation.
    case automationText
    /// A broker's bytes, as packets of MQTT 5.0 or 3.1.1, in any pieces.
    case mqttPackets
    /// A broker's bytes for an MQTT session, between requests, losses and time.
    case mqttSession
    /// A device's bytes, cut into frames of ESPHome's API.
    case espHomeFrames
    /// A device's messages of ESPHome's API.
    case espHomeMessages
    /// A device's bytes for an encrypted connection of ESPHome's API.
    case espHomeNoise
    /// A packet of multicast DNS, for a browser and an announcer.
    case multicastDNS
    /// A model of a Zigbee device as zigbee2mqtt describes it, and its state.
    case zigbeeExposes
    /// Messages of a zigbee2mqtt.
    case zigbeeMessages
    /// The discovery documents of a Tasmota device, and its state.
    case tasmotaConfig
    /// Messages of Tasmota devices.
    case tasmotaMessages
    /// A server's bytes for a client of WebSockets, in any pieces.
    case webSocketClient
    /// A Shelly's configuration and statuses.
    case shellyDocuments
    /// A Shelly's frames for a link, between losses, commands and time.
    case shellySession
    /// A server's bytes for a client of HTTP/1.1, in any pieces.
    case http1Client
    /// A stream of server-sent events, in any pieces.
    case sse
    /// A Hue bridge's answers while it is added.
    case huePairing
    /// A Hue bridge's answers and messages for a link, between losses, commands and time.
    case hueSession
    /// Devices that announce themselves at a broker, and their states.
    case discovery
    /// A template of a discovery message, and a message for it.
    case templates
    /// Messages that a broker sends to the publisher of a home.
    case publisherMessages
    /// A sentence about a home with any names.
    case sentences
    /// A camera's units, for a file of H.264 or H.265.
    case cameraByteStream
    /// A camera's units, written as fragments of MP4 and read again.
    case movieFragments
    /// A camera's bytes for a session of RTSP, between times.
    case rtspSession
    /// A camera's description of its stream.
    case sessionDescription
    /// Packets of a camera's track.
    case rtpPackets
    /// The head of a picture in JPEG.
    case jpegHead
    /// A client's offer of SDP for a live view over WebRTC.
    case sessionOffer
    /// A datagram of STUN.
    case stun
    /// A client's datagrams for a session of WebRTC, between a camera's units and time.
    case webRTCSession
    /// A document of XML, read, written and read again.
    case xml
    /// A camera's answer to the questions of WS-Discovery.
    case cameraDiscovery
    /// A camera's answers to questions in SOAP, between losses and time.
    case cameraSession
    /// A peer's bytes for a service of the Wyoming protocol, in any pieces, with answers at any time.
    case wyoming
    /// A person's address of a web server or a push service, or a stored list of browsers.
    case noticeAddress
    /// A file of the tz database.
    case zoneFile

    func run(_ bytes: [UInt8]) {
        switch self {
        case .serverSession: fuzzServerSession(bytes)
        case .clientSession: fuzzClientSession(bytes)
        case .http1: fuzzHTTP1(bytes)
        case .webGate: fuzzWebGate(bytes)
        case .webFiles: fuzzWebFiles(bytes)
        case .deframer: fuzzDeframer(bytes)
        case .message: fuzzMessage(bytes)
        case .headerValues: fuzzHeaderValues(bytes)
        case .metadata: fuzzMetadata(bytes)
        case .messageToJSON: fuzzMessageToJSON(bytes)
        case .messageFromJSON: fuzzMessageFromJSON(bytes)
        case .descriptors: fuzzDescriptors(bytes)
        case .automationTexts: fuzzAutomationTexts(bytes)
        case .automationText: fuzzAutomationText(bytes)
        case .mqttPackets: fuzzMQTTPackets(bytes)
        case .mqttSession: fuzzMQTTSession(bytes)
        case .espHomeFrames: fuzzESPHomeFrames(bytes)
        case .espHomeMessages: fuzzESPHomeMessages(bytes)
        case .espHomeNoise: fuzzESPHomeNoise(bytes)
        case .multicastDNS: fuzzMulticastDNS(bytes)
        case .zigbeeExposes: fuzzZigbeeExposes(bytes)
        case .zigbeeMessages: fuzzZigbeeMessages(bytes)
        case .tasmotaConfig: fuzzTasmotaConfig(bytes)
        case .tasmotaMessages: fuzzTasmotaMessages(bytes)
        case .webSocketClient: fuzzWebSocketClient(bytes)
        case .shellyDocuments: fuzzShellyDocuments(bytes)
        case .shellySession: fuzzShellySession(bytes)
        case .http1Client: fuzzHTTP1Client(bytes)
        case .sse: fuzzServerSentEvents(bytes)
        case .huePairing: fuzzHuePairing(bytes)
        case .hueSession: fuzzHueSession(bytes)
        case .discovery: fuzzDiscovery(bytes)
        case .templates: fuzzTemplates(bytes)
        case .publisherMessages: fuzzPublisherMessages(bytes)
        case .sentences: fuzzSentences(bytes)
        case .cameraByteStream: fuzzCameraByteStream(bytes)
        case .movieFragments: fuzzMovieFragments(bytes)
        case .rtspSession: fuzzRTSPSession(bytes)
        case .sessionDescription: fuzzSessionDescription(bytes)
        case .rtpPackets: fuzzRTPPackets(bytes)
        case .jpegHead: fuzzJPEGHead(bytes)
        case .sessionOffer: fuzzSessionOffer(bytes)
        case .stun: fuzzSTUN(bytes)
        case .webRTCSession: fuzzWebRTCSession(bytes)
        case .xml: fuzzXML(bytes)
        case .cameraDiscovery: fuzzCameraDiscovery(bytes)
        case .cameraSession: fuzzCameraSession(bytes)
        case .wyoming: fuzzWyoming(bytes)
        case .noticeAddress: fuzzNoticeAddress(bytes)
        case .zoneFile: fuzzZoneFile(bytes)
        }
    }
}

/// Checks an invariant, which must hold for any bytes.
func must(_ holds: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
    if !holds { fatalError("our bug: \(what()) (line \(line))") }
}

/// Cuts input into choices and pieces.
struct Pieces {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    /// The next byte, 0 at the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// At most `count` of the next bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
