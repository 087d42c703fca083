internal import HearthCommonTraits
internal import HearthDeviceBehaviors
internal import HearthTraitCatalog
internal import HearthTraitCore

/// The demo house: a family's devices in seven rooms, with every standard behaviour and
/// a trait of a maker's own.
enum DemoHouse {
    static func devices(seed: UInt64, isLively: Bool) -> [VirtualDevice] {
        let builders =
            livingRoom() + kitchen() + bedroom() + bathroom() + hallway() + office() + garden() + wholeHouse()
        return builders.map { $0.build(seed: seed, isLively: isLively) }
    }

    // MARK: Rooms

    private static func livingRoom() -> [DeviceBuilder] {
        let room = "Living Room"
        var ceiling = DeviceBuilder(
            "living-ceiling", "Ceiling Light", room: room, product: "Color Bulb", productID: 0x8001)
        ceiling.add([StandardTraits.extendedColorLightDeviceType], Parts.colorLight(isOn: true, level: 180))
        var floor = DeviceBuilder(
            "living-floor-lamp", "Floor Lamp", room: room, product: "Dimmer Bulb", productID: 0x8002)
        floor.add([StandardTraits.dimmableLightDeviceType], Parts.dimmableLight(level: 120))
        var television = DeviceBuilder(
            "living-tv", "Television", room: room, product: "Television 55", productID: 0x8003)
        television.add(
            [StandardTraits.basicVideoPlayerDeviceType],
            [OnOffBehavior(isOn: true), MediaPlaybackBehavior(Parts.playlist)])
        var speaker = DeviceBuilder(
            "living-glow-speaker", "Glow Speaker", room: room, product: "Speaker Lamp", productID: 0x8004)
        speaker.add(
            [StandardTraits.speakerDeviceType], [OnOffBehavior(isOn: true), LevelControlBehavior(.onOff, level: 90)])
        speaker.add([StandardTraits.dimmableLightDeviceType], Parts.dimmableLight(level: 60))
        var blind = DeviceBuilder(
            "living-blind", "South Blind", room: room, product: "Venetian Blind", productID: 0x8005)
        blind.add([StandardTraits.windowCoveringDeviceType], Parts.blind())
        var stand = DeviceBuilder(
            "living-spinner", "Display Stand", room: room, product: "Display Stand", productID: 0x8006)
        stand.add(
            [StandardTraits.mountedOnOffControlDeviceType], [IdentifyBehavior(), OnOffBehavior(.lighting, isOn: true)])
        var reading = DeviceBuilder(
            "living-reading-light", "Piano Light", room: room, product: "Dimmable Bulb", productID: 0x801B)
        reading.add([StandardTraits.onOffLightDeviceType], Parts.dimmableLight(level: 160))
        return [ceiling, floor, television, speaker, blind, stand, reading]
    }

    private static func kitchen() -> [DeviceBuilder] {
        let room = "Kitchen"
        var light = DeviceBuilder(
            "kitchen-light", "Worktop Light", room: room, product: "White Bulb", productID: 0x8007)
        light.add([StandardTraits.colorTemperatureLightDeviceType], Parts.whiteLight(isOn: true, level: 254))
        var plug = DeviceBuilder("kitchen-coffee", "Coffee Maker", room: room, product: "Plug", productID: 0x8008)
        plug.add([StandardTraits.onOffPluginUnitDeviceType], [IdentifyBehavior(), OnOffBehavior(.lighting)])
        var leak = DeviceBuilder(
            "kitchen-leak", "Sink Leak Sensor", room: room, product: "Leak Sensor", productID: 0x8009,
            power: .battery("CR2032", quantity: 1, halfPercent: 176))
        leak.add([StandardTraits.waterLeakDetectorDeviceType], [IdentifyBehavior(), BooleanStateBehavior(.isWet)])
        var smoke = DeviceBuilder(
            "kitchen-smoke", "Smoke Alarm", room: room, product: "Smoke and CO Alarm", productID: 0x800A,
            power: .battery("AA", quantity: 2, halfPercent: 190))
        smoke.add([StandardTraits.smokeCOAlarmDeviceType], [IdentifyBehavior(), SmokeCoAlarmBehavior()])
        return [light, plug, leak, smoke, refrigerator(room)]
    }

