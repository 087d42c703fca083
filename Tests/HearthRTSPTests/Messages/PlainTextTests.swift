internal import Expectations
@testable internal import HearthRTSP
internal import Testing

@Suite struct PlainTextTests {
    @Test func escapesAndLineBreaksAreLeftOut() {
        expect("400 \u{1B}]0;Title\u{07}\r\nNo\u{7F}\u{9B}\u{202E}é".plain, equals: "400 ]0;TitleNo")
    }
}
