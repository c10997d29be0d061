def f(n):
    for i range(n):
        pass
    for i of n:
        pass