    private static func refrigerator(_ room: String) -> DeviceBuilder {
        var refrigerator = DeviceBuilder(
            "kitchen-refrigerator", "Refrigerator", room: room, product: "Fridge Freezer", productID: 0x8019)
        refrigerator.add([StandardTraits.refrigeratorDeviceType], [IdentifyBehavior(.display)])
        refrigerator.add(
            [StandardTraits.temperatureControlledCabinetDeviceType], below: 1,
            tags: [Parts.tag(SemanticTag.CommonPosition.top, "Fridge")],
            [TemperatureControlBehavior(400, in: 100...800, step: 100), TemperatureMeasurementBehavior(420)])
        refrigerator.add(
            [StandardTraits.temperatureControlledCabinetDeviceType], below: 1,
            tags: [Parts.tag(SemanticTag.CommonPosition.bottom, "Freezer")],
            [TemperatureControlBehavior(-1800, in: -2400...(-1500), step: 100), TemperatureMeasurementBehavior(-1790)])
        refrigerator.add(Parts.temperature(420), at: 2, every: .seconds(20)...(.seconds(60)))
        refrigerator.add(Parts.temperature(-1790), at: 3, every: .seconds(20)...(.seconds(60)))
        return refrigerator
    }

    private static func bedroom() -> [DeviceBuilder] {
        let room = "Bedroom"
        var lamp = DeviceBuilder("bedroom-lamp", "Bedside Lamp", room: room, product: "Dimmer Plug", productID: 0x800B)
        lamp.add([StandardTraits.dimmablePlugInUnitDeviceType], Parts.dimmableLight(level: 40))
        var fan = DeviceBuilder("bedroom-fan", "Bedroom Fan", room: room, product: "Fan", productID: 0x800C)
        fan.add([StandardTraits.fanDeviceType], [IdentifyBehavior(), FanControlBehavior()])
        var shade = DeviceBuilder(
            "bedroom-shade", "Roller Shade", room: room, product: "Roller Shade", productID: 0x800D)
        shade.add([StandardTraits.windowCoveringDeviceType], Parts.shade())
        var button = DeviceBuilder(
            "bedroom-button", "Bedside Button", room: room, product: "Button", productID: 0x800E,
            power: .battery("CR2032", quantity: 1, halfPercent: 150))
        button.add([StandardTraits.genericSwitchDeviceType], [IdentifyBehavior(), SwitchBehavior(Parts.button)])
        var humidity = Parts.climate("bedroom-humidity", "Humidity Sensor", room: room, productID: 0x800F)
        humidity.add(
            [StandardTraits.humiditySensorDeviceType], [IdentifyBehavior(), RelativeHumidityMeasurementBehavior(4600)])
        humidity.add(Parts.humidity(4600), at: 1, every: .seconds(15)...(.seconds(40)))
        var carousel = DeviceBuilder(
            "bedroom-carousel", "Carousel Lamp", room: room, product: "Carousel Lamp", productID: 0x801C)
        carousel.add(
            [StandardTraits.onOffLightDeviceType],
            [
                IdentifyBehavior(.lightOutput), OnOffBehavior(.lighting),
                SpinnerBehavior(label: "Lampshade", maxSpeed: 30),
            ])
        return [lamp, fan, shade, button, humidity, carousel]
    }

