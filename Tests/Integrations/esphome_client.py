"""The client that the ESPHome project publishes, beside the hub at the same device."""

import asyncio
import logging
import threading

from aioesphomeapi import APIClient

# It would report the power cuts that a test makes.
logging.disable(logging.WARNING)


class Witness:
    """Entities and states as ESPHome's own client has them; connected once, on a thread of its own."""

    def __init__(self, port, key=None):
        self.states, self.events = {}, []
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self._do(self._connect(port, key))

    def _do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    async def _connect(self, port, key):
        self.client = APIClient("127.0.0.1", port, None, noise_psk=key)
        await self.client.connect(login=True)
        self.info = await self.client.device_info()
        self.entities, actions = await self.client.list_entities_services()
        self.actions = {action.name: action for action in actions}
        self.client.subscribe_states(self._take)

    def _take(self, state):
        if type(state).__name__ == "Event":
            self.events.append((state.key, state.event_type))
        else:
            self.states[state.key, state.device_id] = state

    def act(self, name, **data):
        """Runs an action of the firmware's configuration."""
        async def run():
            await self.client.execute_service(self.actions[name], data)
        self._do(run())

    def entity(self, name, kind=None):
        found = [each for each in self.entities if each.name == name and (kind is None or type(each).__name__ == kind)]
        if not found:
            raise AssertionError(f"the firmware has no entity {name!r}")
        return found[0]

    def state(self, name, kind=None):
        entity = self.entity(name, kind)
        return self.states.get((entity.key, entity.device_id))

    def close(self):
        self._do(self.client.disconnect(force=True))
        self.loop.call_soon_threadsafe(self.loop.stop)
