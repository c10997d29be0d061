x = 1
return x
if x:
    return 2
