/// The traits in the table of services, by Matter's cluster ids.
enum TraitIDs {
    static let identify: UInt32 = 0x0003
    static let onOff: UInt32 = 0x0006
    static let levelControl: UInt32 = 0x0008
    static let basicInformation: UInt32 = 0x0028
    static let powerSource: UInt32 = 0x002F
    static let bridgedInformation: UInt32 = 0x0039
    static let switchTrait: UInt32 = 0x003B
    static let booleanState: UInt32 = 0x0045
    static let airQuality: UInt32 = 0x005B
    static let smokeCOAlarm: UInt32 = 0x005C
    static let hepaFilter: UInt32 = 0x0071
    static let carbonFilter: UInt32 = 0x0072
    static let valve: UInt32 = 0x0081
    static let electricalPower: UInt32 = 0x0090
    static let doorLock: UInt32 = 0x0101
    static let windowCovering: UInt32 = 0x0102
    static let closureControl: UInt32 = 0x0104
    static let thermostat: UInt32 = 0x0201
    static let fanControl: UInt32 = 0x0202
    static let thermostatInterface: UInt32 = 0x0204
    static let colorControl: UInt32 = 0x0300
    static let illuminance: UInt32 = 0x0400
    static let temperature: UInt32 = 0x0402
    static let humidity: UInt32 = 0x0405
    static let occupancy: UInt32 = 0x0406
    static let carbonMonoxide: UInt32 = 0x040C
    static let carbonDioxide: UInt32 = 0x040D
    static let nitrogenDioxide: UInt32 = 0x0413
    static let ozone: UInt32 = 0x0415
    static let dust2_5: UInt32 = 0x042A
    static let dust10: UInt32 = 0x042D
    static let organicCompounds: UInt32 = 0x042E
    static let mediaPlayback: UInt32 = 0x0506
    static let mediaInput: UInt32 = 0x0507
    static let keypadInput: UInt32 = 0x0509
    /// A trait of Google's.
    static let doorbellPress: UInt32 = 0x6006_FC01
}

/// The device types in the table of services.
enum DeviceTypeIDs {
    static let doorLock: UInt32 = 0x000A
    static let genericSwitch: UInt32 = 0x000F
    static let powerSource: UInt32 = 0x0011
    static let contactSensor: UInt32 = 0x0015
    static let speaker: UInt32 = 0x0022
    static let castingVideoPlayer: UInt32 = 0x0023
    static let basicVideoPlayer: UInt32 = 0x0028
    static let fan: UInt32 = 0x002B
    static let airQualitySensor: UInt32 = 0x002C
    static let airPurifier: UInt32 = 0x002D
    static let waterValve: UInt32 = 0x0042
    static let leakDetector: UInt32 = 0x0043
    static let roomAirConditioner: UInt32 = 0x0072
    static let smokeCOAlarm: UInt32 = 0x0076
    static let matterHumidifier: UInt32 = 0x007D
    static let onOffLight: UInt32 = 0x0100
    static let dimmableLight: UInt32 = 0x0101
    static let lightSensor: UInt32 = 0x0106
    static let occupancySensor: UInt32 = 0x0107
    static let onOffPlug: UInt32 = 0x010A
    static let dimmablePlug: UInt32 = 0x010B
    static let temperatureLight: UInt32 = 0x010C
    static let colorLight: UInt32 = 0x010D
    static let mountedSwitch: UInt32 = 0x010F
    static let mountedDimmer: UInt32 = 0x0110
    static let audioDoorbell: UInt32 = 0x0141
    static let videoDoorbell: UInt32 = 0x0143
    static let doorbell: UInt32 = 0x0148
    static let windowCovering: UInt32 = 0x0202
    static let closure: UInt32 = 0x0230
    static let thermostat: UInt32 = 0x0301
    static let temperatureSensor: UInt32 = 0x0302
    static let humiditySensor: UInt32 = 0x0307
}
