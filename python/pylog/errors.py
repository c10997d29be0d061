"""What can go wrong, each said in one exception that a person can act on."""


class PylogError(Exception):
    """Anything pylog itself has to say."""


class CompileError(PylogError):
    """The kernel, or how it was called, means nothing in hardware.

    file, line, column    where, in the file the kernel was written in
    code                  the kind of mistake, a stable word such as "matmul-shapes"
    message, help         what is wrong, and what to write instead (help may be None)
    source_line           the text of the line
    diagnostics           all mistakes that were found, the first one included
    """

    def __init__(self, diagnostics):
        first = diagnostics[0]
        super().__init__("\n\n".join(one.text() for one in diagnostics))
        self.diagnostics = diagnostics
        self.file, self.line, self.column = first.file, first.line, first.column
        self.code, self.message, self.help = first.code, first.message, first.help
        self.source_line = first.source_line


class KernelFault(PylogError, RuntimeError):
    """The kernel did something wrong while it ran: an index out of range, a division by zero.

    Has file, line, column, code, message and source_line, as CompileError does.
    """

    def __init__(self, diagnostic):
        super().__init__(diagnostic.text())
        self.file, self.line, self.column = diagnostic.file, diagnostic.line, diagnostic.column
        self.code, self.message = diagnostic.code, diagnostic.message
        self.source_line = diagnostic.source_line


class SourceMissing(PylogError):
    """The text of a kernel cannot be found, so it cannot be compiled."""


class ToolMissing(PylogError, RuntimeError):
    """A program that is needed is not here, or does not work: Node.js, the Lutra compiler, g++."""


class NotDeployed(PylogError, RuntimeError):
    """The kernel is not on the board, or the board does not answer, or cannot be called from here."""


class CompilerDied(PylogError, RuntimeError):
    """The compiler's process ended in the middle of a call. The next call starts it again."""


class CompilerBug(PylogError, RuntimeError):
    """The compiler is at fault."""


class CompileWarning(UserWarning):
    """The kernel was compiled, but something about it looks like a mistake."""


class Diagnostic:
    """One remark of the compiler about a place in a source."""

    def __init__(self, facts, place, source_line):
        self.severity, self.code = facts["severity"], facts["code"]
        self.message, self.help = facts["message"], facts["help"]
        self.file, self.line, self.column = place
        self.source_line = source_line
        same_line = facts["endLine"] == facts["line"]
        self.width = max(1, facts["endColumn"] - facts["column"]) if same_line else 1
        self.notes = []  # (message, file, line) of other places that matter

    def text(self):
        """As the command line shows it, without the frame."""
        lines = ["%s:%d: %s [%s]" % (self.file, self.line, self.message, self.code)]
        if self.source_line.strip():
            shown = self.source_line.expandtabs(4).rstrip()
            indent = len(shown) - len(shown.lstrip())
            start = max(0, self.column - 1 - indent)
            marks = "^" * max(1, min(self.width, len(shown) - indent - start))
            lines += ["    " + shown.strip(), "    " + " " * start + marks]
        for message, file, line in self.notes:
            lines.append("  note: %s, %s:%d" % (message, file, line))
        if self.help:
            lines.append("  help: " + self.help.replace("\n", "\n        "))
        return "\n".join(lines)
