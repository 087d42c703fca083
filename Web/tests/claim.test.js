import assert from "node:assert/strict";
import { test } from "node:test";
import { greeting } from "../views/claim.js";

const identity = (/** @type {boolean} */ isClaimed) => /** @type {any} */ ({ isClaimed });
const link = (/** @type {string | undefined} */ role) => ({ code: "x", fingerprint: "", ...(role === undefined ? {} : { role }) });

test("only the hub's owner reads that the hub has none yet", () => {
  const roles = ["owner", "1", "3", "4", undefined];
  assert.deepEqual(roles.map((role) => greeting(identity(false), link(role))),
    ["claim.first", "claim.invited", "claim.invited", "claim.invited", "claim.invited"]);
  assert.deepEqual(roles.map((role) => greeting(identity(true), link(role))), roles.map(() => "claim.invited"));
  assert.deepEqual([false, true].map((isClaimed) => greeting(identity(isClaimed), undefined)), ["claim.explanation", "claim.explanation"]);
  // Until the hub has answered.
  assert.deepEqual([link("owner"), undefined].map((one) => greeting(undefined, one)), ["claim.invited", "claim.explanation"]);
});
