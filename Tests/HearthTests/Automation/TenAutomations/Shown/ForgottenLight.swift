import Hearth
import HearthTraits

func forgottenLight(_ lamp: HomeDevice) -> any DraftAutomation {
    automation(name: "Forgotten light") {
        let light = starter(lamp, OnOffLightDeviceType.self, Matter.OnOffTrait.self) { $0.onOff.equals(true) }
            .caused(by: .device, .client)
        light
        let off = wait(for: light.onOff.equals(false), timeout: .seconds(1_200))
        off
        condition { off.isMet.not() }
        action(lamp, OnOffLightDeviceType.self) { Matter.OnOffTrait.off() }
    }
}
