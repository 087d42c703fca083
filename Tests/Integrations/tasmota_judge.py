"""Judges our Tasmota devices by Home Assistant's own library, PyPI `hatasmota`: it must read their documents and
states, and they must understand its commands. Prints a line for each entity."""

import asyncio
import sys

from hatasmota import const, discovery
from hatasmota.mqtt import TasmotaMQTTClient

import tasmota_devices


class Message:
    def __init__(self, topic, payload):
        self.topic, self.payload, self.qos, self.retain = topic, payload, 0, False


class Broker:
    """Passes messages between the library and the devices."""

    def __init__(self):
        self.devices = {device.topic: device for device in tasmota_devices.devices()}
        self.subscriptions = []

    async def publish(self, topic, payload, qos=None, retain=None):
        _, name, command = topic.split("/")
        for message in self.devices[name].carry_out(command, "" if payload is None else str(payload)):
            await self.deliver(*message)

    async def subscribe(self, state, topics):
        self.subscriptions += [(each["topic"], each["msg_callback"]) for each in topics.values()]
        return topics

    async def unsubscribe(self, state):
        return None

    async def deliver(self, topic, payload):
        for pattern, callback in list(self.subscriptions):
            if pattern == topic or pattern.endswith("/#") and topic.startswith(pattern[:-1]):
                result = callback(Message(topic, payload))
                if asyncio.iscoroutine(result):
                    await result


KINDS = {"light": "get_light_entities", "switch": "get_switch_entities", "cover": "get_cover_entities",
         "binary_sensor": "get_binary_sensor_entities"}


async def judge():
    broker = Broker()
    client = TasmotaMQTTClient(broker.publish, broker.subscribe, broker.unsubscribe)
    found, sensors = {}, {}

    async def device_found(payload, mac):
        found[mac] = payload

    async def sensors_found(entities, mac):
        sensors[mac] = entities

    library = discovery.TasmotaDiscovery("tasmota/discovery", client)
    await library.start_discovery(device_found, sensors_found)
    for device in broker.devices.values():
        for message in device.announcement():
            await broker.deliver(*message)
    assert set(found) == {device.mac for device in broker.devices.values()}, found
    for mac, document in sorted(found.items()):
        for kind, function in KINDS.items():
            for config, _ in getattr(discovery, function)(document):
                if config is not None:
                    await one(broker, client, document, kind, config)
        names = sorted(config.friendly_name for config, _ in sensors[mac] if config and config.endpoint == "sensor")
        print(document[const.CONF_DEVICENAME], "sensors", *names, sep=" | ")
        triggers = [config for config in discovery.get_triggers(document) if config.is_active]
        for config in triggers:
            print(document[const.CONF_DEVICENAME], config.source, config.subtype, config.event, config.type)


async def one(broker, client, document, kind, config):
    """Subscribes to an entity, sends it commands, and prints what the library then knows."""
    seen = []
    entity = discovery.get_entity(config, client)
    entity.set_on_state_callback(lambda state, **more: seen.append((state, more)))
    entity.set_on_availability_callback(available)
    await entity.subscribe_topics()
    for message in broker.devices[document[const.CONF_TOPIC]].telemetry():
        await broker.deliver(*message)
    assert seen, f"{config} did not read the telemetry"
    if kind == "switch":
        await entity.set_state(True)
        assert seen[-1][0] is True, seen
    if kind == "light":
        await entity.set_state(True, {"brightness": 70, "color_temp": 300})
        shown = seen[-1][1]["attributes"]
        assert (seen[-1][0], shown["brightness"], shown["color_temp"]) == (True, 70, 300), seen
        await entity.set_state(True, {"color_hs": [240, 50]})
        assert seen[-1][1]["attributes"]["color_hs"] == [240, 50], seen
    if kind == "cover":
        await entity.set_position(40)
        assert seen[-1][1]["position"] == 40 and seen[-1][1]["direction"] == 0, seen
        assert seen[-2][1]["direction"] == 1, seen
    print(document[const.CONF_DEVICENAME], kind, config.idx, seen[-1])


async def available(is_available):
    pass


if __name__ == "__main__":
    asyncio.run(judge())
    sys.exit(0)
