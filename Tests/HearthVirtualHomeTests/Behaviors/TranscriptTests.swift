internal import Foundation
internal import Testing
internal import TranscriptTestSupport

/// What behaviours do with their inputs, compared with the files in Transcripts. HEARTH_RECORD=1 writes the files.
@Suite struct TranscriptTests {
    private static let all = [
        "ColorControl", "DoorLock", "FanControl", "LevelControl", "LockUsers", "MediaPlayback", "OnOff", "Sensors",
        "SmokeCoAlarm", "Spinner", "Switch", "TemperatureControl", "Thermostat", "Utility", "WindowCovering",
    ].map { name in
        Transcript.read(
            name, in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Transcripts"))
    }

    @Test(arguments: all.flatMap(\.self)) func behaviors(_ transcript: Transcript) {
        var stage = BehaviorStage()
        transcript.check { stage.play($0) }
    }

    @Test(.enabled(if: Transcript.isRecording, "only writes the transcripts")) func record() throws {
        for transcripts in Self.all {
            try Transcript.record(transcripts) {
                var stage = BehaviorStage()
                return { stage.play($0) }
            }
        }
    }
}
