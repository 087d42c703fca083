internal import Foundation
internal import HearthLoop
internal import Testing

@Suite struct ProcessorsTests {
    @Test func thereIsOneAndNoMoreThanTheMachineHas() {
        #expect((1...ProcessInfo.processInfo.activeProcessorCount).contains(EventLoop.usableProcessors))
    }
}
