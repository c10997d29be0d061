def f(n):
    int x = 3
    var y = 4
    return x
