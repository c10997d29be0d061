def f(a=1, b): pass
def g(a, a): pass
def h(**k, a): pass
def i(*a, *b): pass
def j(a, *): pass
def k(/, a): pass
def l(a, /, b, /): pass
def m(a, *, b, /): pass
x = lambda a=1, b: 0
def n(*, *, a): pass
