"""Judges our Shelly by Home Assistant's own library, PyPI `aioshelly`: it must connect, with and without a password,
read the device, and see what its commands change."""

import asyncio
import sys

import aiohttp
from aioshelly.common import ConnectionOptions
from aioshelly.exceptions import InvalidAuthError
from aioshelly.rpc_device import RpcDevice, WsServer

from shelly_device import Device


async def judge(password):
    fake = Device(password=password)
    server = await asyncio.start_server(fake.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with aiohttp.ClientSession() as session:
        options = ConnectionOptions("127.0.0.1", password and "admin", password, port=port)
        device = await RpcDevice.create(session, WsServer(), options)
        device.subscribe_updates(lambda *what: None)
        await device.initialize()
        assert device.initialized and device.shelly["mac"] == fake.mac, device.shelly
        assert device.status["switch:0"]["output"] is False
        assert device.status["number:201"]["value"] == 3, "virtual components come in pages"
        await device.call_rpc("Switch.Set", {"id": 0, "on": True})
        for _ in range(100):
            if device.status["switch:0"]["output"]:
                break
            await asyncio.sleep(0.01)
        assert device.status["switch:0"]["output"] is True
        await device.shutdown()
        if password:
            options = ConnectionOptions("127.0.0.1", "admin", "no", port=port)
            wrong = await RpcDevice.create(session, WsServer(), options)
            try:
                await wrong.initialize()
                raise AssertionError("the wrong password was taken")
            except InvalidAuthError:
                await wrong.shutdown()
    server.close()


if __name__ == "__main__":
    for password in (None, "secret"):
        asyncio.run(judge(password))
    print("aioshelly reads the device")
    sys.exit(0)
