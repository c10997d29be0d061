# through write out
# pipeline i
def k(a: "int32[4]"):
    for i in range(2, 3):
        for j in range(2):
            if a[j] > 3:
                break
            a[j] += a[i]
