"""Kernels, reports and schedules as notebooks show them: HTML, everything in it escaped."""
from html import escape

from .errors import PylogError


class Schedule(tuple):
    """Steps, as a schedule file has them. May be given as @pylog(schedule=...)."""

    def __str__(self):
        return "".join(step + "\n" for step in self)

    def _repr_html_(self):
        return box("schedule", "", preformatted(str(self)) if self else note("no steps: the loops as written"))


class Report:
    """What the compiler knows of a kernel for one list of argument types.

    name        the kernel
    cycles      of a call as a circuit; None where they depend on the data, or there is no circuit
    schedule    the steps that the compiler chose for the circuit, a Schedule; none where somebody else chose
    facts       all of it, as `lutra report --json` tells it
    """

    def __init__(self, name, facts, source):
        self.name, self.facts = name, {key: value for key, value in facts.items() if key not in ("ok", "picture")}
        self._timeline = facts.get("picture", "")  # HTML, made and escaped by the compiler; none where there is no circuit
        self.schedule = Schedule(facts.get("schedule", ()))
        cycles = facts["circuit"].get("cycles", {"least": 0, "most": None})
        self.cycles = cycles["least"] if cycles["least"] == cycles["most"] else None
        self._lines = {}  # as the compiler counts them: where a person finds them, and their text
        for line in lines_in(facts):
            self._lines[line] = source.place(line, 1)[1], source.line_at(line)

    def __repr__(self):
        return "<report of %s: %s>" % (self.name, cycles_text(self.facts["circuit"]))

    def _repr_html_(self):
        circuit = self.facts["circuit"]
        parts = [self._loops()]
        if "refused" in circuit:
            parts += [note("no circuit: " + one["message"]) for one in circuit["refused"]]
        else:
            parts += [self._circuit_loops(circuit), self._timeline, self._picture(circuit["lines"])]
            parts += [note("%s would give %d cycles" % (one["step"], one["cycles"])) for one in circuit["advice"]]
        if self.schedule:
            parts.append(note("schedule, chosen by the compiler:") + preformatted(str(self.schedule)))
        return box(self.name, cycles_text(circuit), *parts)

    def _line(self, line):
        return "%d" % self._lines.get(line, (line, ""))[0]

    def _loops(self):
        rows = []

        def add(loop, depth):
            trips = "?" if loop["trips"] is None else str(loop["trips"])
            asked = ", ".join(loop["attributes"])
            rows.append(("\u2003" * depth + loop["name"], trips, loop["bounds"], asked, self._line(loop["line"])))
            for inner in loop["inner"]:
                add(inner, depth + 1)

        for loop in self.facts["loops"]:
            add(loop, 0)
        return table(("loop", "trips", "bounds", "asked", "line"), rows) if rows else note("no loops")

    def _circuit_loops(self, circuit):
        rows = [
            (
                " ".join(loop["loops"]),
                "" if loop["interval"] is None else str(loop["interval"]),
                span_text(loop["cycles"]),
                loop["reason"] or "",
                self._line(loop["line"]),
            )
            for loop in circuit["loops"]
        ]
        return table(("in the circuit", "II", "cycles", "what bounds it", "line"), rows) if rows else ""

    def _picture(self, lines):
        """Where the cycles of a call go: a bar for each line of the source, the longest first."""
        shown = [one for one in lines if bounded(one["cycles"]) > 0][:MOST_BARS]
        if not shown:
            return ""
        longest = max(bounded(one["cycles"]) for one in shown)
        bars = []
        for k, one in enumerate(shown):
            line, text = self._lines.get(one["line"], (one["line"], ""))
            width = max(1.0, BAR_WIDTH * bounded(one["cycles"]) / longest)
            bars.append(BAR % (16 * k + 2, width, BAR_WIDTH + 8, 16 * k + 12, escape(span_text(one["cycles"]))))
            label = "%d  %s" % (line, text.strip())
            bars.append(LABEL % (BAR_WIDTH + 120, 16 * k + 12, escape(label[:MOST_LETTERS])))
        return PICTURE % (BAR_WIDTH + 720, 16 * len(shown) + 4, escape(self.name), "".join(bars))


MOST_BARS = 24
MOST_LETTERS = 90
BAR_WIDTH = 240
PICTURE = '<svg width="%d" height="%d" role="img" aria-label="cycles of %s by line" style="max-width:100%%">%s</svg>'
BAR = (
    '<rect x="0" y="%d" width="%.1f" height="12" fill="#4c78a8"/>'
    '<text x="%d" y="%d" font-size="11" fill="currentColor">%s</text>'
)
LABEL = '<text x="%d" y="%d" font-size="11" font-family="monospace" fill="currentColor" xml:space="preserve">%s</text>'


def kernel_html(kernel):
    """A kernel: its options and, once its arguments have types, its loops and its circuit. Never raises."""
    said = ", ".join("%s=%r" % item for item in kernel.options.items())
    try:
        found, report = kernel._latest()
    except (PylogError, TypeError, ValueError) as error:
        return box(kernel.function.__name__, said, preformatted(str(error)))
    if report is None:
        return box(kernel.function.__name__, said, note("call it, or .report(...) it with arrays, to see its loops and cycles"))
    params = [(one["name"], one["type"], "written" if one["written"] else "") for one in found.params]
    params += [("returns", text, "") for text in found.returns]
    return box(kernel.function.__name__, said, table(("argument", "type", ""), params)) + report._repr_html_()


def lines_in(facts):
    """Every line of the text that a report speaks of."""

    def of(loops):
        for loop in loops:
            yield loop["line"]
            yield from of(loop.get("inner", ()))

    circuit = facts["circuit"]
    return {*of(facts["loops"]), *of(circuit.get("loops", ())), *of(circuit.get("lines", ()))}


def cycles_text(circuit):
    if "refused" in circuit:
        return "no circuit"
    least, clock = circuit["cycles"]["least"], circuit["clockMHz"]
    time = ", %.4g us" % (least / clock) if least == circuit["cycles"]["most"] else ""
    return "%s cycles%s at %g MHz on %s" % (span_text(circuit["cycles"]), time, clock, circuit["part"])


def span_text(cycles):
    least, most = cycles["least"], cycles["most"]
    if least == most:
        return str(least)
    return "%s or more" % least if isinstance(most, str) else "%s to %s" % (least, most)  # infinity comes as text


def bounded(cycles):
    return cycles["least"] if isinstance(cycles["most"], str) else cycles["most"]


# HTML


def box(title, aside, *parts):
    head = "<b>%s</b> <span style='opacity:.7'>%s</span>" % (escape(title), escape(aside))
    return "<div style='margin:.4em 0'>%s%s</div>" % (head, "".join(parts))


def note(text):
    return "<div style='opacity:.8'>%s</div>" % escape(text)


def preformatted(text):
    return "<pre style='margin:.2em 0'>%s</pre>" % escape(text)


def table(heads, rows):
    cell = "<t%s style='text-align:left;padding:0 .8em 0 0'>%s</t%s>"
    lines = ["".join(cell % ("h", escape(head), "h") for head in heads)]
    lines += ["".join(cell % ("d", escape(text), "d") for text in row) for row in rows]
    return "<table>%s</table>" % "".join("<tr>%s</tr>" % line for line in lines)
