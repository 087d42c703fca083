"""A zigbee2mqtt at a real broker, with documents as the program publishes them. mosquitto's clients carry its messages.

Topics and shapes: https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html
"""

import copy
import json
import random
import subprocess
import threading
import time

COORDINATOR = {
    "ieee_address": "0x00124b0000000001", "type": "Coordinator", "friendly_name": "Coordinator", "supported": True,
    "disabled": False, "definition": None, "endpoints": {}, "interview_state": "SUCCESSFUL"}


class Bridge:
    """One bridge. `devices` are entries of `bridge/devices`, `states` are the devices' cached states by name."""

    def __init__(self, broker, base, devices, states, seed=1, output="json"):
        self.port, self.base, self.output = broker.port, base, output
        self.devices, self.states = copy.deepcopy(devices), copy.deepcopy(states)
        self.random = random.Random(seed)
        #: What /set brought: names and properties.
        self.told = []
        #: Names of devices out of reach of the radio, and the seconds until that is known.
        self.unreachable = {}
        #: Names that were asked for their state.
        self.asked = []
        self.listener, self.requests = None, []
        self.coordinator = COORDINATOR | {"ieee_address": f"0x00124b{self.random.getrandbits(40):010x}"}

    # Messages

    def publish(self, topic, payload, retain=False):
        text = payload if isinstance(payload, (str, bytes)) else json.dumps(payload)
        data = text.encode() if isinstance(text, str) else text
        # An empty message has an option of its own. -s takes one of any length from the input.
        subprocess.run(
            ["mosquitto_pub", "-p", str(self.port), "-t", f"{self.base}/{topic}", "-s" if data else "-n",
             *(["-r"] if retain else [])], input=data, check=True)

    def publish_state(self, name, state=None):
        state = self.states.get(name, {}) if state is None else state
        if self.output == "attribute":
            for key, value in state.items():
                self.publish(f"{name}/{key}", value if isinstance(value, str) else json.dumps(value))
        else:
            self.publish(name, state)

    def publish_list(self):
        self.publish("bridge/devices", [self.coordinator, *self.devices], retain=True)

    def publish_info(self, **permit):
        self.publish("bridge/info", {
            "version": "2.6.1", "commit": "0", "coordinator": {"ieee_address": self.coordinator["ieee_address"], "type": "z"},
            "permit_join": False, "restart_required": False, "log_level": "info",
            "config": {"advanced": {"output": self.output}, "availability": {"enabled": True}, "devices": {}}} | permit, retain=True)

    # Its course

    def start(self):
        """Starts as the program does: its state, its documents, then what it knows of its devices."""
        will = ["--will-topic", f"{self.base}/bridge/state", "--will-payload", '{"state":"offline"}', "--will-retain"]
        self.listener = subprocess.Popen(
            ["mosquitto_sub", "-p", str(self.port), "-t", f"{self.base}/#", "-F", "%t\t%p", *will], stdout=subprocess.PIPE)
        listens = threading.Event()
        threading.Thread(target=self._listen, args=(self.listener, listens), daemon=True).start()
        # Nothing tells when the subscription stands, so a message for no device is repeated until it comes back.
        while not listens.wait(0.1):
            self.publish("bridge/request/none", {})
        self.publish("bridge/state", {"state": "online"}, retain=True)
        self.publish_info()
        self.publish_list()
        self.publish("bridge/groups", [], retain=True)
        for device in self.devices:
            self.available(device["friendly_name"], True)
        for name in self.states:
            self.publish_state(name)

    def available(self, name, is_online):
        self.publish(f"{name}/availability", {"state": "online" if is_online else "offline"}, retain=True)

    def stop(self):
        """Ends as the program does if it is told to."""
        if self.listener:
            self.publish("bridge/state", {"state": "offline"}, retain=True)
            self.kill()

    def kill(self):
        """Ends as the program does in a crash: the broker publishes its will."""
        if self.listener:
            self.listener.kill()
            self.listener.wait()
            self.listener = None

    def _listen(self, listener, listens):
        for line in listener.stdout:
            listens.set()
            topic, _, payload = line.decode().rstrip("\n").partition("\t")
            topic = topic.removeprefix(self.base + "/")
            name, _, verb = topic.rpartition("/")
            if topic.startswith("bridge/request/"):
                self._request(topic.removeprefix("bridge/request/"), json.loads(payload))
            elif verb in ("set", "get") and name in {device["friendly_name"] for device in self.devices}:
                threading.Thread(target=self._obey, args=(name, verb, json.loads(payload)), daemon=True).start()

    def _obey(self, name, verb, properties):
        if verb == "get":
            self.asked.append(name)
        else:
            self.told.append((name, properties))
        if name in self.unreachable:
            time.sleep(self.unreachable[name])
            for key in properties:
                self.publish("bridge/logging", {
                    "level": "error", "namespace": "z2m",
                    "message": f"Publish '{verb}' '{key}' to '{name}' failed: 'Error: ZCL command failed (Timeout)'"})
            return
        time.sleep(self.random.uniform(0.02, 0.3))
        if verb == "set":
            self.states.setdefault(name, {}).update(properties)
        self.publish_state(name)

    def _request(self, path, data):
        if path == "none":
            return
        self.requests.append((path, data))
        answer = {"data": {key: value for key, value in data.items() if key != "transaction"}, "status": "ok"}
        if "transaction" in data:
            answer["transaction"] = data["transaction"]
        if path == "permit_join":
            seconds = data["time"]
            self.publish_info(**(
                {"permit_join": True, "permit_join_end": int((time.time() + seconds) * 1000)} if seconds else {}))
        self.publish(f"bridge/response/{path}", answer)

    # What happens to its devices

    def join(self, device):
        """A device comes into the network, is asked what it is, and is in the list."""
        name, address = device["friendly_name"], device["ieee_address"]
        identity = {"friendly_name": name, "ieee_address": address}
        self.publish("bridge/event", {"type": "device_joined", "data": identity})
        pending = device | {"definition": None, "supported": False, "interview_state": "IN_PROGRESS"}
        self.devices.append(pending)
        self.publish_list()
        self.publish("bridge/event", {"type": "device_interview", "data": identity | {"status": "started"}})
        self.devices[-1] = copy.deepcopy(device)
        self.publish("bridge/event", {
            "type": "device_interview",
            "data": identity | {"status": "successful", "supported": True, "definition": device["definition"]}})
        self.publish_list()

    def rename(self, old, new):
        self.publish(old, "", retain=True)
        device = next(device for device in self.devices if device["friendly_name"] == old)
        device["friendly_name"] = new
        self.states[new] = self.states.pop(old, {})
        self.publish_list()
        self.publish(f"{old}/availability", "", retain=True)
        self.available(new, True)
        self.publish_state(new)

    def remove(self, name):
        self.devices = [device for device in self.devices if device["friendly_name"] != name]
        self.states.pop(name, None)
        self.publish(name, "", retain=True)
        self.publish(f"{name}/availability", "", retain=True)
        self.publish_list()
