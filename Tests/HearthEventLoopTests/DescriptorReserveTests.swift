#if !canImport(Darwin)
    internal import Glibc
    @testable internal import HearthEventLoop
    internal import Expectations
    internal import Testing

    @Suite(.timeLimit(.minutes(5))) struct DescriptorReserveTests {
        @Test func someAreLeftHoweverManyThereMayBe() {
            expect(DescriptorReserve.size(of: 16), equals: 4)
            expect(DescriptorReserve.size(of: 48), equals: 6)
            expect(DescriptorReserve.size(of: 1_024), equals: 16)
            expect(DescriptorReserve.size(of: 1_048_576), equals: 16)
        }

        /// In a process of its own, as the limit applies to a process.
        @Test func connectionsWaitForDescriptorsBeyondTheReserve() async {
            await #expect(processExitsWith: .success) {
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(7), &limit)
                limit.rlim_cur = 64
                setrlimit(__rlimit_resource_t(7), &limit)
                var reserve = DescriptorReserve()
                var taken: [Int32] = []
                while !reserve.isReached(0), taken.count < 100 {
                    let next = dup(0)
                    taken.append(next)
                    reserve.took(next)
                }
                expect(taken.max().map { Int($0) }, equals: 64 - DescriptorReserve.size(of: 64) - 1)
                let isReached = reserve.isReached(0)
                close(taken.removeLast())
                let isReachedThen = reserve.isReached(0)
                reserve.took(dup(0))
                let isReachedAgain = reserve.isReached(0)
                expect(isReached)
                expect(!isReachedThen)
                expect(isReachedAgain)
            }
        }
    }
#endif
