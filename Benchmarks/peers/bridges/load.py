"""The load of bridges: a fake zigbee2mqtt on a broker, and a subscriber of a hub or of Home Assistant's core, in one process.

usage: load.py BROKER_PORT hub PORT | hub-discovery PORT | ha PORT TOKEN

For `hub` the devices are described by zigbee2mqtt's own documents, for the others by its discovery messages.

It reads commands, one a line, and answers each with a line of JSON:

    begin               publishes a bridge with one device
    describe N          publishes N devices, and waits until the subscriber has all of them with their first state
    latency COUNT       single states, one at a time: from the publication until the subscriber has it
    floor COUNT         the same, until a second client of the broker in this process has it
    rate R SECONDS      R states a second over all devices, then waits until the subscriber has each device's last one
    commands COUNT      single commands by the subscriber's API: from the call until the bridge has the packet
    online              says that the bridge is there, with a new state of each device, and waits until all are true
"""

import json
import socket
import sys
import threading
import time

import paho.mqtt.client as mqtt
import subscribers

BASE = "zigbee2mqtt"


def name(number):
    return f"bench{number:04}"


def address(number):
    return f"0x00158d{number:010x}"


def definition(number):
    """A plug with a thermometer."""
    return {
        "ieee_address": address(number), "type": "Router", "supported": True, "disabled": False,
        "friendly_name": name(number), "network_address": number, "power_source": "Mains (single phase)",
        "model_id": "BENCH", "manufacturer": "Bench", "interview_completed": True, "interview_state": "SUCCESSFUL",
        "endpoints": {"1": {"bindings": [], "clusters": {"input": [], "output": []}, "configured_reportings": [],
                            "scenes": []}},
        "definition": {
            "source": "native", "model": "BENCH", "vendor": "Bench", "description": "Plug with a thermometer",
            "supports_ota": False, "options": [],
            "exposes": [
                {"type": "switch", "features": [
                    {"type": "binary", "name": "state", "label": "State", "property": "state", "access": 3,
                     "value_on": "ON", "value_off": "OFF", "value_toggle": "TOGGLE"}]},
                {"type": "numeric", "name": "temperature", "label": "Temperature", "property": "temperature",
                 "access": 1, "unit": "°C"}]}}


def discovery(number):
    """What zigbee2mqtt publishes for Home Assistant: the topic and payload of both entities."""
    device = {"identifiers": [f"{BASE}_{address(number)}"], "name": name(number), "manufacturer": "Bench",
              "model": "Plug with a thermometer"}
    availability = [{"topic": f"{BASE}/bridge/state", "value_template": "{{ value_json.state }}"}]
    common = {"availability": availability, "availability_mode": "all", "device": device,
              "state_topic": f"{BASE}/{name(number)}", "origin": {"name": "Zigbee2MQTT", "sw": "2.0.0"}}
    yield f"homeassistant/switch/{address(number)}/switch/config", common | {
        "command_topic": f"{BASE}/{name(number)}/set", "name": None, "payload_on": "ON", "payload_off": "OFF",
        "value_template": "{{ value_json.state }}", "unique_id": f"{address(number)}_switch_{BASE}"}
    yield f"homeassistant/sensor/{address(number)}/temperature/config", common | {
        "device_class": "temperature", "state_class": "measurement", "unit_of_measurement": "°C",
        "value_template": "{{ value_json.temperature }}", "unique_id": f"{address(number)}_temperature_{BASE}"}