    private static func bathroom() -> [DeviceBuilder] {
        let room = "Bathroom"
        var light = DeviceBuilder("bathroom-light", "Mirror Light", room: room, product: "Bulb", productID: 0x8010)
        light.add([StandardTraits.onOffLightDeviceType], [IdentifyBehavior(.lightOutput), OnOffBehavior(.lighting)])
        var climate = Parts.climate("bathroom-climate", "Bathroom Climate", room: room, productID: 0x8011)
        climate.add(
            [StandardTraits.temperatureSensorDeviceType], [IdentifyBehavior(), TemperatureMeasurementBehavior(2240)])
        climate.add(
            [StandardTraits.humiditySensorDeviceType], [IdentifyBehavior(), RelativeHumidityMeasurementBehavior(5800)])
        climate.add(Parts.temperature(2240), at: 1, every: .seconds(10)...(.seconds(25)))
        climate.add(Parts.humidity(5800), at: 2, every: .seconds(10)...(.seconds(30)))
        var washer = DeviceBuilder(
            "bathroom-washer", "Washing Machine", room: room, product: "Metering Plug", productID: 0x801D)
        washer.add(
            [StandardTraits.onOffPluginUnitDeviceType, StandardTraits.electricalSensorDeviceType],
            Parts.meteredPlug(watts: 480))
        return [light, climate, washer]
    }

    private static func hallway() -> [DeviceBuilder] {
        let room = "Hallway"
        var light = DeviceBuilder("hallway-light", "Hallway Light", room: room, product: "Bulb", productID: 0x8010)
        light.add([StandardTraits.onOffLightDeviceType], [IdentifyBehavior(.lightOutput), OnOffBehavior(.lighting)])
        var lock = DeviceBuilder(
            "front-door-lock", "Front Door", room: room, product: "Door Lock", productID: 0x8012,
            power: .battery("AA", quantity: 4, halfPercent: 164))
        lock.add([StandardTraits.doorLockDeviceType], [IdentifyBehavior(.audibleBeep), Parts.lock()])
        var motion = DeviceBuilder(
            "hallway-motion", "Hallway Motion", room: room, product: "Motion Sensor", productID: 0x8013,
            power: .battery("CR123A", quantity: 1, halfPercent: 140))
        motion.add(
            [StandardTraits.occupancySensorDeviceType], [IdentifyBehavior(), OccupancySensingBehavior(holdTime: 20)])
        motion.add([StandardTraits.lightSensorDeviceType], [IdentifyBehavior(), IlluminanceMeasurementBehavior(21000)])
        motion.add(Parts.daylight(noon: 24_000), at: 2, every: .seconds(8)...(.seconds(20)))
        var switchDevice = DeviceBuilder(
            "hallway-switch", "Hallway Switch", room: room, product: "Rocker Switch", productID: 0x8014)
        switchDevice.add(
            [StandardTraits.genericSwitchDeviceType], [IdentifyBehavior(), SwitchBehavior(.latchingSwitch)])
        var doorbell = DeviceBuilder(
            "hallway-doorbell", "Doorbell", room: room, product: "Doorbell Button", productID: 0x801E,
            power: .battery("CR2032", quantity: 1, halfPercent: 170))
        doorbell.add(
            [StandardTraits.doorbellDeviceType],
            [IdentifyBehavior(), SwitchBehavior([.momentarySwitch, .momentarySwitchRelease]), DoorbellPressBehavior()])
        var chime = DeviceBuilder("hallway-chime", "Chime", room: room, product: "Chime", productID: 0x801F)
        chime.add(
            [StandardTraits.chimeDeviceType],
            [IdentifyBehavior(.audibleBeep), ChimeBehavior(["Ding Dong", "Westminster", "Bicycle Bell"])])
        var video = DeviceBuilder(
            "hallway-video-doorbell", "Video Doorbell", room: room, product: "Video Doorbell", productID: 0x8020,
            isSetUpByApps: true)
        video.add([StandardTraits.videoDoorbellDeviceType], [IdentifyBehavior(.audibleBeep)])
        video.add(
            [StandardTraits.genericSwitchDeviceType], below: 1,
            [IdentifyBehavior(), SwitchBehavior([.momentarySwitch, .momentarySwitchRelease]), DoorbellPressBehavior()])
        video.add([StandardTraits.cameraDeviceType], below: 1, Parts.camera())
        video.add([StandardTraits.chimeDeviceType], below: 1, Parts.doorbellChime())
        return [light, lock, motion, switchDevice, doorbell, chime, video]
    }

