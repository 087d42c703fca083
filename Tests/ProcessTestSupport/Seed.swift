internal import Foundation

/// The seed of a random test: that of HEARTH_SEED, to repeat a failure, or a new one.
package func testSeed() -> UInt64 {
    ProcessInfo.processInfo.environment["HEARTH_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
}
