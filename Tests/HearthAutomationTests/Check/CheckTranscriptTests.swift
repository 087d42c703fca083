internal import Foundation
internal import Testing
internal import TranscriptTestSupport

/// The issues of graphs, compared with the files in Transcripts. HEARTH_RECORD=1 writes the files.
@Suite struct CheckTranscriptTests {
    private static let all = [
        "CheckedActions", "CheckedChildren", "CheckedExpressions", "CheckedFlows", "CheckedOrder", "CheckedTargets",
        "CheckedTruths",
    ].map { name in
        Transcript.read(
            name, in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Transcripts"))
    }

    @Test(arguments: all.flatMap(\.self)) func graphs(_ transcript: Transcript) {
        var stage = CheckStage()
        transcript.check { stage.play($0) }
    }

    @Test(.enabled(if: Transcript.isRecording, "only writes the transcripts")) func record() throws {
        for transcripts in Self.all {
            try Transcript.record(transcripts) {
                var stage = CheckStage()
                return { stage.play($0) }
            }
        }
    }
}
