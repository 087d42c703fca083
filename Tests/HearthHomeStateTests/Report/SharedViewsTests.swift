@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

struct SharedViewsTests {
    private func view(_ device: String) -> WatchView {
        var filter = WatchView.HomeFilter()
        filter.devices = [device]
        return WatchView(.home(filter), access: ReadAccess(.view, traits: []))
    }

    @Test func equalOnesAreOneForAsLongAsSomebodyHasIt() {
        let views = SharedViews()
        let first = views.shared(view("a"))
        expect(views.shared(view("a")) === first)
        expect(views.shared(view("b")) !== first)
    }

    @Test func unusedViewsAreDropped() {
        let views = SharedViews()
        for number in 0..<10_000 { _ = views.shared(view("\(number)")) }
        expect(views.count, isAtMost: 65)
    }
}
