# split colum 4
def k(a: "int32[8]"):
    for column in range(8):
        a[column] = 1
