def f(a):
    * 3
    x = / a
    y = (% 2)
    return == a
