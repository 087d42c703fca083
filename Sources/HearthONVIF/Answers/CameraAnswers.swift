internal import HearthBase
internal import HearthXML

/// The services of a camera that the hub uses.
struct CameraServices: Hashable, Sendable {
    var media1: CameraPlace?
    var media2: CameraPlace?
    var events: CameraPlace?

    /// The answer to GetServices (ONVIF Core Specification 21.06, section 8.1.2.1).
    init(services answer: XMLValue, host: String) {
        for service in answer.all("Service").prefix(64) {
            guard let place = CameraPlace(service["XAddr"]?.trimmed ?? "", host: host) else { continue }
            switch service["Namespace"]?.trimmed {
            case Namespaces.media1: media1 = place
            case Namespaces.media2: media2 = place
            case Namespaces.events: events = place
            default: break
            }
        }
    }

    /// The answer to GetCapabilities, which older cameras have instead.
    init(capabilities answer: XMLValue, host: String) {
        func place(_ name: String) -> CameraPlace? {
            answer.at("Capabilities", name, "XAddr").flatMap { CameraPlace($0.trimmed, host: host) }
        }
        media1 = place("Media")
        events = place("Events")
    }
}

/// What a camera says of itself.
package struct CameraInformation: Hashable, Sendable {
    package var maker = ""
    package var model = ""
    package var firmware = ""
    package var serial = ""
    /// The UUID by which it names itself in WS-Discovery; empty if it does not say it.
    package var endpoint = ""

    package init() {}

    init(_ answer: XMLValue) {
        func text(_ name: String) -> String { (answer[name]?.trimmed ?? "").cut(to: 128) }
        maker = text("Manufacturer")
        model = text("Model")
        firmware = text("FirmwareVersion")
        serial = text("SerialNumber")
    }

    /// The UUID of an endpoint's address, such as `urn:uuid:…`; another address as it is.
    static func endpoint(_ address: String) -> String {
        let text = address.lowercased().cut(to: 128)
        return ["urn:uuid:", "uuid:"].lazy.filter { text.hasPrefix($0) }.map { String(text.dropFirst($0.utf8.count)) }
            .first ?? text
    }

    /// A name for people.
    package var name: String {
        let isRepeated = model.lowercased().hasPrefix(maker.lowercased())
        let name = [isRepeated ? "" : maker, model].filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? "Camera" : name
    }
}

/// A stream that a camera offers.
struct MediaProfile: Hashable, Sendable {
    var token: String
    /// The codec's word, such as `H264`; empty if unknown.
    var codec: String
    var width: Int
    var height: Int
    var framesPerSecond: Int
    /// Whether it is of the newer media service, which knows H.265.
    var isMedia2: Bool
    /// Whether it has an output of sound, which plays what people say.
    var hasSpeaker = false

    /// The most profiles of a camera.
    private static let most = 32

    /// Whether its codec is H.264, which all browsers show.
    var isH264: Bool { codec.uppercased() == "H264" }

    /// The profiles with pictures, the largest first, and of equal ones that in H.264 (ONVIF Media Service Specification,
    /// section 5.2; Media 2, 5.2).
    static func all(_ answer: XMLValue, isMedia2: Bool) -> [MediaProfile] {
        let found = answer.all("Profiles").prefix(most).compactMap { profile -> MediaProfile? in
            guard let token = profile.attribute("token"), !token.isEmpty, token.utf8.count <= 64,
                let encoder = profile["VideoEncoderConfiguration"] ?? profile.at("Configurations", "VideoEncoder")
            else { return nil }
            func number(_ path: String...) -> Int {
                var value: XMLValue? = encoder
                for name in path { value = value?[name] }
                guard let number = value.flatMap({ Double($0.trimmed) }), (0...65_535).contains(number) else {
                    return 0
                }
                return Int(nearest: number)
            }
            return MediaProfile(
                token: token, codec: (encoder["Encoding"]?.trimmed ?? "").cut(to: 32),
                width: number("Resolution", "Width"), height: number("Resolution", "Height"),
                framesPerSecond: number("RateControl", "FrameRateLimit"), isMedia2: isMedia2,
                hasSpeaker: (profile.at("Extension", "AudioOutputConfiguration")
                    ?? profile.at("Configurations", "AudioOutput")) != nil)
        }
        return found.enumerated().sorted { one, other in
            let (left, right) = (one.element, other.element)
            if left.pixels != right.pixels { return left.pixels > right.pixels }
            return left.isH264 == right.isH264 ? one.offset < other.offset : left.isH264
        }.map(\.element)
    }

    var pixels: Int { width * height }  // in range: each is at most 65,535
}

extension XMLValue {
    /// The moment in an answer to GetSystemDateAndTime (ONVIF Core Specification 21.06, section 8.3.6.3), since 1970;
    /// nil if it has none.
    var systemTime: Duration? {
        guard let time = at("SystemDateAndTime", "UTCDateTime") else { return nil }
        func number(_ part: String, _ name: String) -> Int { time.at(part, name).flatMap { Int($0.trimmed) } ?? -1 }
        return UTCTime.moment(
            year: number("Date", "Year"), month: number("Date", "Month"), day: number("Date", "Day"),
            hour: number("Time", "Hour"), minute: number("Time", "Minute"), second: number("Time", "Second"))
    }

    /// The address in an answer to GetStreamUri or GetSnapshotUri; nil if it is none.
    var address: CameraURL? { (at("MediaUri", "Uri") ?? self["Uri"]).flatMap { CameraURL($0.trimmed) } }
}
