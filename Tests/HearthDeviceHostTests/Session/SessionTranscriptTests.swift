internal import Foundation
internal import Testing
internal import TranscriptTestSupport

/// The session of a host as a value, compared with the files in Transcripts. HEARTH_RECORD=1 writes the files.
@Suite struct SessionTranscriptTests {
    private static let all = ["Calls", "Devices", "Events", "Requests"].map { name in
        Transcript.read(
            name, in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Transcripts"))
    }

    @Test(arguments: all.flatMap(\.self)) func sessions(_ transcript: Transcript) {
        var stage = SessionStage()
        transcript.check { stage.play($0) }
    }

    @Test(.enabled(if: Transcript.isRecording, "only writes the transcripts")) func record() throws {
        for transcripts in Self.all {
            try Transcript.record(transcripts) {
                var stage = SessionStage()
                return { stage.play($0) }
            }
        }
    }
}
