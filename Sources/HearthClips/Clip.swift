/// A recorded piece of a camera's stream around an event.
package struct Clip: Sendable, Hashable, Codable, Identifiable {
    /// Ascends from clip to clip, also if the clock is set back.
    package let id: UInt64
    package let structureID: String
    package let deviceID: String
    package let endpoint: UInt16
    /// When its first picture was taken, in milliseconds since 1970.
    package let start: Int64
    /// In milliseconds; 0 while it is being recorded.
    package internal(set) var duration: Int64 = 0
    /// The events that it shows, by their numbers in Google's CameraHistory, in ascending order.
    package internal(set) var events: [UInt64]
    /// The size of its file.
    package internal(set) var bytes = 0

    package init(
        id: UInt64, structureID: String, deviceID: String, endpoint: UInt16, start: Int64, duration: Int64 = 0,
        events: [UInt64], bytes: Int = 0
    ) {
        self.id = id
        self.structureID = structureID
        self.deviceID = deviceID
        self.endpoint = endpoint
        self.start = start
        self.duration = duration
        self.events = events
        self.bytes = bytes
    }
}

/// The camera of a clip.
package struct ClipCamera: Sendable, Hashable, Codable {
    package let structureID: String
    package let deviceID: String
    package let endpoint: UInt16

    package init(structureID: String, deviceID: String, endpoint: UInt16) {
        self.structureID = structureID
        self.deviceID = deviceID
        self.endpoint = endpoint
    }
}

extension Clip {
    package var camera: ClipCamera {
        ClipCamera(structureID: structureID, deviceID: deviceID, endpoint: endpoint)
    }
}
