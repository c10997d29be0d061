def f(lambda):
    in = 3
    x.class = 4
    for = 5
    None = 6
    return is

def while(x):
    return x
