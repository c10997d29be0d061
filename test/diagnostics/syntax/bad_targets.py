def f(a, b):
    f(a) = 1
    a + b = 2
    3 = a
    "s" = a
    a == b = 1
    (a if b else a) = 1
    [x, 1] = a
    True = 1
    for 1 in a:
        pass
    {} = a
    (lambda: 0) = 1
