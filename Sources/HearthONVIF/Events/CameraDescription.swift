internal import HearthEntities

/// A camera as a device with entities.
enum CameraDescription {
    /// The keys of entities.
    enum Key {
        static let camera = "camera"
        static let motion = "motion"
        static let sound = "sound"
        static let tamper = "tamper"
        static let visitor = "visitor"
        static func input(_ source: String) -> String { "input/\(source)" }
    }

    static func device(
        _ id: String, _ information: CameraInformation, _ profiles: [MediaProfile], _ memory: CameraMemory,
        hasPictures: Bool
    ) -> EntityDevice {
        let meanings = Set(memory.topics.compactMap { CameraTopic.meaning($0) })
        let objects = CameraTopic.objects.filter { meanings.contains(.object($0)) }
        let largest = profiles.first
        let camera = EntityKind.Camera(
            isDoorbell: meanings.contains(.visitor), width: largest?.width ?? 0, height: largest?.height ?? 0,
            framesPerSecond: largest?.framesPerSecond ?? 0, objects: objects, hasPictures: hasPictures,
            hasSpeaker: profiles.contains(where: \.hasSpeaker))
        var entities = [Entity(key: Key.camera, name: "", kind: .camera(camera))]
        func add(_ key: String, _ name: String, _ kind: EntityKind, _ category: Entity.Category = .main) {
            entities.append(Entity(key: key, name: name, category: category, kind: kind))
        }
        if meanings.contains(.visitor) {
            add(Key.visitor, "Button", .event(types: ["press"], deviceClass: "doorbell"))
        }
        if meanings.contains(.motion) { add(Key.motion, "Motion", .flag(deviceClass: "motion")) }
        if meanings.contains(.sound) { add(Key.sound, "Sound", .flag(deviceClass: "sound")) }
        for source in memory.inputs {
            add(Key.input(source), source.isEmpty ? "Input" : "Input \(source)", .flag(deviceClass: "opening"))
        }
        if meanings.contains(.tamper) { add(Key.tamper, "Tampering", .flag(deviceClass: "tamper"), .diagnostic) }
        func known(_ text: String) -> String? { text.isEmpty ? nil : text }
        return EntityDevice(
            id: id, name: information.name, maker: known(information.maker), model: known(information.model),
            softwareVersion: known(information.firmware), serialNumber: known(information.serial),
            entities: entities)
    }
}
