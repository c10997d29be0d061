def f(a):
    if a:
        x = 1
      y = 2
    return a
