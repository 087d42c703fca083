"""Judges our Hue bridge by Home Assistant's own library, PyPI `aiohue`: it must get a key, read the bridge, and see what
its commands and the bridge's own changes do, also while the bridge has too much to do and after a lost stream."""

import asyncio
import sys

import aiohttp
from aiohue.errors import LinkButtonNotPressed
from aiohue.util import create_app_key
from aiohue.v2 import HueBridgeV2

from hue_bridge import BRIDGE, KEY, Bridge, name


async def until(holds):
    for _ in range(1_000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("timed out")


async def judge():
    fake = Bridge()
    server = await asyncio.start_server(fake.serve, "127.0.0.1", 0, ssl=fake.certificate())
    host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with aiohttp.ClientSession() as session:
        try:
            await create_app_key(host, "hearth#judge", session)
            raise AssertionError("a key without the button")
        except LinkButtonNotPressed:
            pass
        except aiohttp.ClientError:
            # The library then tries HTTP without TLS, which hides the bridge's answer.
            pass
        fake.obey("press")
        assert await create_app_key(host, "hearth#judge", session) == KEY
    async with HueBridgeV2(host, KEY) as bridge:
        assert bridge.bridge_id == BRIDGE, bridge.bridge_id
        assert {one.metadata.name for one in bridge.devices} == {"Bridge", "Lamp", "Plug", "Sensor", "Door", "Dial"}
        lamp = bridge.lights[name("lamp-light")]
        assert lamp.supports_color and lamp.supports_color_temperature and not lamp.is_on
        await until(lambda: fake.streams)
        await bridge.lights.set_state(lamp.id, on=True, brightness=70, color_xy=(0.2, 0.3))
        await until(lambda: lamp.is_on and lamp.brightness == 70 and not lamp.color_temperature.mirek_valid)
        fake.obey("busy 2")
        await bridge.lights.set_state(lamp.id, on=False)
        await until(lambda: not lamp.is_on)
        fake.obey("partial")
        fake.obey('update motion {"motion": {"motion": true, "motion_valid": true, "motion_report": '
                  '{"changed": "2026-11-02T08:00:00.000Z", "motion": true}}}')
        await until(lambda: bridge.sensors.motion[name("motion")].motion.value)
        fake.obey("button button long_press")
        await until(lambda: bridge.sensors.button[name("button")].button.value.value == "long_press")
        fake.obey("replay")
        fake.obey("drop")
        await until(lambda: not bridge.events.connected)
        await until(lambda: fake.streams)
        fake.obey('update lamp-light {"on": {"on": true}}')
        await until(lambda: lamp.is_on)
        await bridge.scenes.recall(name("evening"))
        fake.obey("delete plug-light")
        await until(lambda: name("plug-light") not in bridge.lights)
    server.close()


if __name__ == "__main__":
    asyncio.run(judge())
    print("aiohue reads the bridge")
    sys.exit(0)
