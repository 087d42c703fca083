internal import Foundation
internal import HearthEventLoop
internal import Expectations
internal import Testing

@Suite struct ProcessorsTests {
    @Test func thereIsOneAndNoMoreThanTheMachineHas() {
        expect((1...ProcessInfo.processInfo.activeProcessorCount).contains(EventLoop.usableProcessors))
    }
}