class States:
    """A connection to the broker that publishes retained states from the caller's thread: paho-mqtt has them sent by a
    thread of its own, which has to wake up first."""

    #: A packet CONNECT of MQTT 3.1.1 with the client id "bench" and without keepalive.
    CONNECT = b"\x10\x11\x00\x04MQTT\x04\x02\x00\x00\x00\x05bench"

    def __init__(self, port):
        self.port = port
        self.connect()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(self.CONNECT)
        if self.socket.recv(4) != b"\x20\x02\x00\x00":
            raise SystemExit("the broker refuses a connection")

    def publish(self, topic, payload):
        rest = len(topic).to_bytes(2, "big") + topic + payload
        # Lengths from 128 to 16,383 take two bytes.
        length = bytes([len(rest)]) if len(rest) < 128 else bytes([len(rest) % 128 | 128, len(rest) // 128])
        self.socket.sendall(b"\x31" + length + rest)


class Bridge:
    """The fake zigbee2mqtt. States are hundredths of a degree, each different from the device's last one."""

    def __init__(self, port):
        self.count, self.commands, self.isSilent = 0, {}, False
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="bench-bridge")
        self.client.max_inflight_messages_set(0)
        self.client.max_queued_messages_set(0)
        self.client.on_message = self._command
        self.connected = threading.Event()
        self.client.on_connect = self._connected
        self.client.on_disconnect = lambda *_: self.connected.clear()
        self.client.reconnect_delay_set(1, 1)
        self.client.will_set(f"{BASE}/bridge/state", '{"state":"offline"}', retain=True)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        self.connected.wait(10)
        self.states = States(port)

    def _connected(self, *_):
        self.client.subscribe(f"{BASE}/+/set")
        self.connected.set()

    def publish(self, topic, payload, retain=False):
        text = payload if isinstance(payload, str) else json.dumps(payload)
        return self.client.publish(f"{BASE}/{topic}", text, retain=retain)

    def state(self, number, hundredths):
        text = json.dumps({"linkquality": 120, "state": "ON", "temperature": hundredths / 100})
        self.states.publish(f"{BASE}/{name(number)}".encode(), text.encode())

    def describe(self, count, by_discovery):
        self.count = count
        if by_discovery:
            for number in range(count):
                for topic, payload in discovery(number):
                    self.client.publish(topic, json.dumps(payload), retain=True)
        else:
            self.publish("bridge/info", {
                "version": "2.0.0", "coordinator": {"ieee_address": "0x00124b0000000001", "type": "zStack3x0"},
                "permit_join": False, "restart_required": False, "config": {"advanced": {"output": "json"}}}, True)
            coordinator = {"ieee_address": "0x00124b0000000001", "type": "Coordinator", "friendly_name": "Coordinator",
                           "supported": True, "disabled": False, "definition": None, "endpoints": {}}
            self.publish("bridge/devices", [coordinator] + [definition(n) for n in range(count)], True)
            self.publish("bridge/groups", [], True)
        self.publish("bridge/state", {"state": "online"}, True)

    def _command(self, _, __, message):
        number = int(message.topic.split("/")[1][len("bench"):])
        wait = self.commands.pop(number, None)
        if wait:
            wait(time.monotonic())
        # By discovery a switch gets the bare word.
        text = message.payload.decode()
        state = json.loads(text)["state"] if text.startswith("{") else text
        self.publish(name(number), {"linkquality": 120, "state": state, "temperature": 20.0})


class Load:
    def __init__(self, port, kind, *where):
        self.port, self.by_discovery = port, kind != "hub"
        self.bridge = Bridge(port)
        self.subscriber = (subscribers.HomeAssistant if kind == "ha" else subscribers.Hub)(*where)
        self.value = 0

    def next(self):
        self.value = self.value % 9_000 + 1
        return self.value

    def _publish_all(self):
        """A state of each device; the values by device."""
        wanted = {}
        for number in range(self.bridge.count):
            wanted[number] = self.next()
            self.bridge.state(number, wanted[number])
        return wanted

    def begin(self):
        self.bridge.describe(1, self.by_discovery)
        return {}

    def describe(self, count, seconds=300):
        begin = time.monotonic()
        self.bridge.describe(int(count), self.by_discovery)
        wanted = self._publish_all()
        # By discovery a device's topic is subscribed to only after its description; states are retained.
        missing = self.subscriber.reach(wanted, begin + seconds)
        return {"seconds": time.monotonic() - begin, "missing": missing}

    def online(self, seconds=120):
        begin = time.monotonic()
        self.bridge.connected.wait(60)
        self.bridge.states.connect()
        self.bridge.describe(self.bridge.count, self.by_discovery)
        wanted = self._publish_all()
        missing = self.subscriber.reach(wanted, begin + seconds)
        return {"seconds": time.monotonic() - begin, "missing": missing}

    def latency(self, count):
        times = []
        for turn in range(int(count)):
            number, value = turn % self.bridge.count, self.next()
            arrival = self.subscriber.expect(number, value)
            begin = time.monotonic()
            self.bridge.state(number, value)
            if not arrival.wait(10):
                raise SystemExit(f"state {value} of {name(number)} did not arrive")
            times.append(arrival.at - begin)
            time.sleep(0.02)
        return subscribers.quantiles(times)

    def floor(self, count):
        arrivals = {}

        def take(_, __, message):
            now = time.monotonic()
            arrival = arrivals.get(json.loads(message.payload)["temperature"])
            if arrival:
                arrival.at = now
                arrival.set()

        client, subscribed = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="bench-floor"), threading.Event()
        client.on_message, client.on_subscribe = take, lambda *_: subscribed.set()
        client.connect("127.0.0.1", self.port)
        client.loop_start()
        client.subscribe([(f"{BASE}/{name(number)}", 0) for number in range(self.bridge.count)])
        if not subscribed.wait(10):
            raise SystemExit("the broker does not confirm a subscription")
        # Retained states come first.
        time.sleep(1)
        times = []
        for turn in range(int(count)):
            value = self.next()
            arrival = arrivals[value / 100] = subscribers.Arrival()
            begin = time.monotonic()
            self.bridge.state(turn % self.bridge.count, value)
            if not arrival.wait(10):
                raise SystemExit(f"state {value} did not arrive at the broker's client")
            times.append(arrival.at - begin)
            del arrivals[value / 100]
            time.sleep(0.02)
        client.disconnect()
        client.loop_stop()
        return subscribers.quantiles(times)

    def rate(self, rate, seconds):
        rate, seconds = float(rate), float(seconds)
        begin, sent, wanted = time.monotonic(), 0, {}
        total = int(rate * seconds)
        while sent < total:
            due = min(total, int((time.monotonic() - begin) * rate) + 1)
            while sent < due:
                number = sent % self.bridge.count
                wanted[number] = self.next()
                self.bridge.state(number, wanted[number])
                sent += 1
            time.sleep(0.002)
        spent = time.monotonic() - begin
        missing = self.subscriber.reach(wanted, time.monotonic() + 30)
        return {"sent": sent, "seconds": spent, "behind": time.monotonic() - begin - spent, "wrong": missing}

    def commands(self, count):
        times = []
        for turn in range(int(count)):
            number, arrived = turn % self.bridge.count, threading.Event()
            at = []
            self.bridge.commands[number] = lambda now: (at.append(now), arrived.set())
            begin = time.monotonic()
            self.subscriber.switch(number, turn % 2 == 0)
            if not arrived.wait(10):
                raise SystemExit(f"the command to {name(number)} did not arrive")
            times.append(at[0] - begin)
            time.sleep(0.02)
        return subscribers.quantiles(times)


def main():
    subscribers.keep_out_of_measurements()
    load = Load(int(sys.argv[1]), *sys.argv[2:])
    for line in sys.stdin:
        word, *arguments = line.split()
        print(json.dumps(getattr(load, word)(*arguments)), flush=True)


main()
