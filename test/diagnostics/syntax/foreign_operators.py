def f(a, b):
    if a && b:
        return 1
    if a || b:
        return 2
    if a <> b:
        return 3
    if a === b or a !== b:
        return 4
    return a =< b
