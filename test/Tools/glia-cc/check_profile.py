"""Checks of profile.test: check_profile.py MODEL.json OBJECT.json COUNTERS.json TRACE.json"""
import json
import sys

model, program, counters, trace = (json.load(open(path)) for path in sys.argv[1:])
(a,), (b,) = model["models"], program["models"]
print(sorted(a))
print(sorted(a["nodes"][0]))
assert {**a, "model": ""} == {**b, "model": ""}, "the object's profile differs from the model's"
for key in ("time_ns", "mfu", "macs"):
    assert a[key] == counters[key], key
assert a["hbm"]["read_bytes"] == counters["hbm_read_bytes"] and a["hbm"]["write_bytes"] == counters["hbm_write_bytes"]
for parts in (a["nodes"], a["operators"]):
    assert abs(sum(part["time_ns"] for part in parts) + a["idle_ns"] - a["time_ns"]) < 1e-6 * a["time_ns"]
    assert sum(part["macs"] for part in parts) == a["macs"] > 0
    for name, engine in a["engines"].items():
        assert abs(sum(part["engines_active_ns"][name] for part in parts) - engine["active_ns"]) <= 1e-6 * engine["active_ns"]
assert sum(queue["bytes"] for queue in a["dma"]["queues"]) == a["dma"]["bytes"] == counters["dma_bytes"]
compulsory = a["hbm"]["compulsory_bytes"]
assert compulsory["total"] == sum(compulsory[kind] for kind in ("inputs", "outputs", "states", "constants")) > 0
assert any(event.get("args", {}).get("operator") == "Conv" for event in trace["traceEvents"])
print("ok")
