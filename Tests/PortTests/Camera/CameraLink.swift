import GoogleHomeSDK
import GoogleHomeTypes
import Observation

/// The last report of a camera, and the requests to it. A refused request becomes a line of text.
@Observable @MainActor final class CameraLink {
    typealias Streams = Google.CameraAvStreamManagementTrait
    typealias Transport = Google.PushAvStreamTransportTrait

    /// A sound that a doorbell makes.
    struct Ring: Hashable, Identifiable, Sendable {
        let id: UInt8
        let name: String
    }

    private(set) var streams: Streams?
    private(set) var chime: Google.ChimeTrait?
    /// The options of the camera's recordings; nil without a recorder.
    private(set) var recording: Transport.TransportOptionsStruct?
    private(set) var refusals: [String] = []
    private var transport: Transport?

    /// The sounds that the doorbell has; none for a camera without a bell.
    var rings: [Ring] {
        let sounds = chime?.attributes.installedChimeSounds ?? []
        return sounds.map { Ring(id: $0.chimeID, name: $0.name) }
    }

    var selectedRing: Ring? {
        let id = chime?.attributes.selectedChime
        return rings.first { $0.id == id }
    }

    func take(_ report: any DeviceType) {
        streams = report.traits[Google.CameraAvStreamManagementTrait.self]
        chime = report.traits[Google.ChimeTrait.self]
        transport = report.traits[Google.PushAvStreamTransportTrait.self]
        Task { await self.readRecording() }
    }

    func change(_ attributes: (Streams.MutableAttributes) -> Void) async {
        guard let streams else { return refusals.append("The camera has no streams.") }
        do {
            _ = try await streams.update(attributes)
        } catch {
            refusals.append("\(error)")
        }
    }

    func changeChime(_ attributes: (Google.ChimeTrait.MutableAttributes) -> Void) async {
        guard let chime else { return refusals.append("The camera has no chime.") }
        do {
            _ = try await chime.update(attributes)
        } catch {
            refusals.append("\(error)")
        }
    }

    func changeRecording(_ change: RecordingChange) async {
        do {
            try await transport?.changeRecording(change)
        } catch {
            refusals.append("\(error)")
        }
        await readRecording()
    }

    private func readRecording() async {
        do {
            recording = try await transport?.recording()?.transportOptions
        } catch {
            refusals.append("\(error)")
        }
    }
}
