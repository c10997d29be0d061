def f(a):
    s = 'abc
    return a + "x
