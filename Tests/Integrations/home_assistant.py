"""Shows a hub's virtual home in a real Home Assistant, through a real broker, and judges what arrives there."""

import argparse
import pathlib
import re
import tempfile

from peers import Broker, HomeAssistant, Hub
from processes import until


class Judge:
    """The steps of the test; each builds on those before it."""

    def __init__(self, hub, broker, home):
        self.hub = hub
        self.broker = broker
        self.home = home

    def state(self, entity):
        return self.home.states().get(entity, {}).get("state")

    def attribute(self, entity, name):
        return self.home.states().get(entity, {}).get("attributes", {}).get(name)

    def becomes(self, entity, state, seconds=30):
        until(f"{entity} is {state}, not {self.state(entity)}", lambda: self.state(entity) == state, seconds)

    def add_publisher(self):
        """The publisher is added as a person would, and connects."""
        self.hub.run(
            "integrations", "add", "home-assistant", "127.0.0.1", "--set", f"port={self.broker.port}", "--set",
            "sensitive=yes")
        until("the integration is online", lambda: "online" in self.hub.run("integrations"))

    def entities_have_values(self):
        """Each kind of device is there, with its value."""
        wanted = {
            "light.ceiling_light": "on", "light.floor_lamp": None, "switch.coffee_maker": "off",
            "cover.south_blind": None, "cover.roller_shade": None, "fan.bedroom_fan": None, "lock.front_door": "locked",
            "climate.thermostat": None, "binary_sensor.sink_leak_sensor_moisture": "off",
            "binary_sensor.smoke_alarm_smoke": "off", "binary_sensor.office_window_door": None,
            "binary_sensor.hallway_motion_motion": None, "sensor.hallway_motion_illuminance": None,
            "sensor.bathroom_climate_temperature": None, "sensor.bathroom_climate_humidity": None,
            "sensor.front_door_battery": "82", "sensor.washing_machine_power": None,
            "sensor.outdoor_thermometer_temperature": None, "light.path_light": None,
            "event.bedside_button": "unknown", "event.doorbell": "unknown", "switch.power_strip_monitor": None,
            "number.refrigerator_fridge_set_temperature": None, "sensor.television_playback": None,
            "binary_sensor.hearth_home_connection": "on",
        }

        def missing():
            states = self.home.states()
            found = {entity: states.get(entity, {}).get("state") for entity in wanted}
            return {
                entity: state for entity, state in found.items()
                if (state != wanted[entity] if wanted[entity] else state in (None, "unavailable", "unknown"))}

        try:
            until("all entities have their values", lambda: not missing(), 60)
        except AssertionError as error:
            raise AssertionError(f"{error}; these have not: {missing()}") from error

    def hub_changes_arrive(self):
        """A change at the hub is seen in Home Assistant."""
        self.hub.run("send", "Coffee Maker", "OnOff.on")
        self.becomes("switch.coffee_maker", "on")
        self.hub.run("send", "Front Door", "DoorLock.unlockDoor")
        self.becomes("lock.front_door", "unlocked")

    def commands_reach_devices(self):
        """A command of Home Assistant changes the device, and its state comes back."""
        self.home.serve("switch.turn_off", "switch.coffee_maker")
        self.becomes("switch.coffee_maker", "off")
        self.home.serve("light.turn_on", "light.ceiling_light", brightness=51, color_temp_kelvin=2700)
        until(
            "the light takes its level", lambda: self.attribute("light.ceiling_light", "brightness") in (50, 51, 52))
        until(
            "the light takes its color temperature",
            lambda: abs((self.attribute("light.ceiling_light", "color_temp_kelvin") or 0) - 2700) < 10)
        self.home.serve("light.turn_on", "light.ceiling_light", hs_color=[120, 100])
        until("the light takes its color", lambda: self.attribute("light.ceiling_light", "color_mode") == "hs")
        self.home.serve("light.turn_off", "light.ceiling_light")
        self.becomes("light.ceiling_light", "off")
        self.home.serve("lock.lock", "lock.front_door")
        self.becomes("lock.front_door", "locked")
        self.home.serve("cover.set_cover_position", "cover.roller_shade", position=40)
        until("the shade moves", lambda: self.attribute("cover.roller_shade", "current_position") == 40, 60)
        self.home.serve("fan.set_percentage", "fan.bedroom_fan", percentage=100)
        until("the fan runs", lambda: self.attribute("fan.bedroom_fan", "percentage") == 100)
        self.home.serve("climate.set_hvac_mode", "climate.thermostat", hvac_mode="off")
        self.becomes("climate.thermostat", "off")
        self.home.serve("climate.set_hvac_mode", "climate.thermostat", hvac_mode="heat")
        self.becomes("climate.thermostat", "heat")
        self.home.serve("climate.set_temperature", "climate.thermostat", temperature=22.5)
        until("the setpoint is taken", lambda: self.attribute("climate.thermostat", "temperature") == 22.5)

    def causes_name_the_caller(self):
        """The hub says who sent a command."""
        audit = self.hub.run("audit")
        assert any("Home Assistant" in line and "DoorLock.lockDoor" in line for line in audit.splitlines()), audit
        log = self.hub.run("log")
        assert any(line.strip().endswith("Home Assistant locked the front door") for line in log.splitlines()), log

    def a_code_reaches_the_lock(self):
        """A lock that requires a code gets the one that a person gives Home Assistant, and nothing else has it."""
        self.hub.run("set", "Front Door", "DoorLock.requirePinforRemoteOperation=true")
        until("Home Assistant asks for a code", lambda: self.attribute("lock.front_door", "code_format") == "^.{4,8}$")
        self.home.serve("lock.unlock", "lock.front_door", code="4711")
        until("the refusal is in the log", lambda: any("PIN code is wrong" in line for line in self.hub.lines))
        self.becomes("lock.front_door", "locked")
        self.home.serve("lock.unlock", "lock.front_door", code="1234")
        self.becomes("lock.front_door", "unlocked")
        self.home.serve("lock.lock", "lock.front_door", code="1234")
        self.becomes("lock.front_door", "locked")
        said = [*self.hub.lines, self.hub.run("audit"), self.hub.run("log"), *self.broker.kept("hearth/#").values()]
        assert not any(re.search(r"\b(4711|1234)\b", str(text)) for text in said), said
        self.hub.run("set", "Front Door", "DoorLock.requirePinforRemoteOperation=false")
        until("Home Assistant asks for none", lambda: self.attribute("lock.front_door", "code_format") is None)

    def events_arrive(self):
        """A press of a button is an event."""
        self.hub.run("demo", "press", "Bedside Button")
        until("the press is seen", lambda: self.attribute("event.bedside_button", "event_type") == "press")

    def restart_of_home_assistant_brings_all_again(self):
        """After a restart Home Assistant has every device with its value."""
        before = self.count()
        self.home.stop()
        self.home.start()
        until(f"all {before} entities are back", lambda: self.count() == before, 60)

    def count(self):
        """The available entities of the hub."""
        kinds = {"light", "switch", "cover", "lock", "climate", "fan", "binary_sensor", "number"}
        return sum(
            entity.split(".")[0] in kinds and state["state"] != "unavailable"
            for entity, state in self.home.states().items())

    def restart_of_the_broker_brings_all_again(self):
        """A broker that has forgotten everything gets it again."""
        before = self.count()
        self.broker.stop()
        until("the devices are unavailable", lambda: self.state("switch.coffee_maker") == "unavailable", 60)
        self.broker.start()
        until(f"all {before} entities are back", lambda: self.count() == before, 120)

    def removed_device_goes(self):
        """A device that is removed at the hub goes from Home Assistant."""
        self.hub.run("remove", "Coffee Maker", "--yes")
        until("the plug is gone", lambda: self.state("switch.coffee_maker") is None)

    def hub_that_stops_is_unavailable(self):
        """A hub that ends leaves its devices unavailable, and brings them back."""
        self.hub.stop()
        self.becomes("light.floor_lamp", "unavailable")
        self.hub.start()
        until("the lamp is back", lambda: self.state("light.floor_lamp") in ("on", "off"), 60)

    def change_of_the_choice_removes_the_others(self):
        """Devices that are not chosen any more go."""
        self.hub.run("integrations", "change", "Home Assistant", "--set", "devices=Floor Lamp, living-ceiling")
        until("the shade is gone", lambda: self.state("cover.roller_shade") is None)
        assert self.state("light.floor_lamp") in ("on", "off"), self.state("light.floor_lamp")

    def removed_integration_leaves_nothing(self):
        """Without the integration nothing is left, neither in Home Assistant nor at the broker."""
        self.hub.run("integrations", "remove", "Home Assistant", "--yes")
        until("the lamps are gone", lambda: self.state("light.floor_lamp") is None)
        kept = {**self.broker.kept("hearth/#"), **self.broker.kept("homeassistant/#")}
        assert not kept, kept

    def home_assistant_has_no_complaints(self):
        """Home Assistant has logged nothing about what it got."""
        problems = self.home.problems()
        assert not problems, "\n".join(problems[:10])

    STEPS = [
        add_publisher, entities_have_values, hub_changes_arrive, commands_reach_devices, causes_name_the_caller,
        a_code_reaches_the_lock, events_arrive, restart_of_home_assistant_brings_all_again,
        restart_of_the_broker_brings_all_again, removed_device_goes, hub_that_stops_is_unavailable,
        change_of_the_choice_removes_the_others, removed_integration_leaves_nothing, home_assistant_has_no_complaints,
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program hearth")
    parser.add_argument("--home-assistant", required=True, help="the program hass")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        broker, hub, home = Broker(folder), Hub(options.hub, folder), HomeAssistant(options.home_assistant, folder)
        programs = [broker, hub, home]
        try:
            for program in programs:
                program.start()
            home.add_broker(broker)
            judge = Judge(hub, broker, home)
            for step in Judge.STEPS:
                step(judge)
                print(f"passed: {step.__doc__}")
        except BaseException:
            print("The last lines of the hub:", *hub.lines[-20:], sep="\n    ")
            print("Home Assistant said of MQTT:", *home.problems()[-20:], sep="\n    ")
            raise
        finally:
            for program in reversed(programs):
                program.stop()


if __name__ == "__main__":
    main()
