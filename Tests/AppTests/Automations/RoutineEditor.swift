import Foundation
import Hearth
import HearthTraits

/// A choice in an editor of automations: its types are known only while the app runs.
struct Choice: Identifiable, Sendable {
    enum Comparison: Sendable {
        case equals
        case above
        case below
    }

    let device: HomeDevice
    let deviceType: any DeviceType.Type
    let traitType: any Hearth.Trait.Type
    var isOn = false
    var comparison = Comparison.equals
    var level: UInt8 = 0

    var id: String { device.id }
}

/// Makes an automation of choices.
struct RoutineEditor {
    var name: String
    var starters: [Choice]
    var actions: [Choice]

    var draft: any DraftAutomation {
        automation(name: name, description: "Made in the editor") {
            select {
                for choice in starters {
                    sequential {
                        if let trait = choice.traitType as? Matter.OnOffTrait.Type {
                            let light = starter(choice.device, choice.deviceType, trait)
                            light
                            condition {
                                light.onOff.equals(choice.isOn)
                            }
                        } else if let trait = choice.traitType as? Matter.LevelControlTrait.Type {
                            let light = starter(choice.device, choice.deviceType, trait)
                            light
                            condition {
                                switch choice.comparison {
                                case .equals: light.currentLevel.equals(choice.level)
                                case .above: light.currentLevel.greaterThan(choice.level)
                                case .below: light.currentLevel.lessThan(choice.level)
                                }
                            }
                        }
                    }
                }
                manualStarter()
            }
            parallel {
                for choice in actions {
                    switch choice.traitType {
                    case is Matter.OnOffTrait.Type:
                        action(choice.device, choice.deviceType) {
                            choice.isOn ? Matter.OnOffTrait.on() : Matter.OnOffTrait.off()
                        }
                    case is Matter.LevelControlTrait.Type:
                        action(choice.device, choice.deviceType) {
                            Matter.LevelControlTrait.moveToLevel(level: choice.level, transitionTime: nil)
                        }
                    default:
                        delay(for: .seconds(5))
                    }
                }
            }
        }
    }
}
