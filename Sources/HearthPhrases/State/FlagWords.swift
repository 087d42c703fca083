/// The words of a Flag by its device class: those of Home Assistant's binary sensors, and `home`. The web page has the same
/// words in `Web/text`, and its tests compare them.
enum FlagWords {
    /// The words for yes or no: "vibration detected"; "yes" and "no" for an unknown class.
    static func text(_ deviceClass: String, _ isSet: Bool) -> String {
        let words = byClass[deviceClass] ?? ("yes", "no")
        return isSet ? words.yes : words.no
    }

    private static let byClass: [String: (yes: String, no: String)] = [
        "battery": ("battery is low", "battery is fine"),
        "battery_charging": ("charging", "not charging"),
        "carbon_monoxide": ("carbon monoxide detected", "no carbon monoxide"),
        "cold": ("too cold", "not too cold"),
        "connectivity": ("connected", "disconnected"),
        "door": ("open", "closed"),
        "garage_door": ("open", "closed"),
        "gas": ("gas detected", "no gas"),
        "heat": ("too hot", "not too hot"),
        "home": ("at home", "away"),
        "light": ("light detected", "no light"),
        "lock": ("unlocked", "locked"),
        "moisture": ("water detected", "dry"),
        "motion": ("motion detected", "no motion"),
        "moving": ("moving", "not moving"),
        "occupancy": ("somebody is there", "nobody there"),
        "opening": ("open", "closed"),
        "plug": ("plugged in", "unplugged"),
        "power": ("power detected", "no power"),
        "presence": ("at home", "away"),
        "problem": ("there is a problem", "no problem"),
        "running": ("running", "not running"),
        "safety": ("unsafe", "safe"),
        "smoke": ("smoke detected", "no smoke"),
        "sound": ("sound detected", "no sound"),
        "tamper": ("somebody interferes with it", "not interfered with"),
        "update": ("an update is there", "up to date"),
        "vibration": ("vibration detected", "no vibration"),
        "window": ("open", "closed"),
    ]
}
