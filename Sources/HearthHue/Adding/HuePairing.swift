internal import HearthEntities
internal import HearthJSON

/// What a bridge is, and the key that it gave to the hub.
package struct PairedBridge: Hashable, Sendable {
    /// ``HueSettings/bridgeID``.
    package var id: String
    package var name: String
    package var key: String
    /// ``HueSettings/certificateKey``.
    package var certificateKey: [UInt8]
    /// The names of its devices.
    package var deviceNames: [String]
}

/// The course of adding a bridge, without I/O. It checks who the bridge is, waits until a person has pressed the
/// bridge's button, so that the bridge gives out a key, and reads the devices.
package struct HuePairing: Sendable {
    package enum Action: Sendable {
        case send(HueRequest)
        /// Makes a new connection with these settings for the requests that follow.
        case reconnect(HueSettings)
        /// Calls ``HuePairing/waited()`` after a time.
        case wait(Duration)
        /// The bridge's button has to be pressed.
        case needsButton
        /// The bridge has given the key.
        case isAsking
        case finished(Result<PairedBridge, HueError>)
    }

    private enum Step: Sendable {
        case config, key, devices
    }

    /// How often the bridge is asked for a key.
    static let pause = Duration.seconds(1)
    /// How often a bridge that has too much to do is asked again.
    static let mostRepeats = 8
    /// The first version of a bridge's software that has the second version of the API (Hue's documentation, "Getting
    /// started").
    static let firstVersion = 1_948_086_000

    private var settings: HueSettings
    private var step = Step.config
    private var repeats = 0
    private var isWaitingForButton = false
    private var paired: PairedBridge

    package init(_ settings: HueSettings) {
        self.settings = settings
        paired = PairedBridge(
            id: "", name: "", key: settings.key ?? "", certificateKey: settings.certificateKey ?? [], deviceNames: [])
    }

    package mutating func start() -> [Action] { [.send(request)] }

    package mutating func waited() -> [Action] { [.send(request)] }

    package mutating func failed(_ error: HueError) -> [Action] { [.finished(.failure(error))] }

    private var request: HueRequest {
        switch step {
        case .config: HueRequest("GET", "/api/config")
        case .key:
            HueRequest(
                "POST", "/api",
                body: .object(["devicetype": .string("hearth#hub"), "generateclientkey": .bool(true)]))
        case .devices: .everything
        }
    }

    package mutating func answered(_ answer: HueAnswer) -> [Action] {
        if answer.isBusy {
            repeats += 1
            guard repeats <= Self.mostRepeats else {
                return failed(
                    HueError(
                        .busy, "the Hue bridge has too much to do: it answers with the status \(answer.status)",
                        wayOut: "try again in a minute"))
            }
            return [.wait(.milliseconds(250) * repeats)]
        }
        repeats = 0
        switch step {
        case .config: return configured(answer)
        case .key: return asked(answer)
        case .devices: return read(answer)
        }
    }

    private mutating func configured(_ answer: HueAnswer) -> [Action] {
        guard answer.status == 200, let config = answer.json, let id = HueSettings.bridgeID(config["bridgeid"]?.string),
            let certificate = answer.certificate
        else {
            return failed(
                HueError(
                    .notSupported, "\(settings.host) does not answer as a Hue bridge", wayOut: "check the address"))
        }
        // The round bridge has no software with the second version of the API.
        guard config["modelid"]?.string != "BSB001",
            config["swversion"]?.string.flatMap({ Int($0) }).map({ $0 >= Self.firstVersion }) ?? true
        else {
            return failed(
                HueError(
                    .notSupported, "the software of the Hue bridge \(id) lacks the second version of the API",
                    wayOut: "update the bridge; the round one of the first generation can't be used"))
        }
        guard settings.bridgeID.map({ $0 == id }) ?? true, certificate.name.lowercased() == id else {
            return failed(
                HueError(
                    .wrongBridge,
                    settings.bridgeID.map { $0 == id } ?? true
                        ? "the Hue bridge \(id) has a certificate for another name"
                        : "another Hue bridge answers: \(id)",
                    wayOut: "correct the address; if it is right, another device poses as the bridge"))
        }
        let name = config["name"]?.string ?? ""
        paired.id = id
        paired.name = (1...128).contains(name.utf8.count) ? name : "Hue bridge"
        paired.certificateKey = certificate.publicKeySHA256
        // From here on no other device can take the bridge's place.
        (settings.bridgeID, settings.certificateKey) = (id, certificate.publicKeySHA256)
        if settings.key != nil { return [.reconnect(settings)] + askForDevices() }
        step = .key
        return [.reconnect(settings), .send(request)]
    }

    /// Error 101 says that the button was not pressed (Hue's documentation, "Getting started").
    private mutating func asked(_ answer: HueAnswer) -> [Action] {
        let first = answer.json?.items.first
        if let key = first?["success"]?["username"]?.string, (1...128).contains(key.utf8.count) {
            paired.key = key
            settings.key = key
            return [.reconnect(settings)] + askForDevices()
        }
        guard first?["error"]?["type"]?.integer == 101 else {
            return failed(
                HueError(
                    .notSupported, "the Hue bridge \(paired.id) gives no key", wayOut: "update the bridge's software"))
        }
        let isFirst = !isWaitingForButton
        isWaitingForButton = true
        return (isFirst ? [.needsButton] : []) + [.wait(Self.pause)]
    }

    private mutating func askForDevices() -> [Action] {
        step = .devices
        return [.isAsking, .send(request)]
    }

    private mutating func read(_ answer: HueAnswer) -> [Action] {
        guard ![401, 403].contains(answer.status) else {
            return failed(
                HueError(
                    .keyRefused, "the Hue bridge \(paired.id) does not know the key",
                    wayOut: "add the bridge without a key, and press its button"))
        }
        guard answer.status == 200 else { return failed(HueMachine.refusal(answer.status, bridge: paired.id)) }
        guard let data = answer.json?["data"] else {
            return failed(
                HueError(
                    .notSupported, "the Hue bridge \(paired.id) sent no list of its resources",
                    wayOut: "update the bridge's software"))
        }
        paired.deviceNames = HueMap(HueResources(data.items), hasGroups: settings.hasGroups).devices.map(\.name)
        return [.finished(.success(paired))]
    }
}
