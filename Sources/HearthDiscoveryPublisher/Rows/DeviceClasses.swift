/// The device classes of a platform in Home Assistant 2024.12. It refuses a component with another one.
struct DeviceClasses: Sendable {
    private let names: Set<String>

    private init(_ names: String) { self.names = Set(names.split(separator: " ").map { String($0) }) }

    /// The class, if Home Assistant knows it.
    func known(_ name: String) -> String? { names.contains(name) ? name : nil }

    /// Those of numbers and of sensors with numbers.
    static let ofNumbers = DeviceClasses(
        """
        apparent_power aqi atmospheric_pressure battery carbon_dioxide carbon_monoxide conductivity current data_rate \
        data_size distance duration energy energy_storage frequency gas humidity illuminance irradiance moisture \
        monetary nitrogen_dioxide nitrogen_monoxide nitrous_oxide ozone ph pm1 pm10 pm25 power power_factor \
        precipitation precipitation_intensity pressure reactive_power signal_strength sound_pressure speed \
        sulphur_dioxide temperature volatile_organic_compounds volatile_organic_compounds_parts voltage volume \
        volume_flow_rate volume_storage water weight wind_speed
        """)

    /// Those of binary sensors.
    static let ofFlags = DeviceClasses(
        """
        battery battery_charging carbon_monoxide cold connectivity door garage_door gas heat light lock moisture \
        motion moving occupancy opening plug power presence problem running safety smoke sound tamper update vibration \
        window
        """)

    static let ofButtons = DeviceClasses("identify restart update")

    static let ofEvents = DeviceClasses("button doorbell motion")
}
