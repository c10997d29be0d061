"""`python run_bench.py FOLDER TOP`: runs bench.py on the design.v of a folder, in Icarus Verilog."""

import os
import sys
from pathlib import Path

from cocotb_tools.runner import get_runner

folder, top = Path(sys.argv[1]).resolve(), sys.argv[2]
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).resolve().parent), os.environ.get("PYTHONPATH", "")])
runner = get_runner("icarus")
runner.build(sources=[folder / "design.v"], hdl_toplevel=top, build_dir=folder / "build", timescale=("1ns", "1ps"))
runner.test(
    test_module="bench",
    hdl_toplevel=top,
    build_dir=folder / "build",
    test_dir=folder,
    results_xml=str(folder / "results.xml"),
    extra_env={"LUTRA_PLAN": str(folder / "plan.json"), "COCOTB_LOG_LEVEL": "WARNING", "COCOTBEXT_AXI_LOG_LEVEL": "WARNING"},
)
