def f(a):
    x = “hello”
    return a × 2
