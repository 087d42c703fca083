internal import Foundation
internal import Testing
internal import TranscriptTestSupport

/// What automations do, compared with the files in Transcripts. HEARTH_RECORD=1 writes the files.
@Suite struct TranscriptTests {
    private static let all = [
        "Actions", "Children", "Clocks", "Flows", "Groups", "HeldStarters", "Holds", "Lives", "PutBacks", "Restores",
        "RunModes", "Starters", "Unseen", "Waits",
    ].map { name in
        Transcript.read(
            name, in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Transcripts"))
    }

    @Test(arguments: all.flatMap(\.self)) func automations(_ transcript: Transcript) {
        var stage = EngineStage()
        transcript.check { stage.play($0) }
    }

    @Test(.enabled(if: Transcript.isRecording, "only writes the transcripts")) func record() throws {
        for transcripts in Self.all {
            try Transcript.record(transcripts) {
                var stage = EngineStage()
                return { stage.play($0) }
            }
        }
    }
}
