"""A Hue bridge, as far as the second version of its local API goes: HTTPS with a certificate of its own, keys by the
button, resources, changes and the stream of events.

As a program it listens on a free port, prints it, and plays one bridge until its input ends. A line of the input is
`press` (the button), `busy NUMBER` (that number of requests gets the status 429), `drop` (ends the streams),
`update ID JSON`, `add JSON`, `delete ID`, `button ID WORD`, `replay` (the last message of the stream again) or `partial`
(streams get their messages in pieces from now on). Each change that a client asks for is printed as `put PATH JSON`.
"""

import asyncio
import contextlib
import copy
import datetime
import json
import ssl
import subprocess
import sys
import tempfile
import time
import uuid

BRIDGE = "001788fffe123456"
KEY = "hearth-test-key-0123456789"


def name(word):
    """An ID that is the same each time."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, word))


def reference(kind, word):
    return {"rid": name(word), "rtype": kind}


def device(word, product, services, archetype="classic_bulb"):
    return {"id": name(word), "type": "device", "services": services,
            "metadata": {"name": word, "archetype": archetype},
            "product_data": {"model_id": "LCA001", "manufacturer_name": "Signify Netherlands B.V.",
                             "product_name": product, "product_archetype": archetype, "certified": True,
                             "software_version": "1.104.2"}}


def light(word, owner, archetype="classic_bulb", **features):
    return {"id": name(word), "type": "light", "owner": reference("device", owner), "mode": "normal",
            "metadata": {"name": owner, "archetype": archetype}, "on": {"on": False}, **features}


def owned(kind, word, owner, **more):
    return {"id": name(word), "type": kind, "owner": reference("device", owner), **more}


def resources():
    gamut = {"red": {"x": 0.6915, "y": 0.3083}, "green": {"x": 0.17, "y": 0.7}, "blue": {"x": 0.1532, "y": 0.0475}}
    day = "2026-11-01T08:00:00.000Z"
    link = {"status": "connected", "mac_address": "00:17:88:01:02:03:04:05-0b"}
    return [
        {"id": name("bridge"), "type": "bridge", "bridge_id": BRIDGE, "time_zone": {"time_zone": "Europe/Amsterdam"},
         "owner": reference("device", "Bridge")},
        device("Bridge", "Hue Bridge", [reference("bridge", "bridge")], "bridge_v2"),
        device("Lamp", "Hue color lamp", [
            reference("light", "lamp-light"), reference("zigbee_connectivity", "lamp-link"),
            reference("device_software_update", "lamp-update"), reference("entertainment", "lamp-show")]),
        light("lamp-light", "Lamp", dimming={"brightness": 50.0, "min_dim_level": 2.0},
              color_temperature={"mirek": 366, "mirek_valid": True,
                                 "mirek_schema": {"mirek_minimum": 153, "mirek_maximum": 500}},
              color={"xy": {"x": 0.4573, "y": 0.41}, "gamut": gamut, "gamut_type": "C"},
              effects={"status_values": ["no_effect", "candle", "fire"], "status": "no_effect",
                       "effect_values": ["no_effect", "candle", "fire"]},
              dynamics={"status": "none", "status_values": ["none"], "speed": 0.0, "speed_valid": False}),
        owned("zigbee_connectivity", "lamp-link", "Lamp", **link),
        owned("device_software_update", "lamp-update", "Lamp", state="no_update", problems=[]),
        device("Plug", "Hue smart plug", [
            reference("light", "plug-light"), reference("zigbee_connectivity", "plug-link")], "plug"),
        light("plug-light", "Plug", "plug"),
        owned("zigbee_connectivity", "plug-link", "Plug", **link),
        device("Sensor", "Hue motion sensor", [
            reference("motion", "motion"), reference("temperature", "temperature"), reference("light_level", "level"),
            reference("device_power", "sensor-power")]),
        owned("motion", "motion", "Sensor", enabled=True, motion={
            "motion": False, "motion_valid": True, "motion_report": {"changed": day, "motion": False}}),
        owned("temperature", "temperature", "Sensor", enabled=True, temperature={
            "temperature": 21.5, "temperature_valid": True,
            "temperature_report": {"changed": day, "temperature": 21.5}}),
        owned("light_level", "level", "Sensor", enabled=True, light={
            "light_level": 20001, "light_level_valid": True,
            "light_level_report": {"changed": day, "light_level": 20001}}),
        owned("device_power", "sensor-power", "Sensor", power_state={"battery_state": "normal", "battery_level": 87}),
        device("Door", "Hue secure contact sensor", [reference("contact", "contact"), reference("tamper", "tamper")]),
        owned("contact", "contact", "Door", enabled=True, contact_report={"changed": day, "state": "contact"}),
        owned("tamper", "tamper", "Door", tamper_reports=[
            {"changed": day, "source": "battery_door", "state": "not_tampered"}]),
        device("Dial", "Hue tap dial switch", [reference("button", "button"), reference("relative_rotary", "dial")]),
        owned("button", "button", "Dial", metadata={"control_id": 1}, button={
            "last_event": "short_release", "button_report": {"updated": day, "event": "short_release"},
            "repeat_interval": 800,
            "event_values": ["initial_press", "repeat", "short_release", "long_release", "long_press"]}),
        owned("relative_rotary", "dial", "Dial", relative_rotary={}),
        {"id": name("kitchen"), "type": "room", "children": [reference("device", "Lamp"), reference("device", "Plug")],
         "services": [reference("grouped_light", "kitchen-light")],
         "metadata": {"name": "Kitchen", "archetype": "kitchen"}},
        {"id": name("kitchen-light"), "type": "grouped_light", "owner": reference("room", "kitchen"),
         "on": {"on": False}, "dimming": {"brightness": 50.0}, "alert": {"action_values": ["breathe"]}},
        {"id": name("evening"), "type": "scene", "metadata": {"name": "Evening"}, "group": reference("room", "kitchen"),
         "actions": [], "speed": 0.5, "auto_dynamic": False, "status": {"active": "inactive"}},
    ]


def merge(old, new):
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(old.get(key), dict):
            merge(old[key], value)
        else:
            old[key] = value


class Bridge:
    """Resources, and what requests do with them."""

    def __init__(self, say=lambda line: None):
        self.resources = {one["id"]: one for one in resources()}
        self.say, self.streams, self.busy, self.active = say, [], 0, 0
        self.pressed_at, self.partial, self.last, self.number = None, False, None, 0

    def certificate(self, common_name=BRIDGE):
        """A context for servers, with a certificate that openssl has made."""
        with tempfile.TemporaryDirectory() as folder:
            key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                 "-keyout", key, "-out", certificate, "-days", "2", "-subj",
                 f"/C=NL/O=Philips Hue/CN={common_name}"], check=True, capture_output=True)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            return context

    # HTTP

    async def serve(self, reader, writer):
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                method, path, _ = head.split("\r\n")[0].split(" ")
                fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
                length = int(fields.get("content-length", 0))
                body = json.loads(await reader.readexactly(length)) if length else None
                key = next((line.split(": ", 1)[1] for line in head.split("\r\n")
                            if line.lower().startswith("hue-application-key: ")), None)
                if path == "/eventstream/clip/v2" and key == KEY:
                    return await self.stream(reader, writer)
                self.active += 1
                await asyncio.sleep(0.01)
                if self.busy or self.active > 3:
                    self.busy = max(self.busy - 1, 0)
                    status, answer = 429, None
                else:
                    status, answer = self.answer(method, path, key, body)
                self.active -= 1
                self.reply(writer, status, answer)
                await writer.drain()
        writer.close()

    def reply(self, writer, status, answer):
        """Lists are sent in chunks, as bridges do."""
        body = b"" if answer is None else json.dumps(answer).encode()
        head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n"
        if len(body) < 1_000:
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            return
        writer.write(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        for start in range(0, len(body), 1_000):
            piece = body[start:start + 1_000]
            writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        writer.write(b"0\r\n\r\n")

    def answer(self, method, path, key, body):
        if path in ("/api/config", "/api/0/config"):
            return 200, {"name": "Hue Bridge", "bridgeid": BRIDGE.upper(), "modelid": "BSB002",
                         "swversion": "1970084010", "apiversion": "1.70.0", "mac": "00:17:88:12:34:56"}
        if path == "/api" and method == "POST":
            if self.pressed_at is None or time.monotonic() - self.pressed_at > 30:
                return 200, [{"error": {"type": 101, "address": "", "description": "link button not pressed"}}]
            assert body["devicetype"].count("#") <= 1, body
            return 200, [{"success": {"username": KEY, "clientkey": "00" * 16}}]
        if key != KEY:
            return 403, {"errors": [{"description": "unauthorized"}], "data": []}
        if path == "/clip/v2/resource" and method == "GET":
            return 200, {"errors": [], "data": list(self.resources.values())}
        kind, _, rid = path.removeprefix("/clip/v2/resource/").partition("/")
        one = self.resources.get(rid)
        if not one or one["type"] != kind:
            return 404, {"errors": [{"description": "Not Found"}], "data": []}
        if method == "GET":
            return 200, {"errors": [], "data": [one]}
        self.say(f"put {kind}/{rid} {json.dumps(body, sort_keys=True)}")
        problem = self.change(one, body)
        done = {"errors": [{"description": problem}] if problem else [], "data": [{"rid": rid, "rtype": kind}]}
        return (207 if problem else 200), done

    def change(self, one, body):
        """Takes a change, and tells the streams what is different now. Returns a warning."""
        body = copy.deepcopy(body)
        body.pop("dynamics", None)
        problem = None
        if one["type"] == "light":
            if not body.get("on", one["on"])["on"] and "dimming" in body:
                problem = 'device (light) is "soft off", command (.dimming) may not have effect'
            if "color" in body:
                body["color_temperature"] = {"mirek": None, "mirek_valid": False}
            elif "color_temperature" in body:
                body["color_temperature"]["mirek_valid"] = True
            if "effects" in body:
                body["effects"] = {"status": body["effects"]["effect"]}
        if one["type"] == "scene":
            body = {"status": {"active": "static"}}
        self.update(one["id"], body)
        if one["type"] == "grouped_light":
            for rid in (name("lamp-light"), name("plug-light")):
                self.update(rid, {"on": body["on"]} if "on" in body else {})
        return problem

    # Events

    def update(self, rid, change):
        merge(self.resources[rid], change)
        self.tell("update", {"id": rid, "type": self.resources[rid]["type"], **change})

    def tell(self, kind, *items):
        self.number += 1
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        message = [{"creationtime": now, "data": list(items), "id": str(uuid.uuid4()), "type": kind}]
        self.last = f"id: {int(time.time())}:{self.number}\ndata: {json.dumps(message)}\n\n".encode()
        self.send(self.last)

    def send(self, message):
        for writer in self.streams:
            half = len(message) // 2
            for piece in ([message[:half], message[half:]] if self.partial else [message]):
                writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")

    async def stream(self, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
                     b"Transfer-Encoding: chunked\r\n\r\n5\r\n: hi\n\r\n1\r\n\n\r\n")
        self.streams.append(writer)
        try:
            await reader.read()
        finally:
            self.streams.remove(writer)
            writer.close()

    def obey(self, line):
        word, _, rest = line.partition(" ")
        if word == "press":
            self.pressed_at = time.monotonic()
        if word == "busy":
            self.busy = int(rest)
        if word == "partial":
            self.partial = True
        if word == "replay":
            self.send(self.last)
        if word == "drop":
            for writer in self.streams:
                writer.transport.abort()
        if word == "update":
            rid, _, change = rest.partition(" ")
            self.update(name(rid), json.loads(change))
        if word == "add":
            one = json.loads(rest)
            self.resources[one["id"]] = one
            self.tell("add", one)
        if word == "delete":
            one = self.resources.pop(name(rest))
            self.tell("delete", {"id": one["id"], "type": one["type"]})
        if word == "button":
            rid, _, event = rest.partition(" ")
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
            self.update(name(rid), {"button": {
                "last_event": event, "button_report": {"updated": now, "event": event}}})


async def main(common_name=BRIDGE):
    bridge = Bridge(say=lambda line: print(line, flush=True))
    server = await asyncio.start_server(bridge.serve, "127.0.0.1", 0, ssl=bridge.certificate(common_name))
    print(server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        bridge.obey(line.strip())


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
