"""A stand-in for a tool that builds and measures a design: a formula. Prints its objectives as JSON."""
import json
import sys

unroll, banks = int(sys.argv[1]), int(sys.argv[2])
memory = sys.argv[3]
ports = banks * (2 if memory == "block" else 1)
luts = 90 * unroll + (300 * banks if memory == "lut" else 60 * banks)
if luts > 4000:
    sys.exit(f"it needs {luts} LUTs of 4000")  # not 0: this design cannot be
print(json.dumps({"cycles": 4096 // min(unroll, ports) + 12, "luts": luts}))
