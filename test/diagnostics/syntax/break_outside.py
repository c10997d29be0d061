def f(a):
    break
    for i in a:
        def g():
            continue
    else:
        break