    private static func office() -> [DeviceBuilder] {
        let room = "Office"
        var desk = DeviceBuilder("office-desk-lamp", "Desk Lamp", room: room, product: "White Bulb", productID: 0x8007)
        desk.add([StandardTraits.colorTemperatureLightDeviceType], Parts.whiteLight(isOn: false, level: 200))
        var window = DeviceBuilder(
            "office-window", "Office Window", room: room, product: "Contact Sensor", productID: 0x8015,
            power: .battery("CR2032", quantity: 1, halfPercent: 122))
        window.add([StandardTraits.contactSensorDeviceType], [IdentifyBehavior(), BooleanStateBehavior(.isClosed)])
        window.add(Drain(from: 122), at: 0, every: .seconds(300)...(.seconds(600)))
        var strip = DeviceBuilder(
            "office-power-strip", "Power Strip", room: room, product: "Power Strip", productID: 0x801A)
        let outlets = [
            (SemanticTag.CommonNumber.one, "Monitor"), (SemanticTag.CommonNumber.two, "Printer"),
            (SemanticTag.CommonNumber.three, "Charger"), (SemanticTag.CommonNumber.four, "Spare"),
        ]
        for (number, label) in outlets {
            strip.add(
                [StandardTraits.onOffPluginUnitDeviceType], tags: [Parts.tag(number, label)],
                [IdentifyBehavior(), OnOffBehavior(.lighting)])
        }
        return [desk, window, strip]
    }

    private static func garden() -> [DeviceBuilder] {
        let room = "Garden"
        var light = DeviceBuilder(
            "garden-light-sensor", "Light Sensor", room: room, product: "Light Sensor", productID: 0x8016)
        light.add([StandardTraits.lightSensorDeviceType], [IdentifyBehavior(), IlluminanceMeasurementBehavior(38000)])
        light.add(Parts.daylight(noon: 44_000), at: 1, every: .seconds(1)...(.milliseconds(2500)))
        var bridge = DeviceBuilder(
            "garden-bridge", "Garden Bridge", room: room, product: "Radio Bridge", productID: 0x8017)
        bridge.add([StandardTraits.aggregatorDeviceType], [IdentifyBehavior()])
        bridge.add(
            [StandardTraits.temperatureSensorDeviceType, StandardTraits.bridgedNodeDeviceType], below: 1,
            [
                IdentifyBehavior(), TemperatureMeasurementBehavior(1380),
                Parts.bridged("Outdoor Thermometer", "garden-thermometer"),
            ])
        bridge.add(
            [StandardTraits.onOffLightDeviceType, StandardTraits.bridgedNodeDeviceType], below: 1,
            [IdentifyBehavior(), OnOffBehavior(.lighting), Parts.bridged("Path Light", "garden-path-light")])
        bridge.add(Parts.outdoorTemperature(1380), at: 2, every: .seconds(5)...(.seconds(12)))
        var camera = DeviceBuilder(
            "garden-camera", "Garden Camera", room: room, product: "Outdoor Camera", productID: 0x8021,
            isSetUpByApps: true)
        camera.add([StandardTraits.cameraDeviceType], Parts.camera())
        camera.add([StandardTraits.hearthFlagDeviceType], [SoundFlagBehavior()])
        return [light, bridge, camera]
    }

    /// Devices without a room.
    private static func wholeHouse() -> [DeviceBuilder] {
        var thermostat = DeviceBuilder("thermostat", "Thermostat", room: nil, product: "Thermostat", productID: 0x8018)
        thermostat.add([StandardTraits.thermostatDeviceType], [IdentifyBehavior(.display), ThermostatBehavior()])
        return [thermostat]
    }
}
