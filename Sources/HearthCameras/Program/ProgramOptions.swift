/// What the program's arguments ask for.
package struct ProgramOptions: Hashable, Sendable {
    /// What the program does.
    package enum Purpose: Hashable, Sendable {
        /// Brings the cameras to a hub.
        case attach
        /// Asks each camera once what its streams are.
        case check
        /// Writes a camera's pictures to the standard output.
        case play(camera: String, isSmall: Bool)
        case help
    }

    package var purpose: Purpose
    /// The path of the configuration; nil for the hub's own cameras alone.
    package var configuration: String?
    /// The hub's address.
    package var hub = "127.0.0.1:4327"
    /// The path of the file with the provider's ID; nil for the configuration's with ".id" after it, or for another ID
    /// each time.
    package var identity: String?
    /// The path of a file with an access token; nil for a hub on this machine.
    package var tokenFile: String?
    /// The UDP port for live views over WebRTC; nil for none, 0 for any that is free.
    package var webRTCPort: UInt16?

    /// The program's help.
    package static let help = """
        Brings the streams of network cameras to a Hearth hub: of those that were added at the hub (ONVIF), and of those
        that a file lists (RTSP).

        usage: hearth-cameras [--config FILE] [--hub ADDRESS] [--identity FILE] [--token-file FILE] [--webrtc PORT]
               hearth-cameras check --config FILE
               hearth-cameras play CAMERA [--small] --config FILE

          --config FILE      cameras that are not added at the hub, in JSON
          --hub ADDRESS      HOST:PORT or unix:PATH (default: 127.0.0.1:4327)
          --identity FILE    the process's ID, created at first (default: the configuration's name and .id)
          --token-file FILE  an access token, for a hub that wants one; for the cameras of FILE only
          --webrtc PORT      opens this UDP port for live views over WebRTC, which do not pass the hub (default: none)

        Cameras that were added at the hub need their passwords, which the hub sends only to a process on its own machine
        that runs as its user, as the user of its option --camera-user, or as root over a Unix socket, without a token.
        check says what each camera's streams are; play writes a camera's pictures to the standard output, for a player.
        """

    /// Reads the arguments after the program's name.
    ///
    /// - Throws: ``CamerasError`` `.usage`.
    package init(_ arguments: [String]) throws(CamerasError) {
        func usage(_ what: String) -> CamerasError { CamerasError(.usage, what, wayOut: "see hearth-cameras --help") }
        var rest = arguments[...]
        var words: [String] = []
        var values: [String: String] = [:]
        var isSmall = false
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                purpose = .help
                return
            case "--small": isSmall = true
            case "--config", "--hub", "--identity", "--token-file", "--webrtc":
                guard let value = rest.popFirst() else { throw usage("\(word) needs a value") }
                values[word] = value
            case _ where word.hasPrefix("-"): throw usage("unknown option \(word)")
            default: words.append(word)
            }
        }
        switch (words.first, words.count) {
        case (nil, 0): purpose = .attach
        case ("check", 1): purpose = .check
        case ("play", 2): purpose = .play(camera: words[1], isSmall: isSmall)
        default: throw usage("unknown command \(words.joined(separator: " "))")
        }
        configuration = values["--config"]
        guard configuration != nil || purpose == .attach else { throw usage("--config is missing") }
        hub = values["--hub"] ?? hub
        identity = values["--identity"]
        tokenFile = values["--token-file"]
        guard let port = values["--webrtc"] else { return }
        guard let number = UInt16(port) else { throw usage("--webrtc is no port: \(port)") }
        webRTCPort = number
    }
}
