internal import Hearth
package import HearthTerminal
internal import HearthPhrases
internal import HearthTraitCatalog
internal import HearthTraitCore

/// `hearth camera watch DEVICE`, `hearth camera picture DEVICE FILE` and `hearth camera clips DEVICE`
package enum CameraCommand {
    package static let output = Arguments.Option(
        "output", "FILE", "Where watch writes the stream; - is the standard output.", default: "-")
    package static let small = Arguments.Option("small", nil, "The small stream, for slow networks.")

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let endpoint = try Connection.endpoint(arguments)
        switch arguments.positional[0] {
        case "watch":
            guard arguments.positional.count == 2 else {
                throw CommandError(.usage, "watch takes a device; --output names the file")
            }
            let output = arguments["output"] ?? "-"
            try OutputFile.refuseTerminal(output)
            let device = try await Connection.open(arguments).listing().device(arguments.positional[1])
            try await watch(device, endpoint, arguments.has("small") ? .sub : .main, output)
        case "picture":
            guard arguments.positional.count == 3 else {
                throw CommandError(.usage, "picture takes a device and a file; - is the standard output")
            }
            try OutputFile.refuseTerminal(arguments.positional[2])
            let device = try await Connection.open(arguments).listing().device(arguments.positional[1])
            try await takePicture(of: device, endpoint, arguments.positional[2])
        case "clips":
            guard arguments.positional.count >= 2 else { throw CommandError(.usage, "clips takes a device") }
            let device = try await Connection.open(arguments).listing().device(arguments.positional[1])
            try await ClipsCommand.run(Array(arguments.positional.dropFirst(2)), of: device, endpoint, arguments)
        case let word:
            throw CommandError(.usage, "camera takes watch, picture or clips, not \(quoted(word))")
        }
    }

    private static func watch(
        _ device: HomeListing.Device, _ endpoint: UInt16?, _ quality: CameraQuality, _ path: String
    ) async throws(CommandError) {
        let clock = SystemClock()
        let stream = try await CommandError.ofHome(changing: device.name) {
            try await device.object.live(endpoint: endpoint, quality: quality, withoutAudio: true)
        }
        // A file that is there already stays if the camera can't be watched.
        let output = try OutputFile(path)
        var extended = clock.now
        var bytes: ByteStream?
        while let part = try await CommandError.ofHome(changing: device.name, { try await stream.next() }) {
            switch part {
            case .format(let format):
                guard let video = format.video else { continue }
                bytes = ByteStream(video)
                printError("\(device.name): \(printable(video.codec)), \(video.width) × \(video.height)")
            case .unit(let unit):
                guard !unit.isAudio, let bytes else { continue }
                // A reader that has enough, such as a player that was closed, ends the command.
                guard try output.write(bytes.bytes(of: unit)) else { return }
            }
            // The reader of the output still wants the stream.
            guard clock.now - extended > stream.duration / 2 else { continue }
            try await CommandError.ofHome(changing: device.name) { try await stream.extend() }
            extended = clock.now
        }
    }

    private static func takePicture(
        of device: HomeListing.Device, _ endpoint: UInt16?, _ path: String
    ) async throws(CommandError) {
        guard let endpoint = endpoint ?? device.object.cameraEndpoints.first else {
            throw CommandError(.refused, "\(device.name) has no camera")
        }
        let trait = StandardTraits.matterCameraAvStreamManagement
        guard let command = trait.commands.first(where: { $0.methodName == "captureSnapshot" }) else {
            throw CommandError(.refused, "this program knows no pictures")
        }
        // The camera answers with the resolution that it has.
        let largest = StructureValue([0: .unsigned(UInt64(UInt16.max)), 1: .unsigned(UInt64(UInt16.max))])
        let action = DeviceAction(
            endpoint: endpoint, trait: trait,
            content: .command(command, StructureValue([0: .null, 1: .structure(largest)])))
        let answer = try await CommandError.ofHome(changing: device.name, by: action) {
            try await device.object.send(action)
        }
        guard case .octets(let picture)? = answer.values?[0], !picture.isEmpty else {
            throw CommandError(.refused, "\(device.name) has answered without a picture")
        }
        _ = try OutputFile(path).write(picture)
        printError("\(device.name): \(picture.count) bytes of JPEG")
    }
}
