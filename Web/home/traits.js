// The ids of traits and device types that the dashboard has code for. It shows all others by their schemas. Each id is a
// constant of its own, because the build shortens the names of constants.

export const IDENTIFY = 0x0003;
export const ON_OFF = 0x0006;
export const LEVEL_CONTROL = 0x0008;
export const DESCRIPTOR = 0x001d;
export const BASIC_INFORMATION = 0x0028;
export const POWER_SOURCE = 0x002f;
export const BRIDGED_BASIC_INFORMATION = 0x0039;
export const SWITCH = 0x003b;
export const BOOLEAN_STATE = 0x0045;
export const OVEN_CAVITY_OPERATIONAL_STATE = 0x0048;
export const LAUNDRY_DRYER_CONTROLS = 0x004a;
export const MODE_SELECT = 0x0050;
export const REFRIGERATOR_MODE = 0x0052;
export const LAUNDRY_WASHER_CONTROLS = 0x0053;
export const RVC_RUN_MODE = 0x0054;
export const OTA_REQUESTOR = 0x002a;
export const CONFIGURATION_DONE = 0x6006fc1e;
export const TEMPERATURE_CONTROL = 0x0056;
export const REFRIGERATOR_ALARM = 0x0057;
export const AIR_QUALITY = 0x005b;
export const SMOKE_CO_ALARM = 0x005c;
export const DISHWASHER_ALARM = 0x005d;
export const MICROWAVE_OVEN_MODE = 0x005e;
export const MICROWAVE_OVEN_CONTROL = 0x005f;
export const OPERATIONAL_STATE = 0x0060;
export const RVC_OPERATIONAL_STATE = 0x0061;
export const HEPA_FILTER = 0x0071;
export const CARBON_FILTER = 0x0072;
export const WATER_TANK = 0x0079;
export const BOOLEAN_STATE_CONFIGURATION = 0x0080;
export const VALVE = 0x0081;
export const ELECTRICAL_POWER = 0x0090;
export const ELECTRICAL_ENERGY = 0x0091;
export const WATER_HEATER = 0x0094;
export const DEVICE_ENERGY_MANAGEMENT = 0x0098;
export const ENERGY_EVSE = 0x0099;
export const DOOR_LOCK = 0x0101;
export const WINDOW_COVERING = 0x0102;
export const CLOSURE_CONTROL = 0x0104;
export const CLOSURE_DIMENSION = 0x0105;
export const SERVICE_AREA = 0x0150;
export const PUMP = 0x0200;
export const THERMOSTAT = 0x0201;
export const FAN_CONTROL = 0x0202;
export const HUMIDISTAT = 0x0205;
export const COLOR_CONTROL = 0x0300;
export const ILLUMINANCE = 0x0400;
export const TEMPERATURE = 0x0402;
export const PRESSURE = 0x0403;
export const FLOW = 0x0404;
export const HUMIDITY = 0x0405;
export const OCCUPANCY = 0x0406;
export const CARBON_MONOXIDE = 0x040c;
export const CARBON_DIOXIDE = 0x040d;
export const NITROGEN_DIOXIDE = 0x0413;
export const OZONE = 0x0415;
export const PM25 = 0x042a;
export const FORMALDEHYDE = 0x042b;
export const PM1 = 0x042c;
export const PM10 = 0x042d;
export const ORGANIC_COMPOUNDS = 0x042e;
export const RADON = 0x042f;
export const SOIL = 0x0430;
export const CHANNEL = 0x0504;
export const TARGET_NAVIGATOR = 0x0505;
export const MEDIA_PLAYBACK = 0x0506;
export const MEDIA_INPUT = 0x0507;
export const KEYPAD_INPUT = 0x0509;
export const CONTENT_LAUNCHER = 0x050a;
export const AUDIO_OUTPUT = 0x050b;
export const CAMERA_STREAMS = 0x0551;
export const CHIME = 0x0556;
export const SECURITY_SYSTEM = 0xfff0fc01;
export const HUMIDIFIER_DEHUMIDIFIER = 0xfff0fc02;
export const AIR_PURIFIER_STATE = 0xfff0fc04;
export const PRESENCE = 0xfff0fc06;
export const NOTICES = 0xfff0fc07;
export const NUMBER_SETTING = 0xfff0fc08;
export const READING = 0xfff0fc09;
export const CHOICE = 0xfff0fc0a;
export const TEXT_VALUE = 0xfff0fc0b;
export const FLAG = 0xfff0fc0c;
export const PRESS = 0xfff0fc0d;
export const MOMENT = 0xfff0fc0e;
export const NAMED_EVENT = 0xfff0fc0f;
export const DEVICE_ACTIONS = 0xfff0fc10;

export const DeviceTypeId = /** @type {const} */ ({
  CONTACT_SENSOR: 0x0015, SOLAR_POWER: 0x0017, BATTERY_STORAGE: 0x0018, SPEAKER: 0x0022, AIR_PURIFIER: 0x002d,
  WATER_FREEZE_DETECTOR: 0x0041, WATER_LEAK_DETECTOR: 0x0043, RAIN_SENSOR: 0x0044, COOK_SURFACE: 0x0077, COOKTOP: 0x0078,
  EXTRACTOR_HOOD: 0x007a, AUDIO_DOORBELL: 0x0141, VIDEO_DOORBELL: 0x0143, DOORBELL: 0x0148,
});

/** Traits that describe a device instead of its functions: shown at the end of its page, and without a tile. */
export const housekeeping = new Set(/** @type {number[]} */ ([
  IDENTIFY, DESCRIPTOR, BASIC_INFORMATION, BRIDGED_BASIC_INFORMATION, POWER_SOURCE, OTA_REQUESTOR, CONFIGURATION_DONE,
  0x0004, 0x0005, 0x001e, 0x001f, 0x0029, 0x002b, 0x002c, 0x002d, 0x002e, 0x0030, 0x0031, 0x0032, 0x0033, 0x0034,
  0x0035, 0x0036, 0x0037, 0x0038, 0x003c, 0x003e, 0x003f, 0x0040, 0x0041, 0x0042, 0x0046, 0x0062,
]));
