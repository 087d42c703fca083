"""Subscribers of temperatures, each on a thread that reads its stream: of a hub by Connect, of Home Assistant by its WebSocket."""

import gc
import http.client
import json
import math
import socket
import statistics
import sys
import threading
import time

import websocket

#: The trait Reading.
READING = 0xFFF0FC09


def keep_out_of_measurements():
    """Keeps the collector's pauses and Python's 5 ms between threads out of the times that this process measures."""
    gc.disable()
    sys.setswitchinterval(1e-4)


def quantiles(times):
    """The smallest times that the given part of all does not exceed (nearest rank)."""
    times = sorted(times)
    return {"p50": statistics.median(times), "count": len(times)} | {
        f"p{part}": times[math.ceil(len(times) * part / 100) - 1] for part in (95, 99)}


class Arrival(threading.Event):
    at = 0.0


class Subscriber:
    """Takes temperatures in hundredths of a degree by the number of the device."""

    def __init__(self):
        self.values, self.expected = {}, {}
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def took(self, number, value, now):
        self.values[number] = value
        arrival = self.expected.get(number)
        if arrival and arrival[0] == value:
            arrival[1].at = now
            arrival[1].set()

    def expect(self, number, value):
        arrival = Arrival()
        self.expected[number] = (value, arrival)
        return arrival

    def reach(self, wanted, end):
        """Waits for values until a time; the number of those that are missing."""
        while True:
            missing = sum(self.values.get(number) != value or not self.is_online(number)
                          for number, value in wanted.items())
            if not missing or time.monotonic() > end:
                return missing
            time.sleep(0.005)


class Hub(Subscriber):
    """Of the devices whose IDs have `mark` before the hexadecimal number of the device, one attribute of one trait."""

    #: The trait OnOff.
    ON_OFF = 6

    def __init__(self, port, trait=1026, attribute="measuredValue", mark="00158d"):
        self.port, self.online, self.ids, self.switches = int(port), {}, {}, {}
        self.trait, self.attribute, self.mark = trait, attribute, mark
        self.calls = None
        super().__init__()

    def is_online(self, number):
        return self.online.get(number, False)

    def number(self, device_id):
        """The number of a device, from the end of its ID; None for others."""
        head, _, tail = device_id.rpartition(self.mark)
        return int(tail, 16) if head and "-" not in tail else None

    def _read(self):
        stream = socket.create_connection(("127.0.0.1", self.port))
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        body = b"\0\0\0\0\x02{}"
        stream.sendall((
            f"POST /hearth.v1.HomeService/Watch HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
            "content-type: application/connect+json\r\nconnect-protocol-version: 1\r\n"
            f"content-length: {len(body)}\r\n\r\n").encode() + body)
        stream = stream.makefile("rb", 1 << 20)
        while stream.readline() != b"\r\n":
            pass
        data = b""
        while True:
            while len(data) < 5 or len(data) < 5 + int.from_bytes(data[1:5], "big"):
                data += self._chunk(stream)
            end = 5 + int.from_bytes(data[1:5], "big")
            message, data = json.loads(data[5:end]), data[end:]
            now = time.monotonic()
            for device in message.get("snapshot", {}).get("devices", []):
                self._device(device)
            part = message.get("snapshot") or message.get("report") or {}
            for change in part.get("objects", []):
                self._device(change.get("device", {}))
            for state in part.get("states", []):
                if state["traitId"] == self.ON_OFF:
                    self.switches[self.number(state["target"]["deviceId"])] = state["target"]["endpoint"]
                if state["traitId"] == self.trait:
                    number = self.number(state["target"]["deviceId"])
                    value = state.get("attributes", {}).get(self.attribute)
                    if number is not None and value is not None:
                        self.took(number, value, now)

    def _device(self, device):
        number = self.number(device.get("id", ""))
        if number is not None and "connectivity" in device:
            self.ids[number] = device["id"]
            self.online[number] = device["connectivity"].get("state") == "CONNECTIVITY_STATE_ONLINE"

    @staticmethod
    def _chunk(stream):
        """The next chunk of the body. http.client takes a tenth of a millisecond for it."""
        length = int(stream.readline(), 16)
        if not length:
            raise SystemExit("the hub ended the watch")
        return stream.read(length + 2)[:-2]

    def switch(self, number, on):
        """Sends the command, and does not wait for its confirmation."""
        if self.calls is None:
            self.calls = socket.create_connection(("127.0.0.1", self.port))
            self.calls.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self._finish()
        body = json.dumps({"target": {"deviceId": self.ids[number], "endpoint": self.switches[number]}}).encode()
        self.calls.sendall((
            f"POST /hearth.traits.matter.v1.OnOffService/{'On' if on else 'Off'} HTTP/1.1\r\n"
            f"host: 127.0.0.1:{self.port}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        ).encode() + body)

    def _finish(self):
        answer = http.client.HTTPResponse(self.calls)
        answer.begin()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"the hub refused a command: {body.decode()}")


class HomeAssistant(Subscriber):
    def __init__(self, port, token):
        self.port, self.token = int(port), token
        self.commands, self.unavailable = None, set()
        super().__init__()

    def is_online(self, number):
        return number not in self.unavailable

    def _read(self):
        while True:
            try:
                self._follow(websocket.WebSocket(self.port, self.token))
            except (EOFError, OSError, ValueError) as reason:
                # It ends connections with many unsent messages. A new one begins with all states.
                print(f"Home Assistant ended the subscription: {reason}", file=sys.stderr)

    def _follow(self, stream):
        stream.request("subscribe_entities")
        while True:
            messages = stream.receive()
            now = time.monotonic()
            for message in messages if isinstance(messages, list) else [messages]:
                event = message.get("event") or {}
                for entity, added in event.get("a", {}).items():
                    self._state(entity, added.get("s"), now)
                for entity, changed in event.get("c", {}).items():
                    self._state(entity, changed.get("+", {}).get("s"), now)

    def _state(self, entity, text, now):
        if not entity.startswith("sensor.bench") or text is None:
            return
        number = int(entity[len("sensor.bench"):].split("_")[0])
        if text == "unavailable":
            self.unavailable.add(number)
            return
        self.unavailable.discard(number)
        if text != "unknown":
            self.took(number, round(float(text) * 100), now)

    def switch(self, number, on):
        # Not before: Home Assistant closes a connection on which its pings are not answered.
        if self.commands is None:
            self.commands = websocket.WebSocket(self.port, self.token)
        self.commands.request(
            "call_service", domain="switch", service="turn_on" if on else "turn_off",
            target={"entity_id": f"switch.bench{number:04}"})
        if self.commands.receive().get("success") is False:
            raise SystemExit("Home Assistant refused a command")
