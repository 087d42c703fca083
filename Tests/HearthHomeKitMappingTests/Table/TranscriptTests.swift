internal import Foundation
internal import Testing
internal import TranscriptTestSupport

/// What HomeKit shows and sends of devices, compared with the files in Transcripts. HEARTH_RECORD=1 writes the files.
@Suite struct TranscriptTests {
    private static let all = ["Cameras", "Climate", "Hearth", "Lights", "Openings", "Others", "Sensors"].map { name in
        Transcript.read(
            name, in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Transcripts"))
    }

    @Test(arguments: all.flatMap(\.self)) func accessories(_ transcript: Transcript) {
        var stage = AccessoryStage()
        transcript.check { stage.play($0) }
    }

    @Test(.enabled(if: Transcript.isRecording, "only writes the transcripts")) func record() throws {
        for transcripts in Self.all {
            try Transcript.record(transcripts) {
                var stage = AccessoryStage()
                return { stage.play($0) }
            }
        }
    }
}
