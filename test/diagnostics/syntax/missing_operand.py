def f(a, b):
    x = a +
    y = (a * )
    z = a + * b
    w =
    v = a[1 + ]
    for i in :
        pass
    return not
