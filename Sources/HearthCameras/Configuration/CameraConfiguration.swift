internal import HearthBase
internal import HearthHTTPDigest
internal import HearthJSON
internal import HearthRTSP

/// The cameras of a process, read from a file in JSON. Passwords are in files of their own or in the environment.
package struct CameraConfiguration: Hashable, Sendable {
    package var cameras: [CameraEntry]

    /// The most cameras of a process.
    package static let mostCameras = 64
    private static let mostBytes = 1 << 20
    private static let members: Set<String> = [
        "id", "name", "room", "url", "subUrl", "snapshotUrl", "user", "passwordFile", "passwordVariable", "allowBasic",
        "publicKey",
    ]

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - text: the file's content.
    ///   - readFile: reads a file with a password; nil if it can't be read.
    ///   - variable: the value of an environment variable.
    /// - Throws: ``CamerasError`` that names the camera.
    package init(
        _ text: [UInt8], readFile: (String) -> String?, variable: (String) -> String?
    ) throws(CamerasError) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(text, bytes: Self.mostBytes)
        } catch {
            throw CamerasError(.configuration, "the configuration is no JSON: \(error)", wayOut: "correct it")
        }
        guard case .array(let items)? = document["cameras"], items.count <= Self.mostCameras else {
            throw CamerasError(
                .configuration, "the configuration has no list of cameras, or more than \(Self.mostCameras)",
                wayOut: "list at most \(Self.mostCameras) in its member cameras")
        }
        cameras = []
        for (index, item) in items.enumerated() {
            let camera = try Self.camera(item, number: index + 1, readFile, variable)
            guard !cameras.contains(where: { $0.id == camera.id }) else {
                throw CamerasError(
                    .configuration, "two cameras have the id \(quoted(camera.id))", wayOut: "give each an id of its own"
                )
            }
            cameras.append(camera)
        }
    }

    private static func camera(
        _ item: JSONValue, number: Int, _ readFile: (String) -> String?, _ variable: (String) -> String?
    ) throws(CamerasError) -> CameraEntry {
        let label = item["id"]?.string.map { quoted(String($0.prefix(64))) } ?? "number \(number)"
        func refuse(_ what: String, _ wayOut: String) -> CamerasError {
            CamerasError(.configuration, "camera \(label): \(what)", wayOut: wayOut)
        }
        if let other = item.members.keys.sorted().first(where: { !members.contains($0) }) {
            throw refuse(
                "unknown member \(quoted(String(other.prefix(64))))", "use \(members.sorted().joined(separator: ", "))")
        }
        func text(_ name: String) throws(CamerasError) -> String? {
            guard let value = item[name] else { return nil }
            guard let text = value.string, !text.isEmpty, text.utf8.count <= 2_048 else {
                throw refuse("\(name) is not a text of 1 to 2,048 bytes", "correct it")
            }
            return text
        }
        func url(_ name: String, _ schemes: [CameraURL.Scheme]) throws(CamerasError) -> CameraURL? {
            guard let text = try text(name) else { return nil }
            do throws(RTSPError) {
                return try CameraURL(text, schemes: schemes)
            } catch {
                throw refuse("\(name): \(error.message)", error.wayOut)
            }
        }
        guard let id = try text("id"), id.utf8.count <= 64, id.utf8.allSatisfy(isOfID) else {
            throw refuse("no id", "give an id of 1 to 64 letters, digits, dots, hyphens and underscores")
        }
        guard let main = try url("url", [.rtsp, .rtsps]) else { throw refuse("no url", "give the URL of its stream") }
        var camera = CameraEntry(id: id, name: try text("name") ?? id, main: main)
        camera.room = try text("room")
        camera.sub = try url("subUrl", [.rtsp, .rtsps])
        camera.picture = try url("snapshotUrl", [.http, .https])
        if let isAllowed = item["allowBasic"] {
            guard let isAllowed = isAllowed.bool else {
                throw refuse("allowBasic is neither true nor false", "write it without quotes")
            }
            camera.allowsBasic = isAllowed
        }
        if let key = try text("publicKey") {
            guard let bytes = bytes(key), bytes.count == 32 else {
                throw refuse("publicKey is no SHA-256", "give the 64 hexadecimal digits of the key's SHA-256")
            }
            camera.publicKeySHA256 = bytes
        }
        switch (try text("user"), try text("passwordFile"), try text("passwordVariable")) {
        case (nil, nil, nil): break
        case (nil, _, _): throw refuse("it has a password but no user", "give its user")
        case (_, nil, nil): throw refuse("it has a user but no password", "give its passwordFile or passwordVariable")
        case (_, _?, _?): throw refuse("it has both passwordFile and passwordVariable", "leave one out")
        case (let user?, let path?, nil):
            guard let password = readFile(path)?.prefix(while: { !$0.isNewline }), !password.isEmpty else {
                throw refuse(
                    "its passwordFile can't be read, or its first line is empty",
                    "check that the file is readable and begins with the password")
            }
            camera.credentials = HTTPCredentials(user: user, password: String(password))
        case (let user?, nil, let name?):
            guard let password = variable(name), !password.isEmpty else {
                throw refuse(
                    "the environment has no variable \(quoted(name)), or an empty one", "set it to the password")
            }
            camera.credentials = HTTPCredentials(user: user, password: password)
        }
        return camera
    }

    private static func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func bytes(_ digits: String) -> [UInt8]? {
        let values = digits.utf8.compactMap(hexValue)
        guard values.count == digits.utf8.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

/// A text in quotes.
private func quoted(_ text: String) -> String { "\"\(text)\"" }
